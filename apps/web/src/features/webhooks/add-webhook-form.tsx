'use client'

import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookWithSecret,
} from '@teamlore/shared/webhooks'
import { type FormEvent, useState } from 'react'
import { errorWords } from '../../components/ui/error-words.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { EventChoice } from './event-choice.tsx'

export const AddWebhookForm = ({ onMade }: { onMade: (made: WebhookWithSecret) => void }) => {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>([...WEBHOOK_EVENTS])
  const add = useMutation({
    mutationFn: () => api.webhooks.add({ url: url.trim(), events }),
    onSuccess: (made) => {
      setUrl('')
      setOpen(false)
      onMade(made)
      return queryClient.invalidateQueries({ queryKey: queryKeys.webhooks })
    },
  })
  if (!isOpen)
    return (
      <div className="settings-buttons">
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Add a webhook
        </Button>
      </div>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form className="settings-form" onSubmit={submit}>
      <TextInput
        label="Address"
        description="Where events go, such as https://hooks.example.com/teamlore"
        value={url}
        autoComplete="off"
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <EventChoice events={events} onChange={setEvents} />
      {add.isError && <p role="alert">{errorWords(add.error)}</p>}
      <div className="settings-buttons">
        <Button
          type="submit"
          size="xs"
          loading={add.isPending}
          disabled={url.trim() === '' || events.length === 0}
        >
          Add
        </Button>
        <Button size="xs" variant="default" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
