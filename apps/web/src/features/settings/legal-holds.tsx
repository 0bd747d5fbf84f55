'use client'

import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LegalHold } from '@teamlore/shared/forgetting'
import { type FormEvent, useState } from 'react'
import { ErrorState } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** What must not be deleted, whoever asks. For admins. */
export const LegalHolds = () => {
  const api = useApi()
  const holds = useQuery({
    queryKey: queryKeys.legalHolds,
    queryFn: ({ signal }) => api.forgetting.holds({ signal }),
  })
  return (
    <section className="settings-section" aria-labelledby="settings-holds">
      <h2 id="settings-holds">Legal holds</h2>
      <p className="settings-note">
        What is held is not deleted, whoever asks, until the hold is lifted.
      </p>
      {holds.isError && <ErrorState title="They could not be listed" error={holds.error} />}
      <HoldForm />
      <ul className="settings-list">
        {holds.data?.items.map((hold) => (
          <HoldRow key={`${hold.subject} ${hold.set_at}`} hold={hold} />
        ))}
      </ul>
    </section>
  )
}

const HoldForm = () => {
  const api = useApi()
  const [subject, setSubject] = useState('')
  const [reason, setReason] = useState('')
  const save = useChange(
    async () => {
      await api.forgetting.hold({ subject: subject.trim(), reason: reason.trim() })
      setSubject('')
      setReason('')
    },
    { of: queryKeys.legalHolds, failed: 'Not held' },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form className="settings-row" onSubmit={submit}>
      <TextInput
        aria-label="Id of a person, project or session"
        placeholder="usr_…, prj_… or ses_…"
        value={subject}
        onChange={(event) => setSubject(event.currentTarget.value)}
      />
      <TextInput
        aria-label="Reason"
        placeholder="Reason"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button
        type="submit"
        size="sm"
        variant="default"
        loading={save.isPending}
        disabled={subject.trim() === '' || reason.trim() === ''}
      >
        Hold
      </Button>
    </form>
  )
}

const HoldRow = ({ hold }: { hold: LegalHold }) => {
  const api = useApi()
  const lift = useChange(() => api.forgetting.lift({ subject: hold.subject }), {
    of: queryKeys.legalHolds,
    failed: 'Not lifted',
  })
  const { kind, subject, reason, set_by, set_at, lifted_by, lifted_at } = hold
  return (
    <li>
      <div>
        <strong>{plainLine(reason)}</strong>
        <p className="settings-note">
          {plainLine(set_by.name)} held a {kind} <TimeAgo at={set_at} />
          {lifted_by !== null && lifted_at !== null && (
            <>
              ; {plainLine(lifted_by.name)} lifted it <TimeAgo at={lifted_at} />
            </>
          )}
          . <code>{subject}</code>
        </p>
      </div>
      {lifted_at === null && (
        <Button size="xs" variant="default" loading={lift.isPending} onClick={() => lift.mutate()}>
          Lift
        </Button>
      )}
    </li>
  )
}
