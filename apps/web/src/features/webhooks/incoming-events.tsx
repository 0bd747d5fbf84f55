'use client'

import { useQuery } from '@tanstack/react-query'
import { errorWords } from '../../components/ui/error-words.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { INCOMING_WORDS } from './event-words.ts'

/** What came in, newest first, and what came of it. */
export const IncomingEvents = ({ id }: { id: string }) => {
  const api = useApi()
  const found = useQuery({
    queryKey: queryKeys.incomingHook(id, 'events'),
    queryFn: ({ signal }) => api.incomingHooks.events(id, { signal }),
  })
  return (
    <>
      <h3>Came in</h3>
      {found.isError && <p role="alert">{errorWords(found.error)}</p>}
      {found.data?.items.length === 0 && <p className="settings-note">Nothing yet.</p>}
      <ul>
        {found.data?.items.map((event) => (
          <li key={event.id}>
            <code>{event.type}</code> {INCOMING_WORDS[event.state]}{' '}
            <TimeAgo at={event.received_at} />
            {event.result !== null && <p className="settings-detail">{plainLine(event.result)}</p>}
            <p className="settings-detail">{plainLine(event.message_id)}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
