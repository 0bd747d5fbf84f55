'use client'

import type { SearchQuery } from '@teamlore/shared'
import { eachFilter, FILTER_NAMES, type FilterName } from '@teamlore/shared/filters'
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { withoutControls } from '../../lib/format/plain-text.ts'
import { questionAddress, useKeptQuestion } from '../../lib/pasted-question.ts'

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
  ...eachFilter(() => parseAsString),
  /** A date, a time ago, or a commit. */
  as_of: parseAsString,
  include_superseded: parseAsBoolean.withDefault(false),
  /** `session`: sessions for results; `hit`: every hit for itself; else each session once, by its best hit. */
  by: parseAsStringLiteral(['session', 'hit']),
  /** Key of a question that is too long for an address. */
  pasted: parseAsString,
}

export type SearchState = {
  q: string
  scope: (typeof SCOPES)[number]
  as_of: string | null
  include_superseded: boolean
  by: 'session' | 'hit' | null
} & Record<FilterName, string | null>

/** Where the question is: in the address, in this tab, nowhere any more; undefined while that is not known. */
type Whereabouts = 'address' | 'tab' | 'nowhere' | undefined

/** The search in the address bar, and how to change it. */
export const useSearchState = () => {
  const [{ pasted, ...inAddress }, setAddress] = useQueryStates(PARSERS, { history: 'push' })
  const kept = useKeptQuestion(pasted)
  const state: SearchState = pasted === null ? inAddress : { ...inAddress, q: kept ?? '' }
  const setState = ({ q, ...change }: Partial<SearchState>, history: 'push' | 'replace' = 'push') =>
    void setAddress(
      q === undefined ? change : { ...change, q: null, pasted: null, ...questionAddress(q) },
      { history },
    )
  return { state, setState, whereabouts: whereaboutsOf(pasted, kept) }
}

const whereaboutsOf = (pasted: string | null, kept: string | null | undefined): Whereabouts => {
  if (pasted === null) return 'address'
  if (kept === undefined) return undefined
  return kept === null ? 'nowhere' : 'tab'
}

export const NO_SEARCH_FILTERS = {
  ...eachFilter(() => null),
  as_of: null,
  scope: 'all' as const,
  include_superseded: false,
}

export const hasFilters = (state: SearchState): boolean =>
  FILTER_NAMES.some((name) => state[name] !== null) ||
  state.as_of !== null ||
  state.scope !== 'all' ||
  state.include_superseded

/** Whether there is anything to ask the server: words, or a filter that stands for them. */
export const isAsking = (state: SearchState): boolean =>
  withoutControls(state.q).trim() !== '' || FILTER_NAMES.some((name) => state[name] !== null)

/** Said where the question that is sent is not quite the one that stands in the address. */
export const notesOnState = (state: SearchState): string[] =>
  [state.q, state.as_of ?? '', ...FILTER_NAMES.map((name) => state[name] ?? '')].some(
    (text) => withoutControls(text) !== text,
  )
    ? ['Characters that cannot be seen (control characters) were taken out of the question.']
    : []

/** What is sent to the API: only what is set. */
export const toSearchQuery = (state: SearchState) => ({
  q: withoutControls(state.q).trim(),
  ...(state.scope === 'all' ? {} : { scope: state.scope }),
  ...(state.as_of === null ? {} : { as_of: withoutControls(state.as_of).trim() }),
  ...(state.include_superseded ? { include_superseded: true } : {}),
  ...(Object.fromEntries(
    FILTER_NAMES.filter((name) => state[name] !== null).map((name) => [
      name,
      withoutControls(state[name] ?? ''),
    ]),
  ) as { [K in FilterName]?: string }),
})
