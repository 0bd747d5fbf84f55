'use client'

import { Button, Radio } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { errorWords } from '../../components/ui/error-words.tsx'
import { useApi } from '../../lib/api.tsx'
import { ConnectFrame } from '../settings/index.ts'
import { AddressSteps } from './address-steps.tsx'
import { SocketSteps } from './socket-steps.tsx'

/** An app of the team's own: made at Slack out of a manifest, its keys given here, and installed in a workspace. */
export const ConnectSlackPage = () => (
  <ConnectFrame
    title="Connect a Slack"
    note="The app is your own. Slack shows what it may do before you make it. Its keys are kept encrypted."
  >
    <Steps />
  </ConnectFrame>
)

type Way = 'address' | 'socket'

const Steps = () => {
  const api = useApi()
  const [way, setWay] = useState<Way>('address')
  const start = useMutation({
    mutationFn: () => api.slack.start({ by_socket: way === 'socket' }),
  })
  if (start.data !== undefined)
    return way === 'socket' ? (
      <SocketSteps started={start.data} />
    ) : (
      <AddressSteps started={start.data} />
    )
  return (
    <>
      <Radio.Group
        label="How does Slack reach this server?"
        value={way}
        onChange={(value) => setWay(value === 'socket' ? 'socket' : 'address')}
      >
        <Radio
          value="address"
          label="At its address"
          description="Slack sends to this server, whose address must be reached from the internet."
        />
        <Radio
          value="socket"
          label="By a socket (socket mode)"
          description="This server opens a connection to Slack. For servers in a network of your own, or on one machine."
        />
      </Radio.Group>
      {start.isError && <p role="alert">{errorWords(start.error)}</p>}
      <div className="settings-buttons">
        <Button size="xs" loading={start.isPending} onClick={() => start.mutate()}>
          Begin
        </Button>
        <Link href="/settings/integrations">Cancel</Link>
      </div>
    </>
  )
}
