'use client'

import { Button, Switch } from '@mantine/core'
import type { SetWebhook, Webhook } from '@teamlore/shared/webhooks'
import { useState } from 'react'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { useChange } from '../settings/index.ts'
import { EventChoice } from './event-choice.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'

/** What is sent there, and what was. */
export const WebhookDetails = ({ webhook }: { webhook: Webhook }) => {
  const api = useApi()
  const { id, is_on } = webhook
  const [events, setEvents] = useState(webhook.events)
  const set = useChange((value: SetWebhook) => api.webhooks.set(id, value), {
    of: queryKeys.webhooks,
    failed: 'Not set',
  })
  const isSame = events.join() === webhook.events.join()
  return (
    <div className="webhook-details">
      <Switch
        size="xs"
        checked={is_on}
        disabled={set.isPending}
        label="Send events to it"
        onChange={(event) =>
          set.mutate({ events: webhook.events, is_on: event.currentTarget.checked })
        }
      />
      <EventChoice events={events} onChange={setEvents} />
      <div className="settings-buttons">
        <Button
          size="xs"
          loading={set.isPending}
          disabled={isSame || events.length === 0}
          onClick={() => set.mutate({ events, is_on })}
        >
          Save events
        </Button>
      </div>
      <WebhookDeliveries id={id} />
    </div>
  )
}
