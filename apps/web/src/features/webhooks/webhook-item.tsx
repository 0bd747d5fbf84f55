'use client'

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Webhook, WebhookWithSecret } from '@teamlore/shared/webhooks'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { errorWords } from '../../components/ui/error-words.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useChange } from '../settings/index.ts'
import { WebhookDetails } from './webhook-details.tsx'
import './webhooks.css'

type Props = { webhook: Webhook; onSecret: (made: WebhookWithSecret) => void }

/** One address, how it fares, and what can be done with it. */
export const WebhookItem = ({ webhook, onSecret }: Props) => {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { id, url } = webhook
  const test = useMutation({
    mutationFn: () => api.webhooks.test(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.webhooks }),
  })
  const rotate = useChange(async () => onSecret(await api.webhooks.rotate(id)), {
    of: queryKeys.webhooks,
    failed: 'No new secret',
  })
  const remove = useChange(() => api.webhooks.remove(id), {
    of: queryKeys.webhooks,
    failed: 'Not removed',
  })
  return (
    <li>
      <Health webhook={webhook} />
      <div className="settings-buttons">
        <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Test
        </Button>
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Close' : 'Details'}
        </Button>
        <ConfirmButton
          question="Both sign for a day: new secret"
          isPending={rotate.isPending}
          onConfirm={() => rotate.mutate()}
        >
          New secret
        </ConfirmButton>
        <ConfirmButton
          question={`Nothing is sent to ${plainLine(new URL(url).host)} then: remove`}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
        >
          Remove
        </ConfirmButton>
      </div>
      {test.isError && <p role="alert">{errorWords(test.error)}</p>}
      {test.data && (
        <div className="settings-findings" role="status">
          <p data-bad={test.data.ok ? undefined : true}>{plainLine(test.data.text)}</p>
        </div>
      )}
      {isOpen && <WebhookDetails webhook={webhook} />}
    </li>
  )
}

const Health = ({ webhook }: { webhook: Webhook }) => {
  const { url, events, is_on, error, answered_at, old_secret_until } = webhook
  return (
    <div>
      <p>
        {plainLine(url)} {!is_on && <Badge>switched off</Badge>}
      </p>
      <p className="settings-detail">
        {events.join(', ')}
        {answered_at !== null && (
          <>
            , last taken <TimeAgo at={answered_at} />
          </>
        )}
        {old_secret_until !== null && new Date(old_secret_until) > new Date() && (
          <>
            , the secret before this one signs as well until{' '}
            {new Date(old_secret_until).toLocaleString()}
          </>
        )}
      </p>
      {error !== null && <p className="settings-detail webhook-error">{plainLine(error)}</p>}
    </div>
  )
}
