import { redactSecrets } from '@teamlore/redaction'
import type { SearchQuery } from '@teamlore/shared'
import { printFilter } from './print-filter.ts'
import type { TypedFilter, TypedQuery } from './query.types.ts'

/** What narrows a question, as a sentence names it. */
export type NamedFilters = { named: string; isOne: boolean }

const MAX_NAMED = 3
const MAX_CHARS = 60

/** `tool:codex and branch:main`, or "the filters" where naming them is no help; undefined where nothing narrows. */
export const nameFilters = (
  applied: readonly TypedFilter[],
  { scope, excluded }: Pick<SearchQuery, 'scope'> & Pick<TypedQuery, 'excluded'>,
): NamedFilters | undefined => {
  const names = [
    ...applied.map(printFilter),
    ...excluded.map(({ kind, text }) => (kind === 'phrase' ? `-"${text}"` : `-${text}`)),
    ...(scope === 'session' || scope === 'knowledge' ? [`the scope "${scope}"`] : []),
  ]
  if (names.length === 0) return undefined
  const isOne = names.length === 1
  const short = names.filter((name) => name !== undefined && name.length <= MAX_CHARS)
  if (short.length < names.length || names.length > MAX_NAMED)
    return { named: isOne ? 'the filter' : 'the filters', isOne }
  // An answer is kept by whoever asked, and in more places than the question.
  return { named: listed(short.map((name) => redactSecrets(name ?? '').text)), isOne }
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
