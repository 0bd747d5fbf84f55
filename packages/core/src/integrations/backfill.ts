import type { ListedRepository, StoredIntegration, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import { type CodeHost, type CodeHosts, HostError } from '@teamlore/shared/code-hosts'
import type { IntegrationId } from '@teamlore/shared/ids'
import type { Backfill } from '@teamlore/shared/integrations'
import type { SecretBox } from '../identity/sign-in/secret-box.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { SystemScope, TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { identityOf } from '../projects/identity-of-url.ts'
import type { IntegrationDeps } from './connect.ts'
import { integrationNotFound, notConnected } from './integrations.errors.ts'
import { appForWork } from './keys.ts'

/** Asks for pull requests of before. @throws DomainError `integration.not_found`, `integration.not_connected` */
export const makeAskBackfill =
  ({ unitOfWork }: Pick<IntegrationDeps, 'unitOfWork'>) =>
  (
    scope: TeamScope<'admin'>,
    { id, backfill: { merged } }: { id: IntegrationId; backfill: Backfill },
  ): Promise<void> =>
    unitOfWork.inTeam(scope, async ({ integrations, hostedRepositories, audit, outbox }) => {
      const found = await integrations.find(id)
      if (found === undefined) throw integrationNotFound()
      if (found.state !== 'connected') throw notConnected()
      await hostedRepositories.askBackfill(id, merged)
      await audit.add({
        id: newId.event(),
        action: 'integration.backfilled',
        userId: requirePerson(scope),
        subject: id,
        details: { merged },
      })
      await outbox.add({ type: 'integration.changed', payload: { integration_id: id } })
    })

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  hosts: { [Kind in keyof CodeHosts]: Pick<CodeHost, 'pullRequestNumbers'> }
  secretBox: SecretBox | undefined
  now?: Clock
  maxTurns?: number | undefined
}

/** Turns at one look: what waits longer than a day is given up, and others wait as well. The rest is for the next look. */
const MAX_TURNS = 1_500

/** Each takes some requests; a host allows some thousands an hour. */
const APART_MS = 4_000

type Work = { scope: SystemScope; stored: StoredIntegration; at: Date }

/** @returns how many were asked for. */
const listOne = async (
  { unitOfWork, hosts, secretBox }: Deps,
  { scope, stored, at }: Work,
  { repository, turn }: { repository: ListedRepository; turn: number },
): Promise<number> => {
  const { repositoryId, installationId, fullName, url, backfill } = repository
  const identity = identityOf(url)
  const project =
    identity &&
    (await unitOfWork.inTeam(scope, ({ hostedRepositories }) =>
      hostedRepositories.projectOf(identity),
    ))
  const place = { app: appForWork(secretBox, stored), installationId, fullName }
  // Of a repository without a project nothing is known, and nothing learned.
  const numbers = project
    ? await hosts[stored.kind].pullRequestNumbers(place, { merged: backfill ?? 0 })
    : []
  await unitOfWork.inTeam(scope, async ({ pullRequests, hostedRepositories }) => {
    for (const [index, number] of numbers.entries())
      await pullRequests.askLater(
        { integrationId: stored.id, repositoryId, number },
        newId.pullRequest(),
        { at, notBefore: new Date(at.getTime() + (turn + index) * APART_MS) },
      )
    await hostedRepositories.noteBackfilled(stored.id, repositoryId, at)
  })
  return numbers.length
}

/**
 * What the host refuses for good. A token or a key that it does not take is replaced: all waits for that.
 *
 * @returns whether there is any use in asking it for others.
 * @throws what it may do later, and what is no fault of it
 */
const leaveAside = async (
  { unitOfWork }: Deps,
  { scope, stored, at }: Work,
  { repository, error }: { repository: ListedRepository; error: unknown },
): Promise<boolean> => {
  if (!(error instanceof HostError)) throw error
  const { failure, message } = error
  if (failure === 'limited' || failure === 'unavailable') throw error
  const isForAll = failure === 'unauthorized'
  await unitOfWork.inTeam(scope, async ({ integrations, hostedRepositories }) => {
    await integrations.noteError(stored.id, message, at)
    if (isForAll) return
    await hostedRepositories.noteBackfilled(stored.id, repository.repositoryId, at)
  })
  return !isForAll
}

/**
 * Lists pull requests of before, repository by repository, and gives each its turn. What is listed stays so where this is interrupted;
 * the schedule goes on with the rest. What the host refuses for good is left aside.
 */
export const makeBackfill =
  (deps: Deps) =>
  async (
    scope: SystemScope,
    { integrationId }: { integrationId: IntegrationId },
  ): Promise<void> => {
    const { unitOfWork, now = systemClock, maxTurns = MAX_TURNS } = deps
    const { stored, waiting } = await unitOfWork.inTeam(
      scope,
      async ({ integrations, hostedRepositories }) => ({
        stored: await integrations.find(integrationId),
        waiting: (await hostedRepositories.list(integrationId)).filter(
          ({ backfill }) => backfill !== null,
        ),
      }),
    )
    if (stored === undefined || stored.state !== 'connected') return
    const at = now()
    let turn = 0
    for (const repository of waiting) {
      if (turn >= maxTurns) break
      const work = { scope, stored, at }
      try {
        turn += await listOne(deps, work, { repository, turn })
      } catch (error) {
        if (!(await leaveAside(deps, work, { repository, error }))) break
      }
    }
  }

export type BackfillPullRequests = ReturnType<typeof makeBackfill>
