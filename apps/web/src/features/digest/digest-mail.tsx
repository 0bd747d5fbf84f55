'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** Whether the week of the team comes by mail. */
export const DigestMail = () => {
  const api = useApi()
  const own = useQuery({
    queryKey: queryKeys.ownDigest,
    queryFn: ({ signal }) => api.digest.get({ signal }),
  })
  const set = useChange((weekly: boolean) => api.digest.set({ weekly }), {
    of: queryKeys.ownDigest,
    failed: 'Not changed',
  })
  const mail = own.data?.mail
  return (
    <section className="settings-section" aria-labelledby="digest">
      <h2 id="digest">The week by mail</h2>
      <p className="settings-note">
        On Mondays: new decisions, drafts to review, contradictions and memories that may be stale.
        Only what everybody in the team may read; a quiet week sends nothing.
      </p>
      {own.isError && <ErrorState title="It could not be read" error={own.error} />}
      {mail && <p className="settings-detail">{stateOf(mail)}</p>}
      {mail?.last_sent_at && (
        <p className="settings-detail">
          last sent <TimeAgo at={mail.last_sent_at} />
        </p>
      )}
      {mail?.error && <p className="settings-detail">{mail.error}</p>}
      {mail && (mail.weekly || (mail.can_send && mail.address !== null)) && (
        <div className="settings-row">
          <Button
            size="sm"
            variant="default"
            loading={set.isPending}
            onClick={() => set.mutate(!mail.weekly)}
          >
            {mail.weekly ? 'Send it no longer' : 'Send it each week'}
          </Button>
        </div>
      )}
    </section>
  )
}

type Mail = { weekly: boolean; address: string | null; can_send: boolean }

const stateOf = ({ weekly, address, can_send }: Mail): string => {
  if (!can_send)
    return 'This server does not send mail. Whoever runs it sets SMTP_URL and SMTP_FROM.'
  if (address === null)
    return 'Your account has no mail address. Sign in with a provider that gives one.'
  return weekly ? `It goes to ${plainLine(address)}.` : `It would go to ${plainLine(address)}.`
}
