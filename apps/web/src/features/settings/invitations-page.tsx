'use client'

import { Button } from '@mantine/core'
import type { Invitation, Invited } from '@teamlore/shared/people'
import { useState } from 'react'
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { ErrorState } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { fullMoment } from '../../lib/format/time.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { usePages } from '../../lib/use-pages.ts'
import { InviteForm } from './invite-form.tsx'
import { joinCommand } from './join-command.ts'
import { NotYours, SettingsFrame } from './settings-frame.tsx'
import { ShownOnce } from './shown-once.tsx'

/** Invites people, and shows what became of it. */
export const InvitationsPage = () => {
  const [invited, setInvited] = useState<Invited>()
  return (
    <SettingsFrame title="Invitations" note="A link by which one person joins, for a week.">
      {(me, may) =>
        may('people.invite') ? (
          <>
            <section className="settings-section" aria-labelledby="settings-invite">
              <h2 id="settings-invite">Invite somebody</h2>
              <InviteForm role={me.role} onInvited={setInvited} />
              {invited && <InvitedPanel invited={invited} onDone={() => setInvited(undefined)} />}
            </section>
            <InvitationList onInvited={setInvited} />
          </>
        ) : (
          <NotYours who="admins" />
        )
      }
    </SettingsFrame>
  )
}

const InvitedPanel = ({ invited, onDone }: { invited: Invited; onDone: () => void }) => {
  const { url, note, email, role, expires_at } = invited
  if (url === null)
    return (
      <p className="settings-once" role="status">
        The invitation was sent to {plainLine(email ?? '')}. Only who reads that mail can use it.
      </p>
    )
  return (
    <ShownOnce
      title="This is shown once"
      lines={[
        { says: 'The link, for a browser:', text: url },
        // A viewer connects no machine.
        ...(role === 'viewer'
          ? []
          : [
              {
                says: 'Or one line for a terminal, which joins and connects the machine as well:',
                text: joinCommand(url),
                isCommand: true as const,
              },
            ]),
      ]}
      onDone={onDone}
    >
      {note !== null && <p>{note}</p>}
      <p className="settings-detail">
        Whoever opens it first joins as {role}. It is good until {fullMoment(expires_at)}.
      </p>
    </ShownOnce>
  )
}

const TONES: Record<Invitation['state'], BadgeTone> = {
  open: 'wait',
  accepted: 'ok',
  declined: 'plain',
  revoked: 'plain',
  expired: 'plain',
}

const InvitationList = ({ onInvited }: { onInvited: (invited: Invited) => void }) => {
  const api = useApi()
  const invitations = usePages(queryKeys.invitations, (query, options) =>
    api.invitations.list(query, options),
  )
  const resend = useChange(async (id: string) => onInvited(await api.invitations.resend(id)), {
    of: queryKeys.invitations,
    failed: 'Not sent again',
  })
  const revoke = useChange((id: string) => api.invitations.revoke(id), {
    of: queryKeys.invitations,
    failed: 'Not revoked',
  })
  return (
    <section className="settings-section" aria-labelledby="settings-invitations">
      <h2 id="settings-invitations">Invitations so far</h2>
      {invitations.isError && (
        <ErrorState title="They could not be listed" error={invitations.error} />
      )}
      {invitations.data?.items.length === 0 && (
        <p className="settings-note">Nobody was invited yet.</p>
      )}
      <ul className="settings-list">
        {invitations.data?.items.map((one) => (
          <li key={one.id}>
            <div>
              <p>
                {plainLine(one.accepted_by?.name ?? one.email ?? 'Whoever has the link')}{' '}
                <Badge tone={TONES[one.state]}>{one.state}</Badge>
              </p>
              <p className="settings-detail">
                as {one.role}, by {plainLine(one.invited_by.name)}, <TimeAgo at={one.created_at} />
              </p>
            </div>
            {(one.state === 'open' || one.state === 'expired') && (
              <div className="settings-buttons">
                <Button
                  size="xs"
                  variant="default"
                  loading={resend.isPending && resend.variables === one.id}
                  onClick={() => resend.mutate(one.id)}
                >
                  New link
                </Button>
                <ConfirmButton
                  question="Revoke now"
                  isPending={revoke.isPending && revoke.variables === one.id}
                  onConfirm={() => revoke.mutate(one.id)}
                >
                  Revoke
                </ConfirmButton>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
