import { FILTER_NAMES, type FilterName } from '@teamlore/shared'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { TYPES } from '../query/type-filter.ts'

/** What people narrow by most. */
const FIRST: readonly FilterName[] = ['type', 'file', 'project', 'concept', 'author']

/** Filters in the order they are suggested. */
export const SUGGESTED: readonly FilterName[] = [
  ...FIRST,
  ...FILTER_NAMES.filter((name) => !FIRST.includes(name)),
]

export type Suggestion = { value: string; note: string | null; label?: string }

/** Values that need no looking up; undefined for filters whose values are the team's own. */
export const fixedValues = (
  name: FilterName,
  prefix: string,
  now: Clock = systemClock,
): Suggestion[] | undefined => {
  const begins = ({ value }: Suggestion) => value.startsWith(prefix.toLowerCase())
  if (name === 'type') return TYPES.map((value) => ({ value, note: null })).filter(begins)
  if (name === 'after' || name === 'before') return moments(now()).filter(begins)
  if (name === 'order') return ORDERS.filter(begins)
  return undefined
}

const ORDERS: Suggestion[] = [
  { value: 'date', note: 'newest first' },
  { value: 'oldest', note: 'oldest first' },
  { value: 'relevance', note: 'best first' },
]

const moments = (now: Date): Suggestion[] => {
  const iso = now.toISOString()
  return [
    { value: 'today', note: iso.slice(0, 10) },
    { value: 'yesterday', note: null },
    { value: '7d', note: 'seven days ago' },
    { value: '2w', note: 'two weeks ago' },
    { value: '3m', note: 'three months ago' },
    { value: iso.slice(0, 7), note: 'this month' },
    { value: iso.slice(0, 4), note: 'this year' },
  ]
}
