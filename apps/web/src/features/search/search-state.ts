'use client'

import type { SearchQuery } from '@teamlore/shared'
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'

export const SCOPES = [
  'all',
  'session',
  'project',
  'knowledge',
] as const satisfies readonly SearchQuery['scope'][]

/** Everything a search is made of, as it stands in the address; the names are those of the API. */
const PARSERS = {
  q: parseAsString.withDefault(''),
  scope: parseAsStringLiteral(SCOPES).withDefault('all'),
  type: parseAsString,
  file: parseAsString,
  tool: parseAsString,
  project: parseAsString,
  author: parseAsString,
  concept: parseAsString,
  branch: parseAsString,
  session: parseAsString,
  before: parseAsString,
  after: parseAsString,
  include_superseded: parseAsBoolean.withDefault(false),
  /** `session`: sessions for results. */
  by: parseAsStringLiteral(['session']),
}

export type SearchState = {
  q: string
  scope: (typeof SCOPES)[number]
  include_superseded: boolean
  by: 'session' | null
} & Record<SearchFilterName, string | null>

export type SearchFilterName =
  | 'type'
  | 'file'
  | 'tool'
  | 'project'
  | 'author'
  | 'concept'
  | 'branch'
  | 'session'
  | 'before'
  | 'after'

/** The search in the address bar, and how to change it. */
export const useSearchState = () => useQueryStates(PARSERS, { history: 'push' })

const FILTERS: readonly SearchFilterName[] = [
  'type',
  'file',
  'tool',
  'project',
  'author',
  'concept',
  'branch',
  'session',
  'before',
  'after',
]

export const NO_SEARCH_FILTERS = {
  ...(Object.fromEntries(FILTERS.map((name) => [name, null])) as Record<SearchFilterName, null>),
  scope: 'all' as const,
  include_superseded: false,
}

export const hasFilters = (state: SearchState): boolean =>
  FILTERS.some((name) => state[name] !== null) || state.scope !== 'all' || state.include_superseded

/** Whether there is anything to ask the server: words, or a filter that stands for them. */
export const isAsking = (state: SearchState): boolean =>
  state.q.trim() !== '' || FILTERS.some((name) => state[name] !== null)

/** What is sent to the API: only what is set. */
export const toSearchQuery = (state: SearchState) => ({
  q: state.q.trim(),
  ...(state.scope === 'all' ? {} : { scope: state.scope }),
  ...(state.include_superseded ? { include_superseded: true } : {}),
  ...(Object.fromEntries(
    FILTERS.filter((name) => state[name] !== null).map((name) => [name, state[name]]),
  ) as { [K in SearchFilterName]?: string }),
})
