import type { TeamScope } from '../identity/teams/team-scope.ts'
import type { Arrival, Outcome, Whereabouts } from './ingest.types.ts'
import type { WriteSessions } from './write-sessions.ts'

/** So many sessions that fail one after the other do not fail because of themselves. */
const FAILING_IN_A_ROW = 2

/**
 * Writes sessions in one transaction, and when that fails each in its own: one that cannot be written keeps no other from
 * being stored, and whoever was in the way may be gone by then.
 *
 * @throws what a session failed with when the next one failed too: then it is not they that fail.
 */
export const makeWriteApart =
  (writeSessions: WriteSessions) =>
  async (
    scope: TeamScope<'member'>,
    arrivals: readonly Arrival[],
    whereabouts: Whereabouts,
  ): Promise<Outcome[]> => {
    const write = async (some: readonly Arrival[]): Promise<Outcome[]> => {
      try {
        const all = await writeSessions(scope, some, whereabouts)
        return all.map((written) => ({ written }))
      } catch (failure) {
        return some.map(() => ({ failure }))
      }
    }
    if (arrivals.length === 0) return []
    const together = await write(arrivals)
    return arrivals.length > 1 && together.some(isFailure) ? oneByOne(arrivals, write) : together
  }

const isFailure = (outcome: Outcome): outcome is { failure: unknown } => 'failure' in outcome

const oneByOne = async (
  arrivals: readonly Arrival[],
  write: (some: readonly Arrival[]) => Promise<Outcome[]>,
): Promise<Outcome[]> => {
  const outcomes: Outcome[] = []
  for (const arrival of arrivals) {
    outcomes.push(...(await write([arrival])))
    const last = outcomes.slice(-FAILING_IN_A_ROW).filter(isFailure)
    if (last[0] !== undefined && last.length === FAILING_IN_A_ROW) throw last[0].failure
  }
  return outcomes
}
