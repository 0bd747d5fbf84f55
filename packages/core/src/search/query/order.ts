import type { TypedFilter } from './query.types.ts'

export type DateOrder = 'newest' | 'oldest'

/** What people write for it, here and elsewhere; undefined is the order of relevance. */
const ORDERS = new Map<string, DateOrder | undefined>([
  ...['date', 'newest', 'newest-first', 'latest', 'recent', 'date-desc', 'time'].map(
    (name): [string, DateOrder] => [name, 'newest'],
  ),
  ...['oldest', 'oldest-first', 'date-asc'].map((name): [string, DateOrder] => [name, 'oldest']),
  ...['relevance', 'best', 'score'].map((name): [string, undefined] => [name, undefined]),
])

const nameOf = (value: string): string => value.trim().toLowerCase()

export const isOrder = (value: string): boolean => ORDERS.has(nameOf(value))

/** The first that is one. What stands in the question goes before what stands beside it. */
export const orderOf = (filters: readonly TypedFilter[]): DateOrder | undefined => {
  const known = filters.find(
    ({ name, value, isNegated }) => name === 'order' && !isNegated && isOrder(value),
  )
  return known && ORDERS.get(nameOf(known.value))
}
