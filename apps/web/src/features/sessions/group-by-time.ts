import type { Session } from '@teamlore/shared'
import { timeHeading } from '../../lib/format/time.ts'

export type TimeGroup = { heading: string; sessions: Session[] }

/** When something last happened in a session. */
export const lastActivity = ({ ended_at, started_at, updated_at }: Session): string =>
  ended_at ?? started_at ?? updated_at

/** Cuts a list into days and months without changing its order: a heading wherever the heading changes. */
export const groupByTime = (sessions: readonly Session[], nowMs: number): TimeGroup[] => {
  const groups: TimeGroup[] = []
  for (const session of sessions) {
    const heading = timeHeading(lastActivity(session), nowMs)
    const last = groups.at(-1)
    if (last?.heading === heading) last.sessions.push(session)
    else groups.push({ heading, sessions: [session] })
  }
  return groups
}
