'use client'

import { Button, Switch } from '@mantine/core'
import type {
  IncomingHook,
  IncomingHookWithSecret,
  SetIncomingHook,
} from '@teamlore/shared/incoming-hooks'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { CommandLine } from '../../components/ui/command-line.tsx'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useChange } from '../settings/index.ts'
import { IncomingEvents } from './incoming-events.tsx'
import './webhooks.css'

type Props = { hook: IncomingHook; onSecret: (made: IncomingHookWithSecret) => void }

/** One address that a tool sends to. */
export const IncomingItem = ({ hook, onSecret }: Props) => {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const { id, name, url, is_on } = hook
  const of = queryKeys.incomingHooks
  const rotate = useChange(async () => onSecret(await api.incomingHooks.rotate(id)), {
    of,
    failed: 'No new secret',
  })
  const remove = useChange(() => api.incomingHooks.remove(id), { of, failed: 'Not removed' })
  const set = useChange((value: SetIncomingHook) => api.incomingHooks.set(id, value), {
    of,
    failed: 'Not set',
  })
  return (
    <li>
      <Health hook={hook} />
      <div className="settings-buttons">
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Close' : 'Details'}
        </Button>
        <ConfirmButton
          question="It acts as you then, and the secret of another admin ends at once: new secret"
          isPending={rotate.isPending}
          onConfirm={() => rotate.mutate()}
        >
          New secret
        </ConfirmButton>
        <ConfirmButton
          question={`Nothing is taken from ${plainLine(name)} then: remove`}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
        >
          Remove
        </ConfirmButton>
      </div>
      {isOpen && (
        <div className="webhook-details">
          <Switch
            size="xs"
            checked={is_on}
            disabled={set.isPending}
            label="Take what it sends"
            onChange={(event) => set.mutate({ name, is_on: event.currentTarget.checked })}
          />
          <h3>Address</h3>
          <CommandLine command={url} isText />
          <IncomingEvents id={id} />
        </div>
      )}
    </li>
  )
}

const Health = ({ hook }: { hook: IncomingHook }) => {
  const { name, is_on, error, taken_at } = hook
  return (
    <div>
      <p>
        {plainLine(name)} {!is_on && <Badge>switched off</Badge>}
      </p>
      <p className="settings-detail">
        {taken_at === null ? (
          'nothing came in yet'
        ) : (
          <>
            last taken <TimeAgo at={taken_at} />
          </>
        )}
      </p>
      {error !== null && <p className="settings-detail webhook-error">{plainLine(error)}</p>}
    </div>
  )
}
