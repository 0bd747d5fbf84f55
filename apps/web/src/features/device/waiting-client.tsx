import { useMutation } from '@tanstack/react-query'
import type { ClientScope } from '@teamlore/shared/clients'
import type { WaitingDevice } from '@teamlore/shared/sign-in'
import { useState } from 'react'
import { AnswerButtons, RequestDetail, RequestFacts } from '../../components/ui/answer-request.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { ClientCallsItself, ScopeChoice } from '../consent/index.ts'
import { DeviceCode } from './device-code.tsx'

type Props = { device: WaitingDevice; client: NonNullable<WaitingDevice['client']> }

/** An OAuth client that waits on a machine without a browser. */
export const WaitingClient = ({ device, client }: Props) => {
  const api = useApi()
  const { user_code, team } = device
  const { scopes, possible } = client
  const name = plainLine(client.name)
  const [chosen, setChosen] = useState<readonly ClientScope[]>(possible)
  const answer = useMutation({
    mutationFn: (allow: boolean) =>
      api.device.answer({ user_code, allow, team: team.id, scopes: [...chosen] }),
  })
  if (answer.isSuccess)
    return (
      <p role="status">
        {answer.variables
          ? `${name} is let in. Go back to where it runs: it goes on by itself.`
          : `${name} was turned away.`}
      </p>
    )
  return (
    <>
      <ClientFacts device={device} client={client} />
      <ScopeChoice
        scopes={scopes}
        possible={possible}
        chosen={chosen}
        isBusy={answer.isPending}
        onChange={setChosen}
      />
      <p>
        It acts as you in {plainLine(team.name)}, and never does more than you may. You end it under
        Settings → Connected clients.
      </p>
      <p className="device-warning" role="note">
        <strong>Did this code come from another person?</strong> Then deny it: they would read and
        write here as you. Allow it only if you started this program yourself, and it shows the same
        code.
      </p>
      <AnswerButtons answer={answer} />
    </>
  )
}

const ClientFacts = ({ device, client }: Props) => (
  <RequestFacts
    facts={[
      ['Code', <DeviceCode key="code" code={device.user_code} />],
      ['Client', <ClientCallsItself key="client" client={client} />],
      ['Waits at', <WaitsAt key="at" device={device} />],
      ['Team', plainLine(device.team.name)],
    ]}
  />
)

const WaitsAt = ({ device: { address, asked_at } }: Pick<Props, 'device'>) => (
  <>
    {plainLine(address)}, <TimeAgo at={asked_at} />
    <RequestDetail>
      It gets its answer there, on another machine or in a terminal; no page opens.
    </RequestDetail>
  </>
)
