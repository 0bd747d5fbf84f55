'use client'

import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ShownInvitation } from '@teamlore/shared/people'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { Brand } from '../../components/ui/brand.tsx'
import { CommandLine } from '../../components/ui/command-line.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { messageOf, useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { safePath } from '../../lib/safe-path.ts'
import { JoinAsMe, JoinAsNew } from './join-forms.tsx'
import './sign-in-page.css'
import { serverAddress, withBase } from '../../lib/base-path.ts'

/** Where an invitation leads: what it is to, and the ways to accept it. */
export const JoinPage = () => {
  const params = useSearchParams()
  const token = params.get('token') ?? ''
  const next = safePath(params.get('next'))
  return (
    <main className="sign-in" id="main">
      <PageTitle title="Join a team" />
      <div className="sign-in-card">
        <Brand size="large" />
        {token.length < 10 ? (
          <Problem message="This link is not whole. Copy all of it, or ask for another one." />
        ) : (
          <Invitation token={token} next={next} />
        )}
      </div>
      <p className="sign-in-foot">What your coding sessions found out, kept for the team.</p>
    </main>
  )
}

const Problem = ({ message }: { message: string }) => (
  <div role="alert">
    <h1 className="sign-in-title">This invitation cannot be used.</h1>
    <p className="sign-in-text">{message}</p>
    <p className="sign-in-text">
      <a className="tl-link" href={withBase('/sign-in')}>
        To the sign-in page
      </a>
    </p>
  </div>
)

const Invitation = ({ token, next }: { token: string; next: string }) => {
  const api = useApi()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.invitations.show({ token }),
    retry: false,
    refetchOnWindowFocus: false,
    meta: { staysHere: true },
  })
  const me = useQuery({
    queryKey: ['sign-in', 'who'],
    queryFn: ({ signal }) => api.me({ signal }),
    retry: false,
    meta: { staysHere: true },
  })
  const [isDeclined, setDeclined] = useState(false)
  if (isDeclined)
    return (
      <div role="status">
        <h1 className="sign-in-title">You turned it down.</h1>
        <p className="sign-in-text">The team sees that, and the link has ended.</p>
      </div>
    )
  if (invitation.isError) return <Problem message={messageOf(invitation.error)} />
  if (invitation.data === undefined || me.isPending)
    return (
      <div role="status">
        <h1 className="sign-in-title">One moment…</h1>
      </div>
    )
  return (
    <>
      <Facts invitation={invitation.data} />
      {me.data ? (
        <JoinAsMe token={token} next={next} name={me.data.user.name} />
      ) : (
        <JoinAsNew token={token} next={next} />
      )}
      {/* A viewer connects no machine. */}
      {!next.startsWith('/device') && invitation.data.role !== 'viewer' && (
        <div className="sign-in-form">
          <p className="sign-in-text">
            Or in a terminal, which connects the coding tools of that machine as well:
          </p>
          <CommandLine command={`npx ${serverAddress()}/agent.tgz join ${token}`} />
        </div>
      )}
      <Decline token={token} onDone={() => setDeclined(true)} />
    </>
  )
}

const Facts = ({ invitation }: { invitation: ShownInvitation }) => (
  <>
    <h1 className="sign-in-title">Join {plainLine(invitation.team)}</h1>
    <p className="sign-in-text">
      {plainLine(invitation.invited_by)} invites{' '}
      {invitation.email === null ? 'you' : plainLine(invitation.email)} as {invitation.role}.
    </p>
  </>
)

const Decline = ({ token, onDone }: { token: string; onDone: () => void }) => {
  const api = useApi()
  const decline = useMutation({
    mutationFn: () => api.invitations.decline({ token }),
    onSuccess: onDone,
  })
  return (
    <p className="sign-in-text">
      <Button
        variant="subtle"
        size="compact-sm"
        loading={decline.isPending}
        onClick={() => decline.mutate()}
      >
        Turn it down
      </Button>
      {decline.isError && <span role="alert"> {messageOf(decline.error)}</span>}
    </p>
  )
}
