'use client'

import type { Session } from '@teamlore/shared'
import { useNow } from '../../components/ui/use-now.ts'
import { groupByTime } from './group-by-time.ts'
import { COUNT_COLUMNS, SessionRow } from './session-row.tsx'
import './session-list.css'

/** Sessions under the days, further back the months, they were last worked on. */
export const SessionList = ({
  sessions,
  changed,
}: {
  sessions: readonly Session[]
  /** Ids that have just changed: they glow for a moment. */
  changed: ReadonlySet<string>
}) => {
  const now = useNow()
  return (
    <div className="session-list">
      {groupByTime(sessions, now).map((group, at) => (
        <section key={`${group.heading} ${group.sessions[0]?.id}`}>
          <div className="session-day">
            <h2>{group.heading}</h2>
            {at === 0 && (
              <div className="session-day-columns" aria-hidden>
                {COUNT_COLUMNS.map((column) => (
                  <span key={column}>{column}</span>
                ))}
              </div>
            )}
          </div>
          <ul>
            {group.sessions.map((session) => (
              <SessionRow key={session.id} session={session} hasChanged={changed.has(session.id)} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
