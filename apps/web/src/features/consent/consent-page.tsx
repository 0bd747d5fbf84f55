'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import type { ClientScope, Consent } from '@teamlore/shared/clients'
import { useState } from 'react'
import { AnswerButtons, RequestFacts } from '../../components/ui/answer-request.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { ClientCallsItself, ScopeChoice } from './scope-choice.tsx'
import './consent-page.css'

/** Where somebody lets a client in that asks for it by OAuth. */
export const ConsentPage = ({ id }: { id: string }) => {
  const api = useApi()
  const found = useQuery({
    queryKey: ['consent', id],
    queryFn: ({ signal }) => api.consent.find(id, { signal }),
    retry: false,
  })
  return (
    <div className="consent-page">
      <PageTitle title="Connect a client" />
      <PageHeader
        title="Connect a client"
        note="A program asks to use Teamlore as you. It gets no password and no key of yours."
      />
      {found.isError && <ErrorState title="Nothing waits here" error={found.error} />}
      {found.isPending && <Loading label="The request">{null}</Loading>}
      {found.data && <Request id={id} consent={found.data} />}
    </div>
  )
}

const Request = ({ id, consent }: { id: string; consent: Consent }) => {
  const api = useApi()
  const { client, team, scopes, possible } = consent
  const [chosen, setChosen] = useState<readonly ClientScope[]>(possible)
  const answer = useMutation({
    mutationFn: (allow: boolean) =>
      api.consent.answer(id, { allow, team: team.id, scopes: [...chosen] }),
    // The client waits at the address that comes back.
    onSuccess: ({ url }) => location.assign(url),
  })
  const isBusy = answer.isPending || answer.isSuccess
  return (
    <>
      <ClientFacts consent={consent} />
      <ScopeChoice
        scopes={scopes}
        possible={possible}
        chosen={chosen}
        isBusy={isBusy}
        onChange={setChosen}
      />
      <p>
        It acts as you in {plainLine(team.name)}, and never does more than you may. You end it under
        Settings → Connected clients.
        {client.is_local &&
          ' The answer goes to a program on this computer: allow it only if you started it yourself.'}
      </p>
      <AnswerButtons answer={answer}>
        <p role="status">Answered. Go back to the program if it does not open by itself.</p>
      </AnswerButtons>
    </>
  )
}

const ClientFacts = ({ consent: { client, team } }: { consent: Consent }) => (
  <RequestFacts
    facts={[
      ['Client', <ClientCallsItself key="client" client={client} />],
      ['Answer goes to', <code key="to">{plainLine(client.redirect_to)}</code>],
      ['Team', plainLine(team.name)],
    ]}
  />
)
