import type { Session } from '@teamlore/shared'
import { dayHeading } from '../../lib/format/time.ts'

export type DayGroup = { heading: string; sessions: Session[] }

/** When something last happened in a session. */
export const lastActivity = (session: Session): string => session.ended_at ?? session.updated_at

/** Cuts a list into days without changing its order: a heading wherever the day changes. */
export const groupByDay = (sessions: readonly Session[], nowMs: number): DayGroup[] => {
  const groups: DayGroup[] = []
  for (const session of sessions) {
    const heading = dayHeading(lastActivity(session), nowMs)
    const last = groups.at(-1)
    if (last?.heading === heading) last.sessions.push(session)
    else groups.push({ heading, sessions: [session] })
  }
  return groups
}
