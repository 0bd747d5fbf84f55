'use client'

import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { mayDo } from '@teamlore/shared/roles'
import type { WaitingDevice } from '@teamlore/shared/sign-in'
import { useSearchParams } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { AnswerButtons, RequestFacts } from '../../components/ui/answer-request.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { messageOf, useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { useMe } from '../account/use-me.ts'
import { DeviceCode } from './device-code.tsx'
import { WaitingClient } from './waiting-client.tsx'
import './device-page.css'

/** Where a machine or an OAuth client is let in by the short code that its terminal shows. */
export const DevicePage = () => {
  const api = useApi()
  const me = useMe().data
  const params = useSearchParams()
  // An OAuth client is given the name that RFC 8628 has for it.
  const given = params.get('code') ?? params.get('user_code') ?? ''
  const [code, setCode] = useState(given)
  // A code that came with the address is looked up at once; letting the machine in is for a person to do.
  const [asked, setAsked] = useState(given.trim())
  const find = useQuery({
    queryKey: ['device', asked],
    queryFn: () => api.device.find({ user_code: asked }),
    enabled: asked !== '' && me !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === asked) void find.refetch()
    setAsked(code.trim())
  }
  return (
    <div className="device-page">
      <PageTitle title="Connect a machine" />
      <PageHeader
        title="Connect a machine"
        note="Confirm the short code that lore or another program shows in the terminal of your machine."
      />
      {me !== undefined && !mayDo(me.role, 'machines.register') && (
        <p role="note">
          A viewer connects programs that read, but no machine. Ask an admin of your team to make
          you a member for that.
        </p>
      )}
      {find.data ? (
        <Waiting device={find.data} />
      ) : (
        <form className="device-form" onSubmit={submit}>
          <TextInput
            label="Short code"
            placeholder="WDJB-MJHT"
            value={code}
            autoComplete="off"
            spellCheck={false}
            error={find.isError ? messageOf(find.error) : undefined}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <div>
            <Button type="submit" loading={find.isFetching} disabled={code.trim() === ''}>
              Look at the machine
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}

const Waiting = ({ device }: { device: WaitingDevice }) => {
  if (device.client !== null) return <WaitingClient device={device} client={device.client} />
  return device.machine && <WaitingMachine device={device} machine={device.machine} />
}

type MachineProps = { device: WaitingDevice; machine: NonNullable<WaitingDevice['machine']> }

const WaitingMachine = ({ device, machine }: MachineProps) => {
  const api = useApi()
  const answer = useMutation({
    mutationFn: (allow: boolean) => api.device.answer({ user_code: device.user_code, allow }),
  })
  if (answer.isSuccess)
    return (
      <p role="status">
        {answer.variables
          ? `${plainLine(machine.name)} is let in. Go back to its terminal: it goes on by itself.`
          : `${plainLine(machine.name)} was turned away.`}
      </p>
    )
  return (
    <>
      <RequestFacts
        facts={[
          ['Code', <DeviceCode key="code" code={device.user_code} />],
          ['Machine', plainLine(machine.name)],
          ['System', `${plainLine(machine.platform)}, lore ${plainLine(machine.agent_version)}`],
          [
            'Asked from',
            <span key="from">
              {plainLine(device.address)}, <TimeAgo at={device.asked_at} />
            </span>,
          ],
          ['Team', plainLine(device.team.name)],
        ]}
      />
      <p>
        Let it in only if you started lore on this machine yourself and its terminal shows the same
        code. It will act as you: it sends sessions, and reads what you may read.
      </p>
      <AnswerButtons answer={answer} yes="Let it in" no="Turn it away" />
    </>
  )
}
