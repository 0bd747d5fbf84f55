import { createHash, randomBytes } from 'node:crypto'
import type { UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { CodeHosts } from '@teamlore/shared/code-hosts'
import { integrationIdSchema } from '@teamlore/shared/ids'
import type {
  FinishIntegration,
  Integration,
  StartedIntegration,
  StartIntegration,
} from '@teamlore/shared/integrations'
import type { SecretBox } from '../identity/sign-in/secret-box.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import {
  answerUnknown,
  hostFailure,
  hostPrivate,
  integrationNotFound,
  noSecretKey,
} from './integrations.errors.ts'
import { sealKeys } from './keys.ts'
import { hookUrlOf, shownIntegration } from './shown.ts'

export type IntegrationDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  hosts: CodeHosts
  /** Undefined: this server has no key to encrypt with, and stores none. */
  secretBox: SecretBox | undefined
  publicUrl: string
  now?: Clock
}

/** As long as the host takes its code. */
const ANSWER_MS = 60 * 60_000

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const suffix = (): string => randomBytes(2).toString('hex')

/** What a browser sends to the host to have an app made. @throws DomainError `integration.no_secret_key`, `integration.private_address` */
export const makeStartIntegration =
  ({
    unitOfWork,
    hosts: { github: host },
    secretBox,
    publicUrl,
    now = systemClock,
  }: IntegrationDeps) =>
  async (scope: TeamScope<'admin'>, asked: StartIntegration): Promise<StartedIntegration> => {
    if (secretBox === undefined) throw noSecretKey()
    const webUrl = host.webUrlOf(asked.web_url)
    if (host.isPrivate(webUrl)) throw hostPrivate()
    const id = newId.integration()
    const state = `${id}.${randomBytes(24).toString('base64url')}`
    const createdBy = requirePerson(scope)
    await unitOfWork.inTeam(scope, async ({ integrations }) => {
      await integrations.removeStarted(createdBy)
      await integrations.add({
        id,
        kind: asked.kind,
        webUrl,
        apiUrl: host.apiUrlOf(webUrl),
        pagesUrl: publicUrl,
        answerHash: hashOf(state),
        createdBy,
        createdAt: now(),
      })
    })
    const { action, manifest } = host.newApp({
      webUrl,
      organization: asked.organization,
      state,
      name: `Teamlore ${suffix()}`,
      pagesUrl: publicUrl,
      hookUrl: hookUrlOf({ kind: asked.kind, pagesUrl: publicUrl, id }),
    })
    return { id, action, manifest }
  }

/**
 * Takes the app that the host made, with its keys. Once, by who began.
 *
 * @throws DomainError `integration.answer_unknown`, `integration.no_secret_key`, `integration.host_failed`
 */
export const makeFinishIntegration =
  ({ unitOfWork, hosts, secretBox, now = systemClock }: IntegrationDeps) =>
  async (scope: TeamScope<'admin'>, { code, state }: FinishIntegration): Promise<Integration> => {
    if (secretBox === undefined) throw noSecretKey()
    const person = requirePerson(scope)
    const read = integrationIdSchema.safeParse(state.split('.', 1)[0])
    if (!read.success) throw answerUnknown()
    const id = read.data
    const answerHash = hashOf(state)
    const since = new Date(now().getTime() - ANSWER_MS)
    const begun = await unitOfWork.inTeam(scope, ({ integrations }) =>
      integrations.findStarted(id, { answerHash, createdBy: person, since }),
    )
    if (begun === undefined) throw answerUnknown()
    const made = await hosts.github.takeApp({ apiUrl: begun.apiUrl, code }).catch((error) => {
      throw hostFailure(error)
    })
    return unitOfWork.inTeam(scope, async ({ integrations, audit, outbox }) => {
      const app = {
        appId: made.appId,
        appSlug: made.slug,
        account: made.account,
        sealed: sealKeys(secretBox, id, made),
      }
      if (!(await integrations.connect(id, answerHash, app, now()))) throw answerUnknown()
      await audit.add({
        id: newId.event(),
        action: 'integration.connected',
        userId: person,
        subject: id,
        details: { kind: begun.kind, host: begun.webUrl, name: made.slug },
      })
      await outbox.add({ type: 'integration.changed', payload: { integration_id: id } })
      const stored = (await integrations.list()).find((one) => one.id === id)
      if (stored === undefined) throw integrationNotFound()
      return shownIntegration(stored, hosts)
    })
  }
