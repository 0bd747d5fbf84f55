import type { Session } from '@teamlore/shared'
import { timeHeading } from '../../lib/format/time.ts'

export type TimeGroup = { heading: string; sessions: Session[] }

/** When something last happened in a session; null where nobody knows. */
export const lastActivity = ({
  ended_at,
  started_at,
}: Pick<Session, 'ended_at' | 'started_at'>): string | null => ended_at ?? started_at

/** What the sessions without a time stand under, at the end of the list. */
const NO_DATE = 'No date'

/** Cuts a list into days and months without changing its order: a heading wherever the heading changes. */
export const groupByTime = (sessions: readonly Session[], nowMs: number): TimeGroup[] => {
  const groups: TimeGroup[] = []
  for (const session of sessions) {
    const at = lastActivity(session)
    const heading = at === null ? NO_DATE : timeHeading(at, nowMs)
    const last = groups.at(-1)
    if (last?.heading === heading) last.sessions.push(session)
    else groups.push({ heading, sessions: [session] })
  }
  return groups
}
