'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { WebhookDelivery } from '@teamlore/shared/webhooks'
import { errorWords } from '../../components/ui/error-words.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useChange } from '../settings/index.ts'
import { DELIVERY_WORDS } from './event-words.ts'

/** What was sent, newest first. Each can be sent again, as things are now. */
export const WebhookDeliveries = ({ id }: { id: string }) => {
  const api = useApi()
  const of = queryKeys.webhook(id, 'deliveries')
  const found = useQuery({
    queryKey: of,
    queryFn: ({ signal }) => api.webhooks.deliveries(id, { signal }),
  })
  const replay = useChange((delivery: string) => api.webhooks.replay(delivery), {
    of,
    failed: 'Not sent again',
  })
  return (
    <>
      <h3>Last deliveries</h3>
      {found.isError && <p role="alert">{errorWords(found.error)}</p>}
      {found.data?.items.length === 0 && <p className="settings-note">Nothing yet.</p>}
      <ul>
        {found.data?.items.map((delivery) => (
          <li key={delivery.id}>
            <code>{delivery.event}</code> {DELIVERY_WORDS[delivery.state]}{' '}
            <TimeAgo at={delivery.created_at} />
            <Answer delivery={delivery} />{' '}
            <Button
              size="compact-xs"
              variant="default"
              loading={replay.isPending && replay.variables === delivery.id}
              aria-label={`Send ${delivery.event} again`}
              onClick={() => replay.mutate(delivery.id)}
            >
              Again
            </Button>
            {delivery.error !== null && (
              <p className="settings-detail">{plainLine(delivery.error)}</p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

const Answer = ({ delivery }: { delivery: WebhookDelivery }) => {
  const { status, ms, attempts } = delivery
  if (status === null) return attempts > 1 ? `, ${attempts} attempts` : null
  return `, ${status} in ${ms ?? 0} ms${attempts > 1 ? ` at attempt ${attempts}` : ''}`
}
