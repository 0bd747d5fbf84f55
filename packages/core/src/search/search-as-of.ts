import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { GroupedHit, SearchResponse } from '@teamlore/shared'
import { readAsOf } from '../commits/read-as-of.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { countTokens } from '../text/count-tokens.ts'
import { momentInWords } from '../text/moment-in-words.ts'
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
    if (query.as_of === undefined) return search(scope, query, options)
    const { as_of } = query
    const asOf = await unitOfWork.inTeam(scope, (repos) => readAsOf(repos, as_of, now()))
    const asked = { ...query, include_superseded: true }
    const found = await search(scope, asked, { ...options, isPast: true, asOf })
    const items = await unitOfWork.inTeam(scope, (repos) => asHeldAt(repos, found.items, asOf))
    const notes = sayingWhen(found.notes, asOf)
    return { ...found, items, notes, tokens: countTokens(JSON.stringify(items)) }
  }

/** The time that was asked about leads, unless a note names it. */
export const sayingWhen = (notes: string[], asOf: Date | undefined): string[] => {
  if (asOf === undefined) return notes
  const when = `As of ${momentInWords(asOf)}`
  return notes.some((note) => note.startsWith(`${when} `)) ? notes : [`${when}.`, ...notes]
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
