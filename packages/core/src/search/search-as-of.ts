import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { GroupedHit, SearchQuery, SearchResponse } from '@teamlore/shared'
import { readAsOf } from '../commits/read-as-of.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { countTokens } from '../text/count-tokens.ts'
import { parseMoment } from '../text/parse-moment.ts'
import { memoryHeldAt } from './memory-held-at.ts'
import type { Search } from './search.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; search: Search; now?: Clock }

/**
 * A search that also answers as of an earlier time: what was recorded by then, and of memories the statement that held then,
 * whichever version of their thread was found. Without `as_of` it is the search itself.
 *
 * @throws DomainError `memory.as_of_unknown`, `memory.as_of_ambiguous`, and what a search throws.
 */
export const makeSearchAsOf =
  ({ unitOfWork, search, now = systemClock }: Deps): Search =>
  async (scope: TeamScope, query, options = {}) => {
    const { as_of, ...rest } = query
    if (as_of === undefined) return search(scope, query, options)
    const at = await unitOfWork.inTeam(scope, (repos) => readAsOf(repos, as_of, now()))
    const found = await search(scope, knownBy(rest, at, now()), {
      ...options,
      isPast: true,
    })
    const items = await unitOfWork.inTeam(scope, (repos) => asHeldAt(repos, found.items, at))
    return {
      ...found,
      items,
      notes: [`As of ${at.toISOString()}.`, ...found.notes],
      tokens: countTokens(JSON.stringify(items)),
    }
  }

/** The same question, of what was recorded by then. */
export const knownBy = (query: SearchQuery, at: Date, now: Date): SearchQuery => {
  const asked = query.before === undefined ? undefined : parseMoment(query.before, now)
  // What was recorded at that very moment was known.
  const until = new Date(at.getTime() + 1)
  const before = asked !== undefined && asked < until ? asked : until
  return { ...query, before: before.toISOString(), include_superseded: true }
}

/** Memories in the words that held then, each once; of anything else, what nothing newer took the place of. */
const asHeldAt = async (
  repos: Pick<TeamRepositories, 'memories' | 'memoryList'>,
  hits: SearchResponse['items'],
  at: Date,
): Promise<GroupedHit[]> => {
  const seen = new Set<string>()
  const held: GroupedHit[] = []
  for (const hit of hits) {
    if (hit.kind !== 'memory') {
      if (hit.status === 'current' || hit.status === 'unreviewed') held.push(hit)
      continue
    }
    const one = await memoryHeldAt(repos, hit, at)
    if (one === undefined || seen.has(one.id)) continue
    seen.add(one.id)
    held.push(one)
  }
  return held
}
