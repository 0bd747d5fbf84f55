'use client'

import { Button } from '@mantine/core'
import type { HookDelivery, Integration, IntegrationKind } from '@teamlore/shared/integrations'
import { errorWords } from '../../components/ui/error-words.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useChange } from '../settings/index.ts'
import { numberOf } from './number-of.ts'

const STATES: Record<HookDelivery['state'], string> = {
  waiting: 'waits',
  done: 'done',
  failed: 'failed',
  ignored: 'left aside',
}

/** Events that the host sent. Each can be done again, as things are now. */
export const Deliveries = ({ integration: { id, kind } }: { integration: Integration }) => {
  const api = useApi()
  const found = usePages(queryKeys.integration(id, 'deliveries'), (query, options) =>
    api.integrations.deliveries(id, query, options),
  )
  const replay = useChange((delivery: string) => api.integrations.replay(delivery), {
    of: queryKeys.integration(id, 'deliveries'),
    failed: 'Not done again',
  })
  return (
    <>
      <h3>Came in</h3>
      {found.isError && <p role="alert">{errorWords(found.error)}</p>}
      {found.data?.items.length === 0 && <p className="settings-note">Nothing yet.</p>}
      <ul>
        {found.data?.items.map((delivery) => (
          <li key={delivery.id}>
            <code>{eventOf(delivery)}</code> {placeOf(delivery, kind)} {STATES[delivery.state]}{' '}
            <TimeAgo at={delivery.received_at} />{' '}
            {delivery.state !== 'ignored' && (
              <Button
                size="compact-xs"
                variant="default"
                loading={replay.isPending && replay.variables === delivery.id}
                aria-label={`Do ${eventOf(delivery)} again`}
                onClick={() => replay.mutate(delivery.id)}
              >
                Again
              </Button>
            )}
            {delivery.error !== null && (
              <p className="settings-detail">{plainLine(delivery.error)}</p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

const eventOf = ({ event, action }: HookDelivery): string =>
  plainLine(action === null ? event : `${event}.${action}`)

const placeOf = ({ repository, number }: HookDelivery, kind: IntegrationKind): string => {
  if (repository === null) return ''
  return number === null
    ? plainLine(repository)
    : `${plainLine(repository)} ${numberOf(kind, number)}`
}
