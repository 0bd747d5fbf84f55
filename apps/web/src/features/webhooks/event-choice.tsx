'use client'

import { Checkbox } from '@mantine/core'
import { WEBHOOK_EVENTS, type WebhookEvent } from '@teamlore/shared/webhooks'
import { EVENT_WORDS } from './event-words.ts'

/** Which events are sent. */
export const EventChoice = ({
  events,
  onChange,
}: {
  events: readonly WebhookEvent[]
  onChange: (events: WebhookEvent[]) => void
}) => (
  <Checkbox.Group
    label="Events"
    value={[...events]}
    onChange={(chosen) => onChange(WEBHOOK_EVENTS.filter((event) => chosen.includes(event)))}
  >
    <div className="webhook-events">
      {WEBHOOK_EVENTS.map((event) => (
        <Checkbox
          key={event}
          size="xs"
          value={event}
          label={EVENT_WORDS[event]}
          description={event}
        />
      ))}
    </div>
  </Checkbox.Group>
)
