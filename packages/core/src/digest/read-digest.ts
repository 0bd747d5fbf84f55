import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { TeamId } from '@teamlore/shared'
import type { Digest } from '@teamlore/shared/digest'
import { grantEverybodyScope, type TeamScope } from '../identity/teams/team-scope.ts'
import type { weekOf } from './weeks.ts'

const MOST = 100
const MOST_SHOWN = 5

type Lists = Pick<TeamRepositories, 'home' | 'memoryList' | 'memoryReview' | 'stale'>

const currentOf = async ({ memoryList }: Lists, ids: readonly string[]) => {
  if (ids.length === 0) return []
  const { items } = await memoryList.list({ ids }, { limit: ids.length })
  const byId = new Map(items.map((memory) => [memory.id, memory]))
  return ids.flatMap((id) => {
    const found = byId.get(id)
    return found?.status === 'active' ? [found] : []
  })
}

const contradictionsOf = async (repos: Lists): Promise<Digest['contradictions']> => {
  const pairs = await repos.memoryReview.contradictions(undefined, MOST)
  const current = await currentOf(repos, [
    ...new Set(pairs.flatMap(({ from_id, to_id }) => [from_id, to_id])),
  ])
  const byId = new Map(current.map((memory) => [memory.id, memory]))
  const both = pairs.flatMap(({ from_id, to_id }) => {
    const [first, second] = [byId.get(from_id), byId.get(to_id)]
    return first && second ? [{ first, second }] : []
  })
  return { count: both.length, items: both.slice(0, MOST_SHOWN) }
}

/** Read as nobody, so that the database itself names and counts nothing private and nothing of a restricted project. */
const readAs = async (
  repos: Lists,
  { userId }: Pick<TeamScope, 'userId'>,
  { start, name }: ReturnType<typeof weekOf>,
): Promise<Digest> => {
  const since = new Date(start.getTime() - 7 * 86_400_000)
  const decisions = await currentOf(
    repos,
    await repos.home.newDecisions({ since, until: start }, MOST),
  )
  const stale = await repos.stale.list({ states: ['dirty', 'broken'] }, userId)
  const staleNow = await currentOf(
    repos,
    stale.slice(0, MOST).map(({ id }) => id),
  )
  return {
    week: name,
    decisions: { count: decisions.length, items: decisions.slice(0, MOST_SHOWN) },
    review: { count: (await repos.memoryReview.queue({}, 1)).total },
    contradictions: await contradictionsOf(repos),
    stale: { count: staleNow.length, items: staleNow.slice(0, MOST_SHOWN) },
  }
}

/** The seven days before a moment of a team, as everybody in it may read them. */
export const readDigest = (
  unitOfWork: Pick<UnitOfWork, 'inTeam'>,
  teamId: TeamId,
  week: ReturnType<typeof weekOf>,
): Promise<Digest> => {
  const everybody = grantEverybodyScope(teamId, null)
  return unitOfWork.inTeam(everybody, (repos) => readAs(repos, everybody, week))
}

/** Nothing of which anybody would want to read. */
export const isQuiet = ({ decisions, review, contradictions, stale }: Digest): boolean =>
  decisions.count + review.count + contradictions.count + stale.count === 0
