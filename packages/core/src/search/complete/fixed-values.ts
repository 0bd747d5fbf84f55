import { type Clock, systemClock } from '../../platform/clock.ts'
import type { FilterName } from '../query/query.types.ts'
import { TYPES } from '../query/type-filter.ts'

/** What each filter is for, in the order they are suggested. */
export const FILTER_HINTS: Record<FilterName, string> = {
  type: 'decision, bugfix, prompt, summary…',
  file: 'a path, or the end of one',
  project: 'a repository',
  concept: 'what it is about',
  author: 'who did it',
  tool: 'the coding tool',
  branch: 'the git branch',
  session: 'one session',
  after: 'from a day on',
  before: 'until a day',
}

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
  return undefined
}

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
