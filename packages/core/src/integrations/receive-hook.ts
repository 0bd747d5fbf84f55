import type { StoredIntegration, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { CodeHosts, HookHeaders, HostForms } from '@teamlore/shared/code-hosts'
import { type DeliveryId, integrationIdSchema } from '@teamlore/shared/ids'
import type { IntegrationKind } from '@teamlore/shared/integrations'
import type { SecretBox } from '../identity/sign-in/secret-box.ts'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { identityOf } from '../projects/identity-of-url.ts'
import { pullRequestsAsked } from '../projects/pull-requests-asked.ts'
import { askWhereReadersChanged } from './ask-where-readers-changed.ts'
import { type Asked, askedBy } from './hook-events.ts'
import { hookRefused, hookUnreadable } from './integrations.errors.ts'
import { openKeys } from './keys.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem' | 'inTeam'>
  hosts: { [Kind in keyof CodeHosts]: Pick<HostForms, 'sentAs' | 'isSigned' | 'readEvent'> }
  secretBox: SecretBox | undefined
  now?: Clock
}

/** As it came over the wire: the signature is of these very characters. */
export type SentHook = {
  kind: IntegrationKind
  integration: string
  headers: HookHeaders
  body: string
}

type Repositories = Pick<
  TeamRepositories,
  'agentsMdPullRequests' | 'hostedRepositories' | 'hookDeliveries' | 'outbox' | 'pullRequests'
>

const NAME = /^[\w.-]{1,100}$/

/** Of an integration that is none the same is said as of a wrong signature. @throws DomainError `hook.refused` */
const signedBy = async (
  { unitOfWork, hosts, secretBox }: Deps,
  { kind, integration, headers, body }: SentHook,
): Promise<StoredIntegration> => {
  const read = integrationIdSchema.safeParse(integration)
  const stored =
    read.success &&
    (await unitOfWork.asSystem(({ allIntegrations }) => allIntegrations.find(read.data)))
  if (!stored || stored.kind !== kind || stored.sealed === null) throw hookRefused()
  const { hookSecret } = openKeys(secretBox, stored)
  if (!(await hosts[kind].isSigned(hookSecret, { body, headers }))) throw hookRefused()
  return stored
}

const askAgentsMd = async (
  { agentsMdPullRequests, hostedRepositories, outbox }: Repositories,
  url: string,
  at: Date,
): Promise<void> => {
  const identity = identityOf(url)
  const project = identity && (await hostedRepositories.projectOf(identity))
  if (project && (await agentsMdPullRequests.ask(project.id, at)))
    await outbox.add({ type: 'agents_md.asked', payload: { project_id: project.id } })
}

const note = async (
  repositories: Repositories,
  { id: integrationId }: Pick<StoredIntegration, 'id'>,
  { asked, delivery, at }: { asked: Asked; delivery: DeliveryId; at: Date },
): Promise<void> => {
  const { hostedRepositories, hookDeliveries, outbox, pullRequests } = repositories
  if (asked.of === 'nothing') return
  if (asked.of === 'repositories') {
    await outbox.add({ type: 'integration.changed', payload: { integration_id: integrationId } })
    return
  }
  const { repository } = asked
  if (asked.of !== 'comments')
    await askWhereReadersChanged(repositories, integrationId, { repositories: [repository], at })
  await hostedRepositories.put(integrationId, [repository], at)
  if (asked.of === 'default branch') {
    await askAgentsMd(repositories, repository.url, at)
    await hookDeliveries.settleCommand(delivery, { state: 'done', error: null })
    return
  }
  const found =
    asked.of === 'comments'
      ? await pullRequests.askPosted(integrationId, { repositoryId: repository.repositoryId }, at)
      : [
          await pullRequests.ask(
            { integrationId, repositoryId: repository.repositoryId, number: asked.number },
            newId.pullRequest(),
            at,
          ),
        ]
  const [first] = found
  if (first !== undefined) await hookDeliveries.isOfPullRequest(delivery, first)
  if (asked.of === 'command')
    await hookDeliveries.isOfComment(delivery, asked.commentId, asked.isOnLine)
  await outbox.add(...pullRequestsAsked(found))
}

/**
 * Takes what a host sends: by whom it is signed, once for each of its ids, and no more than that it is written down what is to be
 * looked at. Order does not matter, as what is said follows from how things are when they are looked at.
 *
 * @throws DomainError `hook.refused`, `hook.unreadable`
 */
export const makeReceiveHook =
  (deps: Deps) =>
  async (sent: SentHook): Promise<{ state: 'taken' | 'known' | 'ignored' }> => {
    const { unitOfWork, hosts, now = systemClock } = deps
    const integration = await signedBy(deps, sent)
    const host = hosts[integration.kind]
    const { event, delivery } = host.sentAs(sent.headers)
    if (event === undefined || delivery === undefined || !NAME.test(event) || !NAME.test(delivery))
      throw hookUnreadable()
    const read = host.readEvent(event, sent.body)
    if (read === undefined) throw hookUnreadable()
    const { action } = read
    const asked = askedBy(read)
    const at = now()
    const id = newId.delivery()
    const state = asked.of === 'nothing' ? 'ignored' : 'waiting'
    return unitOfWork.inTeam(grantSystemScope(integration.teamId), async (repos) => {
      const isNew = await repos.hookDeliveries.add(
        { id, integrationId: integration.id, delivery, event, action, state },
        at,
      )
      if (!isNew) return { state: 'known' as const }
      if (asked.of === 'nothing' && asked.why !== undefined)
        await repos.hookDeliveries.settleCommand(id, { state: 'ignored', error: asked.why })
      await note(repos, integration, { asked, delivery: id, at })
      return { state: state === 'ignored' ? ('ignored' as const) : ('taken' as const) }
    })
  }
