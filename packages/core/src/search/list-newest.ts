import type { RankedRow, SearchFilters } from '@teamlore/db'
import { prepareSearch } from './prepare-search.ts'
import { presentHits } from './present-hits.ts'
import type { RankedSource } from './rank-sources.ts'
import { type Answer, type Asked, NOTHING, type SearchDeps, TIMEOUT_MS } from './search.types.ts'

/** Filters without words: what fits them, newest first. */
export const listNewest = (
  { unitOfWork, timeoutMs = TIMEOUT_MS }: SearchDeps,
  asked: Asked,
): Promise<Answer> =>
  unitOfWork.searchInTeam(asked.scope, { timeoutMs }, async (repositories) => {
    const { offset, query, question, typed, begun } = asked
    const { search } = repositories
    const { resolved, outlook } = await prepareSearch(repositories, asked)
    const hasQuestion =
      typed.filters.length > 0 || question.excluded !== null || resolved.scopes.length > 0
    const notes = hasQuestion
      ? resolved.notes
      : [...resolved.notes, 'Nothing was asked for, so these are the newest entries.']
    if (resolved.isImpossible) return { page: NOTHING, arms: [], notes }
    const hasTools = asksForTools(resolved.filters)
    const rows = await search.listRecent(
      { ...resolved.filters, excluded: question.excluded },
      {
        limit: (offset + query.limit) * (hasTools ? 2 : 1) + SLACK,
        within: outlook.within,
        hasTools,
      },
    )
    const ranked = onePerSource(rows).map(
      (row): RankedSource => ({
        row,
        score: 0,
        fused: 0,
        parts: { text: null, vector: null, exact: null },
      }),
    )
    const request = {
      offset,
      limit: query.limit,
      worth: new Map<string, number>(),
      now: begun,
      files: resolved.filters.files,
    }
    return { page: await presentHits(search, ranked, request), arms: [], notes }
  })

/** Entries beyond the page, since some repeat others. */
const SLACK = 16

const TOOL_TYPES = ['tool_call', 'tool_result']

/** Who asks for a file, or for calls and outputs themselves, means what tools did too. */
const asksForTools = ({ types = [], files = [] }: SearchFilters): boolean =>
  files.some(({ isNegated }) => !isNegated) ||
  types.some(
    ({ isNegated, values }) => !isNegated && values.some((value) => TOOL_TYPES.includes(value)),
  )

/** A message may have prose, calls and outputs; it is one hit all the same. */
const onePerSource = (rows: readonly RankedRow[]): RankedRow[] =>
  [...new Map(rows.toReversed().map((row) => [row.sourceId, row])).values()].toReversed()
