import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type ProjectId } from '@teamlore/shared'
import type { Retention, SetRetention } from '@teamlore/shared/retention'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { managedProject } from '../projects/managed-project.ts'

export type RetentionDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'event'>
}

type Named = { id: ProjectId; name: string }

const RECEIPTS = 50
const HOUR_MS = 3_600_000

/** As long as what was forgotten can be brought back, what was set can be taken back before anything goes. */
export const effectiveFrom = async (
  { forgettingSettings }: Pick<TeamRepositories, 'forgettingSettings'>,
  now: Date,
): Promise<Date> => new Date(now.getTime() + (await forgettingSettings.delayHours()) * HOUR_MS)

const retentionOf = async (
  { retentionPolicies, retentionRuns }: TeamRepositories,
  project: Named,
): Promise<Retention> => ({
  project,
  policy: (await retentionPolicies.find(project.id)) ?? null,
  runs: await retentionRuns.list(project.id, RECEIPTS),
})

/** How long a project keeps the text of its messages, and what went so far. @throws DomainError `project.not_found`. */
export const makeGetRetention =
  ({ unitOfWork }: RetentionDeps) =>
  (scope: TeamScope, { id }: { id: string }): Promise<Retention> =>
    unitOfWork.inTeam(scope, async (repos) => retentionOf(repos, await managedProject(repos, id)))

/**
 * Sets it for a project. It holds once the delay of the team has passed, also where it only changes; without a limit it is off at once.
 *
 * @throws DomainError `project.not_found`.
 */
export const makeSetRetention =
  ({ unitOfWork, now = systemClock, ids = newId }: RetentionDeps) =>
  (
    scope: TeamScope<'admin'>,
    { id, policy }: { id: string; policy: SetRetention },
  ): Promise<Retention> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const setBy = requirePerson(scope)
      const project = await managedProject(repos, id)
      const { days, max_bytes, keeps_prompts } = policy
      const isOff = days === null && max_bytes === null
      const at = now()
      const isChanged = isOff
        ? await repos.retentionPolicies.remove(project.id)
        : await setLimits(repos, project, policy, { setBy, at })
      if (isChanged)
        await repos.audit.add({
          id: ids.event(),
          action: isOff ? 'retention.removed' : 'retention.set',
          userId: setBy,
          subject: project.id,
          details: isOff ? {} : { days, max_bytes, keeps_prompts },
        })
      return retentionOf(repos, project)
    })

/** What is set again as it is keeps its time. @returns whether anything changed. */
const setLimits = async (
  repos: TeamRepositories,
  { id }: Named,
  { days, max_bytes, keeps_prompts }: SetRetention,
  { setBy, at }: { setBy: ReturnType<typeof requirePerson>; at: Date },
): Promise<boolean> => {
  const before = await repos.retentionPolicies.find(id)
  const isSame =
    before !== undefined &&
    before.days === days &&
    before.max_bytes === max_bytes &&
    before.keeps_prompts === keeps_prompts
  if (isSame) return false
  const effectiveAt = await effectiveFrom(repos, at)
  const limits = { days, maxBytes: max_bytes, keepsPrompts: keeps_prompts }
  await repos.retentionPolicies.set(id, limits, { setBy, setAt: at, effectiveAt })
  return true
}
