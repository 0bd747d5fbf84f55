import type { HomeState, TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { Home, HomeMemory, HomeQuery } from '@teamlore/shared/home'
import type { GetCapture } from '../capture/get-capture.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type FilledBatch, readBatch } from '../memories/review-batch.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { readGuide } from './guide.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  /** With its own memory of what is dear to count. */
  getCapture: GetCapture
  now?: Clock
}

/** What somebody who was never here is shown as new. */
const FIRST_DAYS = 7
const COST_DAYS = 30
const MOST_PAIRS = 100
const DAY_MS = 86_400_000

/** Whoever was away for so long has seen what there was: what came since is new. */
export const VISIT_MS = 30 * 60_000

/** Up to when the asker had seen everything: the visit before this one; null for their first. */
const seenBefore = ({ previousAt, seenAt }: HomeState, at: Date): string | null =>
  seenAt !== null && at.getTime() - Date.parse(seenAt) > VISIT_MS ? seenAt : previousAt

export const sinceOf = (state: HomeState, at: Date): Date =>
  new Date(seenBefore(state, at) ?? at.getTime() - FIRST_DAYS * DAY_MS)

/**
 * The first page of somebody: what happened, and what waits for them. Each part is read by row-level security as its own page
 * reads it, so that nothing is named or counted here that the asker could not open there.
 */
export const makeGetHome =
  ({ unitOfWork, getCapture, now = systemClock }: Deps) =>
  async (scope: TeamScope, { items }: HomeQuery): Promise<Home> => {
    const at = now()
    const batch = await readBatch(unitOfWork, { scope, at })
    const capture = await getCapture(scope, {})
    const parts = await unitOfWork.inTeam(scope, async (repos) => {
      const state = await repos.home.state(requirePerson(scope))
      const since = sinceOf(state, at)
      return {
        since: since.toISOString(),
        is_first_visit: seenBefore(state, at) === null,
        guide: await readGuide(repos, scope, state),
        news: await newsOf(repos, since, items),
        review: await reviewOf(repos, batch, items),
        contradictions: await contradictionsOf(repos, items),
        stale: await staleOf(repos, scope, items),
        cost: await costOf(repos, scope),
      }
    })
    return {
      at: at.toISOString(),
      ...parts,
      capture: {
        count: capture.alarms.length,
        items: capture.alarms
          .slice(0, items)
          .map(({ severity, message, remedy }) => ({ severity, message, remedy })),
      },
    }
  }

export type GetHome = ReturnType<typeof makeGetHome>

type Lists = Pick<TeamRepositories, 'memoryList'>

/** These memories in short, in the order of their ids; one that is gone meanwhile is left out. */
const inShort = async (
  { memoryList }: Lists,
  ids: readonly string[],
): Promise<Map<string, HomeMemory>> => {
  if (ids.length === 0) return new Map()
  const { items } = await memoryList.list({ ids }, { limit: ids.length })
  const byId = new Map(items.map((memory) => [memory.id, memory]))
  return new Map(
    ids.flatMap((id) => {
      const found = byId.get(id)
      if (found === undefined) return []
      const { kind, status, topic, statement, project } = found
      return [[id, { id, kind, status, topic, statement, project }] as const]
    }),
  )
}

const newsOf = async (
  repos: Lists & Pick<TeamRepositories, 'home'>,
  since: Date,
  limit: number,
): Promise<Home['news']> => {
  const counts = await repos.home.newsSince(since)
  const sessions = await repos.home.newSessions(since, limit)
  const memories = await inShort(repos, await repos.home.newMemories(since, limit))
  return {
    sessions: {
      count: counts.sessions,
      items: sessions.map(({ project_id, project_name, ...session }) => ({
        ...session,
        project:
          project_id === null || project_name === null
            ? null
            : { id: project_id, name: project_name },
      })),
    },
    findings: { count: counts.findings },
    memories: { count: counts.memories, items: [...memories.values()] },
  }
}

const reviewOf = async (
  repos: Lists & Pick<TeamRepositories, 'memoryReview'>,
  { ids, ...batch }: FilledBatch,
  limit: number,
): Promise<Home['review']> => {
  const { total } = await repos.memoryReview.queue({}, 1)
  const items = await inShort(repos, ids.slice(0, limit))
  return { ...batch, items: [...items.values()], waiting: total }
}

const contradictionsOf = async (
  repos: Lists & Pick<TeamRepositories, 'memoryReview'>,
  limit: number,
): Promise<Home['contradictions']> => {
  const pairs = await repos.memoryReview.contradictions(undefined, MOST_PAIRS)
  const shown = pairs.slice(0, limit)
  const memories = await inShort(repos, [
    ...new Set(shown.flatMap(({ from_id, to_id }) => [from_id, to_id])),
  ])
  return {
    count: pairs.length,
    most: MOST_PAIRS,
    items: shown.flatMap(({ from_id, to_id }) => {
      const [first, second] = [memories.get(from_id), memories.get(to_id)]
      return first && second ? [{ first, second }] : []
    }),
  }
}

const staleOf = async (
  repos: Lists & Pick<TeamRepositories, 'stale'>,
  scope: TeamScope,
  limit: number,
): Promise<Home['stale']> => {
  const found = await repos.stale.list({ states: ['dirty', 'broken'] }, scope.userId)
  const ids = found.slice(0, limit).map(({ id }) => id)
  return { count: found.length, items: [...(await inShort(repos, ids)).values()] }
}

const costOf = async (
  { home }: Pick<TeamRepositories, 'home'>,
  scope: TeamScope,
): Promise<Home['cost']> => {
  const cost = await home.cost(requirePerson(scope), COST_DAYS)
  return {
    days: COST_DAYS,
    team: { calls: cost.calls, tokens: cost.tokens, usd: cost.micros / 1e6 },
    own: { calls: cost.ownCalls, tokens: cost.ownTokens, usd: cost.ownMicros / 1e6 },
  }
}
