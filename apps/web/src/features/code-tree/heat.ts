import type { CodeFolder } from '@teamlore/shared/code'
import { count } from '../../lib/format/number.ts'

type Item = Pick<CodeFolder['items'][number], 'memories' | 'sessions'>

/** What somebody keeps of a place says more than that somebody was there. */
const warmth = ({ memories, sessions }: Item): number => Math.log1p(3 * memories + sessions)

/** How much is known of each, from 0 to 4, beside what lies in the same folder. */
export const heatOf = <T extends Item>(item: T, beside: readonly T[]): 0 | 1 | 2 | 3 | 4 => {
  const most = Math.max(...beside.map(warmth))
  const own = warmth(item)
  if (own === 0) return 0
  return Math.max(1, Math.round((4 * own) / most)) as 1 | 2 | 3 | 4
}

/** What a colour says, in words. */
export const heatInWords = ({ memories, sessions }: Item): string =>
  memories + sessions === 0
    ? 'nothing known'
    : [
        ...(memories === 0 ? [] : [count(memories, 'memory', 'memories')]),
        ...(sessions === 0 ? [] : [count(sessions, 'session')]),
      ].join(', ')
