import type { UnitOfWork } from '@teamlore/db'
import type { Observation } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { resolveId } from '../platform/resolve-id.ts'
import { observationNotFound } from './observations.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

/** `id` may be the beginning of one. */
export const makeGetObservation =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { id }: { id: string }): Promise<Observation> =>
    unitOfWork.inTeam(scope, async ({ ids, observationList, sessionSharing }) => {
      const whole = await resolveId(ids, 'observation', id, observationNotFound)
      const observation = await observationList.find(whole)
      if (observation === undefined) throw observationNotFound()
      await sessionSharing.noteReading([observation.session_id])
      return observation
    })

export type GetObservation = ReturnType<typeof makeGetObservation>
