import type { TeamRepositories } from '@teamlore/db'
import { kindOfId, newId, type ProjectId } from '@teamlore/shared'
import type { HoldKind, LegalHoldList, LiftHold, SetHold } from '@teamlore/shared/forgetting'
import { requirePerson } from '../identity/teams/require-person.ts'
import { grantSystemScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { systemClock } from '../platform/clock.ts'
import { cleanStrings } from '../text/clean-strings.ts'
import { heldAlready, heldUnknown, notHeld } from './forgetting.errors.ts'
import type { HideDeps } from './hide.ts'

const KINDS = new Map<string | undefined, HoldKind>([
  ['user', 'person'],
  ['project', 'project'],
  ['session', 'session'],
])

/** Whether there is such a thing in the team, whoever may see it. */
const isThere = async (
  { people, personSelection, team, forgetSelection, tombstones }: TeamRepositories,
  kind: HoldKind,
  id: string,
): Promise<boolean> => {
  switch (kind) {
    case 'person':
      return ((await people.find(id))?.id ?? (await personSelection.wasHere(id))) !== undefined
    case 'project':
      return (await team.project(id as ProjectId)) !== undefined
    case 'session':
      return (await forgetSelection.sessionTarget(id)) !== undefined || tombstones.isHidden(id)
  }
}

/**
 * Keeps a person, a project or a session from being deleted until it is lifted, whoever asks. What was hidden before is not purged.
 *
 * @throws DomainError `hold.subject_not_found`, `hold.already`.
 */
export const makeSetHold =
  ({ unitOfWork, now = systemClock, ids = newId }: HideDeps) =>
  async (scope: TeamScope<'admin'>, asked: SetHold): Promise<LegalHoldList> => {
    const setBy = requirePerson(scope)
    const { subject, reason } = cleanStrings(asked)
    const kind = KINDS.get(kindOfId(subject))
    if (kind === undefined) throw heldUnknown()
    const system = grantSystemScope(scope.teamId)
    return unitOfWork.inTeam(system, async (repos) => {
      if (!(await isThere(repos, kind, subject))) throw heldUnknown()
      const isNew = await repos.legalHolds.set({ subject, kind, reason, setBy, setAt: now() })
      if (!isNew) throw heldAlready()
      const details = { kind }
      await repos.audit.add({
        id: ids.event(),
        action: 'hold.set',
        userId: setBy,
        subject,
        details,
      })
      return { items: await repos.legalHolds.list() }
    })
  }

/** @throws DomainError `hold.not_found`. */
export const makeLiftHold =
  ({ unitOfWork, now = systemClock, ids = newId }: HideDeps) =>
  (scope: TeamScope<'admin'>, { subject }: LiftHold): Promise<LegalHoldList> =>
    unitOfWork.inTeam(grantSystemScope(scope.teamId), async ({ legalHolds, audit }) => {
      const liftedBy = requirePerson(scope)
      if (!(await legalHolds.lift(subject, liftedBy, now()))) throw notHeld()
      await audit.add({ id: ids.event(), action: 'hold.lifted', userId: liftedBy, subject })
      return { items: await legalHolds.list() }
    })

export const makeListHolds =
  ({ unitOfWork }: Pick<HideDeps, 'unitOfWork'>) =>
  (scope: TeamScope<'admin'>): Promise<LegalHoldList> =>
    unitOfWork.inTeam(scope, async ({ legalHolds }) => ({ items: await legalHolds.list() }))
