import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ClientScope } from '@teamlore/shared/clients'
import type { WaitingDevice } from '@teamlore/shared/sign-in'
import { useState } from 'react'
import { errorWords } from '../../components/ui/error-words.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { ClientCallsItself, ScopeChoice } from '../consent/index.ts'

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
      <div className="device-buttons">
        <Button
          loading={answer.isPending && answer.variables}
          disabled={answer.isPending}
          onClick={() => answer.mutate(true)}
        >
          Allow
        </Button>
        <Button variant="default" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
          Deny
        </Button>
      </div>
      {answer.isError && <p role="alert">{errorWords(answer.error)}</p>}
    </>
  )
}

const ClientFacts = ({ device, client }: Props) => (
  <dl className="device-facts">
    <dt>Code</dt>
    <dd className="device-code">{device.user_code}</dd>
    <dt>Client</dt>
    <dd>
      <ClientCallsItself
        name={plainLine(client.name)}
        knownBy={client.known_by === null ? null : plainLine(client.known_by)}
      />
    </dd>
    <dt>Waits at</dt>
    <dd>
      {plainLine(device.address)}, <TimeAgo at={device.asked_at} />
      <span className="consent-detail">
        It gets its answer there, on another machine or in a terminal; no page opens.
      </span>
    </dd>
    <dt>Team</dt>
    <dd>{plainLine(device.team.name)}</dd>
  </dl>
)
