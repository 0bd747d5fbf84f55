import type { UnitOfWork } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import type { ReportArms } from '@teamlore/shared/holdout'
import { armOf } from '@teamlore/shared/holdout-arms'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

/**
 * Notes which sessions of the asker began with a brief and which without one. Passed over is what is of no round that goes on, and what
 * was dealt otherwise than by the hash: nobody chooses the arm of a session.
 */
export const makeReportHoldoutArms =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (
    scope: TeamScope<'member'>,
    { arms }: ReportArms,
  ): Promise<{ taken: number; passed_over: number }> =>
    unitOfWork.inTeam(scope, async ({ holdouts, holdoutArms }) => {
      const person = requirePerson(scope)
      let taken = 0
      for (const reported of arms) {
        const holdout = await holdouts.find(reported.project_id as ProjectId)
        const isDealt =
          holdout?.round === reported.round && armOf(holdout, reported.session) === reported.arm
        if (!isDealt) continue
        // A clock that goes ahead must not keep the next session of the person from being the last.
        const beganAt = new Date(Math.min(Date.parse(reported.began_at), now().getTime()))
        await holdoutArms.add(person, reported, beganAt)
        taken++
      }
      return { taken, passed_over: arms.length - taken }
    })
