import type { RecentKey, RecentRow, TeamRepositories } from '@teamlore/db'
import { searchQuerySchema } from '@teamlore/shared'
import { isCancelledStatement } from './is-cancelled-statement.ts'
import { type NamedFilters, nameFilters } from './query/name-filters.ts'
import type { TypedFilter } from './query/query.types.ts'
import { type ResolvedFilters, resolveFilters } from './query/resolve-filters.ts'
import { noteOnUnknown, noteWithoutMeant } from './query/unknown-values.ts'
import { weigh } from './ranking/outlook.ts'
import { documentBounds, readInBounds } from './read-in-bounds.ts'
import { type Asked, type SearchDeps, TIMEOUT_MS } from './search.types.ts'
import { searchByText } from './search-arms.ts'

type Question = Pick<Asked, 'scope' | 'query' | 'typed' | 'question' | 'begun' | 'asOf' | 'signal'>

/** An answer that found nothing. */
type Nothing = {
  resolved: Pick<ResolvedFilters, 'applied' | 'filters' | 'isImpossible'>
  /** What was said of the words; undefined where none were asked for. */
  absent?: string | undefined
}

/** Values that are looked up for one answer. */
const MAX_LOOKED_UP = 6

/**
 * Says which filters leave nothing: a value that nothing has which the asker may see, or else all of them together, and
 * whether the words stand somewhere without them. Where looking takes too long, less is said.
 */
export const explainNothing = async (
  { unitOfWork, timeoutMs = TIMEOUT_MS }: Pick<SearchDeps, 'unitOfWork' | 'timeoutMs'>,
  asked: Question,
  { resolved, absent }: Nothing,
): Promise<string[]> => {
  const filters = nameFilters(resolved.applied, {
    scope: asked.query.scope,
    excluded: asked.typed.excluded,
    asOf: asked.asOf,
  })
  const said = absent === undefined ? [] : [absent]
  // Where nothing can fit, a note of the filter's own has said why.
  if (filters === undefined || resolved.isImpossible) return said
  asked.signal?.throwIfAborted()
  let unknown: string[] = []
  try {
    return await unitOfWork.searchInTeam(asked.scope, { timeoutMs }, async (repositories) => {
      unknown = []
      await addUnknownValues(unknown, repositories, asked, resolved)
      asked.signal?.throwIfAborted()
      const isElsewhere = await standElsewhere(repositories, asked)
      return sentences(filters, { unknown, absent, isElsewhere })
    })
  } catch (error) {
    if (isCancelledStatement(error)) return unknown.length > 0 ? unknown : said
    throw error
  }
}

type LookedUp = {
  unknown: readonly string[]
  absent: string | undefined
  /** Undefined where there are no words. */
  isElsewhere: boolean | undefined
}

const sentences = (
  { nothingFits, without }: NamedFilters,
  { unknown, absent, isElsewhere }: LookedUp,
): string[] => {
  const elsewhere = isElsewhere ? 'there are entries with these words' : 'nothing has them either'
  if (unknown.length > 0)
    return isElsewhere ? [...unknown, `${without.named} ${elsewhere}.`] : [...unknown]
  if (absent === undefined) return isElsewhere === undefined ? [nothingFits] : []
  return [absent.replace(/\.$/, `; ${without.again} ${elsewhere}.`)]
}

const LOOKED_UP: readonly string[] = ['tool', 'branch', 'file', 'concept', 'tag']

/** Adds a note for each such value. What was added stays where looking for the next takes too long. */
const addUnknownValues = async (
  notes: string[],
  repositories: TeamRepositories,
  { scope, begun }: Question,
  { applied, filters }: Pick<ResolvedFilters, 'applied' | 'filters'>,
): Promise<void> => {
  const projects = filters.projects?.find(({ isNegated }) => !isNegated)?.values
  const wanted = applied
    .filter(({ name, isNegated }) => LOOKED_UP.includes(name) && !isNegated)
    .flatMap((filter) =>
      filter.name === 'tool'
        ? filter.value.split(',').map((value) => ({ ...filter, value }))
        : [filter],
    )
  const finds = (filter: TypedFilter) =>
    hasAny(repositories, filter, { begun, userId: scope.userId })
  for (const filter of wanted.slice(0, MAX_LOOKED_UP)) {
    if (await finds(filter)) continue
    // What was meant is looked for among many paths, so that nothing has it is noted first.
    const at = notes.push(noteWithoutMeant(filter)) - 1
    notes[at] = await noteOnUnknown(repositories, filter, { finds, projects })
  }
}

/** Whether the asker may see anything that fits this filter alone; true as well where looking would take too long. */
const hasAny = async (
  { search, ids }: Pick<TeamRepositories, 'search' | 'ids'>,
  filter: TypedFilter,
  { begun, userId }: { begun: Date; userId: string },
): Promise<boolean> => {
  const query = searchQuerySchema.parse({ q: '', include_superseded: true })
  const resolved = await resolveFilters(
    { search, ids },
    { typed: [filter], query, now: begun, userId },
  )
  const read = readInBounds<RecentRow, RecentKey>(
    (request) => search.listRecent(resolved.filters, { ...request, hasTools: true }),
    await weigh(search, { terms: [], common: [] }, resolved),
    { ...documentBounds(resolved.filters), most: 1 },
  )
  const part = await read({ limit: 1, after: undefined })
  return part === undefined || part.rows.length > 0 || part.reached !== null
}

/** Whether the words stand in anything the asker may see, whatever the filters say. */
const standElsewhere = async (
  { search }: Pick<TeamRepositories, 'search'>,
  { question, query }: Question,
): Promise<boolean | undefined> => {
  if (question.terms.length === 0) return undefined
  const outlook = await weigh(search, question, { scopes: [] })
  const { demanded } = question
  const free = { ...question, required: demanded, requiredWords: demanded, excluded: null }
  const filters = { includeSuperseded: query.include_superseded }
  const { text } = await searchByText(search, free, outlook, { filters })
  return text.length > 0
}
