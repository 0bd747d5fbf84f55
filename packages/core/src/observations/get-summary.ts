import type { UnitOfWork } from '@teamlore/db'
import type { Summary } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { resolveId } from '../platform/resolve-id.ts'
import { summaryNotFound } from './observations.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

/** `id` may be the beginning of one. */
export const makeGetSummary =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { id }: { id: string }): Promise<Summary> =>
    unitOfWork.inTeam(scope, async ({ ids, summaryList, sessionSharing }) => {
      const whole = await resolveId(ids, 'summary', id, summaryNotFound)
      const summary = await summaryList.find(whole)
      if (summary === undefined) throw summaryNotFound()
      await sessionSharing.noteReading([summary.session_id])
      return summary
    })

export type GetSummary = ReturnType<typeof makeGetSummary>
