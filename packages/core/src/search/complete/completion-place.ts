import { FILTER_NAMES, type FilterName } from '@teamlore/shared'
import { lexQuery, type PlacedToken } from '../query/lex-query.ts'

/** What is being typed, and which part of the question a suggestion takes the place of. */
export type CompletionPlace = { from: number; to: number; isNegated: boolean; prefix: string } & (
  | { wants: 'filter' }
  /** `head`: what a list already has before the value, as in `type:bugfix,`. */
  | { wants: 'value'; name: FilterName; head: string }
)

/**
 * What can be completed where the cursor stands: the name of a filter, or its value. Undefined inside of phrases and of
 * words that no filter begins like.
 *
 * @param cursor in UTF-16 units, as text fields count
 */
export const completionPlace = (typed: string, cursor: number): CompletionPlace | undefined => {
  const token = lexQuery(typed).find(({ start, end }) => start < cursor && cursor <= end)
  if (token === undefined) {
    return { wants: 'filter', from: cursor, to: cursor, isNegated: false, prefix: '' }
  }
  return token.kind === 'pair'
    ? placeInPair(typed, cursor, token)
    : placeInWord(typed, cursor, token)
}

const placeInWord = (
  typed: string,
  cursor: number,
  { kind, start, end }: PlacedToken,
): CompletionPlace | undefined => {
  if (kind === 'phrase') return undefined
  const [, minus, letters] = /^(-?)([A-Za-z]{0,20})$/.exec(typed.slice(start, cursor)) ?? []
  if (letters === undefined) return undefined
  const isNegated = minus === '-'
  return { wants: 'filter', from: start, to: end, isNegated, prefix: letters.toLowerCase() }
}

const placeInPair = (
  typed: string,
  cursor: number,
  { name, start, end, isNegated }: PlacedToken & { kind: 'pair' },
): CompletionPlace | undefined => {
  const valueStart = typed.indexOf(':', start) + 1
  if (cursor < valueStart) return placeInName(typed, cursor, { start, valueStart, isNegated })
  if (!isFilterName(name)) return undefined
  const isQuoted = /["“”]/.test(typed.charAt(valueStart))
  const before = typed.slice(valueStart + (isQuoted ? 1 : 0), cursor)
  const comma = isList(name) ? before.lastIndexOf(',') + 1 : 0
  // A quotation without an end reaches over all that follows, which a suggestion must not take away.
  const isOpen = isQuoted && !/["“”]/.test(typed.slice(valueStart + 1, end))
  return {
    wants: 'value',
    name,
    head: before.slice(0, comma),
    prefix: before.slice(comma).trim(),
    from: start,
    to: isOpen ? cursor : end,
    isNegated,
  }
}

const placeInName = (
  typed: string,
  cursor: number,
  { start, valueStart, isNegated }: { start: number; valueStart: number; isNegated: boolean },
): CompletionPlace => ({
  wants: 'filter',
  from: start,
  to: valueStart,
  isNegated,
  prefix: typed.slice(start, cursor).replace(/^-/, '').toLowerCase(),
})

const isFilterName = (name: string): name is FilterName =>
  (FILTER_NAMES as readonly string[]).includes(name)

const isList = (name: FilterName): boolean => name === 'type' || name === 'tool'
