import type { UnitOfWork } from '@teamlore/db'
import { idBefore, type TeamId } from '@teamlore/shared'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createSlices } from '../platform/slices.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  /** Documents this young may belong to a transaction that is still open, and would be passed over permanently. */
  lagMs?: number
  /** Documents of one transaction at most. */
  portion?: number
}

const LAG_MS = 60_000
const PORTION = 5_000
const FIRST_PORTION = 500
const LEAST_PORTION = 50
/** Part of all documents by which counts may be wrong before they are made again. */
const TOLERANCE = 0.1
const MIN_DRIFT = 200
/** How often it is looked whether they are: that reads all documents of a team. */
const LOOK_MS = 30 * 60_000

/**
 * Counts the words of documents that came in since the last time, in portions. Counts of documents that were removed or
 * rewritten stay, so everything is counted again once they are off by a tenth, or when `rebuild` says so.
 *
 * @returns how many documents were counted.
 */
export const makeRefreshLexemeStats = ({
  unitOfWork,
  now = systemClock,
  lagMs = LAG_MS,
  portion = PORTION,
}: Deps) => {
  const slices = createSlices({
    first: Math.min(FIRST_PORTION, portion),
    least: Math.min(LEAST_PORTION, portion),
    most: portion,
  })
  const lookedAt = new Map<TeamId, number>()
  const isDue = (teamId: TeamId): boolean => {
    const at = now().getTime()
    if (at - (lookedAt.get(teamId) ?? Number.NEGATIVE_INFINITY) < LOOK_MS) return false
    lookedAt.set(teamId, at)
    return true
  }
  return async (
    scope: SystemScope,
    { signal, rebuild = false }: { signal?: AbortSignal; rebuild?: boolean } = {},
  ): Promise<number> => {
    const until = idBefore('document', now().getTime() - lagMs)
    if (rebuild || (isDue(scope.teamId) && (await isWrong(unitOfWork, scope)))) {
      await unitOfWork.inTeam(scope, ({ documentLexemes }) => documentLexemes.reset())
    }
    let total = 0
    while (signal?.aborted !== true) {
      const { counted, limit } = await unitOfWork.inTeam(scope, ({ documentLexemes }) =>
        slices.take(
          async (limit) => ({ counted: await documentLexemes.countNext({ until, limit }), limit }),
          (portion) => portion.counted,
        ),
      )
      total += counted
      if (counted < limit) break
    }
    return total
  }
}

const isWrong = async (unitOfWork: Deps['unitOfWork'], scope: SystemScope): Promise<boolean> => {
  const { counted, documents } = await unitOfWork.inTeam(scope, ({ documentLexemes }) =>
    documentLexemes.drift(),
  )
  const tooMany = counted - documents
  return tooMany > MIN_DRIFT && tooMany > documents * TOLERANCE
}

export type RefreshLexemeStats = ReturnType<typeof makeRefreshLexemeStats>
