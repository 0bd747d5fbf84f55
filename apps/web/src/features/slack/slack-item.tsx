'use client'

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Slack } from '@teamlore/shared/slack'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { errorWords } from '../../components/ui/error-words.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useChange } from '../settings/index.ts'
import { SlackDetails } from './slack-details.tsx'

/** One workspace. What hangs on it is asked for once somebody opens it. */
export const SlackItem = ({ slack }: { slack: Slack }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <div>
        <p>
          {plainLine(slack.workspace?.name ?? slack.web_url)}{' '}
          {slack.state === 'started' && <Badge>not installed yet</Badge>}
        </p>
        <Health slack={slack} />
      </div>
      <Actions slack={slack} isOpen={isOpen} onOpen={setOpen} />
      {isOpen && <SlackDetails slack={slack} />}
    </li>
  )
}

const Health = ({ slack }: { slack: Slack }) => {
  const { state, by_socket, socket_since, answered_at, last_delivery_at, error, error_at } = slack
  return (
    <>
      <p className="settings-detail">
        {answered_at === null ? (
          'has not answered yet'
        ) : (
          <>
            answered <TimeAgo at={answered_at} />
          </>
        )}
        {last_delivery_at !== null && (
          <>
            , sent something <TimeAgo at={last_delivery_at} />
          </>
        )}
      </p>
      {by_socket && state === 'connected' && (
        <p className="settings-detail" data-bad={socket_since === null || undefined}>
          {socket_since === null ? (
            'The socket is not open. A worker opens it within some seconds.'
          ) : (
            <>
              by a socket, open since <TimeAgo at={socket_since} />
            </>
          )}
        </p>
      )}
      {error !== null && (
        <p className="settings-detail" data-bad>
          {plainLine(error)} {error_at !== null && <TimeAgo at={error_at} />}
        </p>
      )}
    </>
  )
}

type ActionsProps = { slack: Slack; isOpen: boolean; onOpen: (isOpen: boolean) => void }

const Actions = ({ slack: { id, state }, isOpen, onOpen }: ActionsProps) => {
  const api = useApi()
  const test = useMutation({ mutationFn: () => api.slack.test(id) })
  const remove = useChange(() => api.slack.remove(id), {
    of: queryKeys.slack,
    failed: 'Not removed',
  })
  return (
    <>
      <div className="settings-buttons">
        {state === 'connected' && (
          <>
            <Button
              size="xs"
              variant="default"
              loading={test.isPending}
              onClick={() => test.mutate()}
            >
              Test
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-expanded={isOpen}
              onClick={() => onOpen(!isOpen)}
            >
              {isOpen ? 'Close' : 'Details'}
            </Button>
          </>
        )}
        <ConfirmButton
          question="Nothing is answered there then: remove"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
        >
          Remove
        </ConfirmButton>
      </div>
      {test.isError && <p role="alert">{errorWords(test.error)}</p>}
      {test.data && (
        <div className="settings-findings" role="status">
          <ul>
            {test.data.findings.map(({ ok, text }) => (
              <li key={text} data-bad={ok ? undefined : true}>
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
