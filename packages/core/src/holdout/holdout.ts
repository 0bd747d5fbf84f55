import type { StoredHoldout, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type ProjectId } from '@teamlore/shared'
import type { Holdout, HoldoutResult, SetHoldout } from '@teamlore/shared/holdout'
import { requirePerson } from '../identity/teams/require-person.ts'
import { grantSystemScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { managedProject } from '../projects/managed-project.ts'
import { compareArms } from './compare-arms.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'event'>
}

type Named = { id: ProjectId; name: string }

const pausedOf = ({ paused_at, pause_cause, pause_reason }: StoredHoldout): Holdout['paused'] =>
  paused_at === null || pause_cause === null
    ? null
    : { at: paused_at, because: pause_cause, reason: pause_reason ?? '' }

const holdoutOf = (
  project: Named,
  found: StoredHoldout | undefined,
  result: HoldoutResult | null,
): Holdout => ({
  project,
  share: found?.share ?? 0,
  set_by: found?.set_by ?? null,
  set_at: found?.set_at ?? null,
  paused: found === undefined ? null : pausedOf(found),
  result,
})

/** Counted with everybody's sessions, private ones too: what comes of it are numbers of twenty and more. */
const resultOf = (
  { unitOfWork }: Deps,
  { teamId }: TeamScope,
  round: { projectId: ProjectId; round: string },
): Promise<HoldoutResult> =>
  unitOfWork.inTeam(grantSystemScope(teamId), async ({ holdoutArms }) =>
    compareArms(await holdoutArms.counted(round), await holdoutArms.begun(round)),
  )

const read = async (deps: Deps, scope: TeamScope, typed: string): Promise<Holdout> => {
  const { project, found } = await deps.unitOfWork.inTeam(scope, async (repos) => {
    const project = await managedProject(repos, typed)
    return { project, found: await repos.holdouts.find(project.id) }
  })
  const round = found && { projectId: project.id, round: found.round }
  return holdoutOf(project, found, round ? await resultOf(deps, scope, round) : null)
}

/** Whether sessions of a project are parted, and how they went. @throws DomainError `project.not_found`. */
export const makeGetHoldout =
  (deps: Deps) =>
  (scope: TeamScope, { id }: { id: string }): Promise<Holdout> =>
    read(deps, scope, id)

/**
 * Sets which share of its sessions begin without a brief. Another share, or the same after a pause, begins a new round.
 *
 * @throws DomainError `project.not_found`.
 */
export const makeSetHoldout =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  async (
    scope: TeamScope<'admin'>,
    { id, share }: { id: string } & SetHoldout,
  ): Promise<Holdout> => {
    const project = await unitOfWork.inTeam(scope, async (repos) => {
      const setBy = requirePerson(scope)
      const project = await managedProject(repos, id)
      const before = await repos.holdouts.find(project.id)
      if (isAsBefore(before, share)) return project
      const round = share === 0 ? (before?.round ?? ids.event()) : ids.event()
      await repos.holdouts.set(project.id, { share, round, setBy, setAt: now() })
      await noteSet(repos, { id: ids.event(), userId: setBy, subject: project.id, share })
      return project
    })
    return read({ unitOfWork }, scope, project.id)
  }

const isAsBefore = (before: StoredHoldout | undefined, share: number): boolean =>
  before === undefined ? share === 0 : before.share === share && before.paused_at === null

const noteSet = (
  { audit }: Pick<TeamRepositories, 'audit'>,
  {
    id,
    userId,
    subject,
    share,
  }: { id: string; userId: ReturnType<typeof requirePerson>; subject: ProjectId; share: number },
): Promise<unknown> =>
  audit.add({ id: id as never, action: 'holdout.set', userId, subject, details: { share } })
