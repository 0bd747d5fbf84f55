'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Deletion } from '@teamlore/shared/forgetting'
import { FORGET_DELAY } from '@teamlore/shared/forgetting'
import Link from 'next/link'
import { type FormEvent, useState } from 'react'
import { NumberField } from '../../components/ui/number-field.tsx'
import { isInRange } from '../../components/ui/number-range.ts'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { fullMoment } from '../../lib/format/time.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { ForgetSeveral, whatOf } from '../forgetting/index.ts'
import { LegalHolds } from './legal-holds.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import './settings-page.css'
import { EVERYTHING, useChange } from '../../components/ui/use-change.tsx'
import { usePages } from '../../lib/use-pages.ts'

/** What waits to be purged, what was, and how long an undo is possible. */
export const DeletionsPage = () => (
  <SettingsFrame
    title="Deletions"
    note="What was forgotten is hidden at once. Until it is purged, an undo shows it again; afterwards a receipt stays, and nothing of what stood in it."
  >
    {(_, may) => (
      <>
        <Delay isMine={may('forgetting.manage')} />
        <ForgetSeveral />
        <Deletions />
        <RetentionNote />
        {may('forgetting.manage') && <LegalHolds />}
      </>
    )}
  </SettingsFrame>
)

const RetentionNote = () => (
  <section className="settings-section" aria-labelledby="settings-retention">
    <h2 id="settings-retention">Retention</h2>
    <p className="settings-note">
      Old text of messages can go by itself, for each project: see its retention under{' '}
      <Link href="/settings/projects" className="tl-link">
        Projects
      </Link>
      .
    </p>
  </section>
)

const Delay = ({ isMine }: { isMine: boolean }) => {
  const api = useApi()
  const settings = useQuery({
    queryKey: queryKeys.forgettingSettings,
    queryFn: ({ signal }) => api.forgetting.settings({ signal }),
  })
  if (settings.data === undefined) return null
  const { delay_hours } = settings.data
  return (
    <section className="settings-section" aria-labelledby="settings-delay">
      <h2 id="settings-delay">Delay</h2>
      {isMine ? (
        <DelayForm key={delay_hours} hours={delay_hours} />
      ) : (
        <p className="settings-note">
          Purged after {delay_hours} hours. Admins of the team set it.
        </p>
      )}
    </section>
  )
}

const HOURS = { min: 0, max: FORGET_DELAY.most }

const DelayForm = ({ hours }: { hours: number }) => {
  const api = useApi()
  const [typed, setTyped] = useState<number | string>(hours)
  const save = useChange(() => api.forgetting.set({ delay_hours: Number(typed) }), {
    of: queryKeys.forgettingSettings,
    failed: 'Not saved',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form className="settings-row" onSubmit={submit}>
      <NumberField
        aria-label="Hours until a purge"
        suffix=" hours"
        min={HOURS.min}
        max={HOURS.max}
        allowDecimal={false}
        value={typed}
        onChange={setTyped}
      />
      <Button
        type="submit"
        size="sm"
        variant="default"
        loading={save.isPending}
        disabled={typed === '' || Number(typed) === hours || !isInRange(typed, HOURS)}
      >
        Save
      </Button>
    </form>
  )
}

const Deletions = () => {
  const api = useApi()
  const list = usePages(queryKeys.deletions, (page, options) => api.forgetting.list(page, options))
  if (list.isPending)
    return (
      <Loading label="Deletions">
        <SkeletonLines rows={3} tall />
      </Loading>
    )
  if (list.isError)
    return (
      <ErrorState
        title="The deletions could not be asked for"
        error={list.error}
        retry={() => void list.refetch()}
      />
    )
  const { items } = list.data
  return (
    <section className="settings-section" aria-label="Deletions">
      {items.length === 0 && <p className="settings-note">Nothing was forgotten.</p>}
      <ul className="settings-list">
        {items.map((deletion) => (
          <DeletionRow key={deletion.id} deletion={deletion} />
        ))}
      </ul>
    </section>
  )
}

const DeletionRow = ({ deletion }: { deletion: Deletion }) => {
  const api = useApi()
  const undo = useChange(() => api.forgetting.undo(deletion.id), {
    of: EVERYTHING,
    failed: 'Not undone',
  })
  const { state, requested_by, hidden_at, purge_after, purged_at, subject, receipt } = deletion
  return (
    <li>
      <div>
        <strong>{whatOf(deletion)}</strong>
        <p className="settings-note">
          {plainLine(requested_by.name)} asked for it <TimeAgo at={hidden_at} />
          {state === 'waiting' && (
            <>
              ; purged after <time dateTime={purge_after}>{fullMoment(purge_after)}</time>
            </>
          )}
          {state === 'undone' && '; undone'}
          {purged_at !== null && (
            <>
              ; purged <TimeAgo at={purged_at} />
            </>
          )}
          . <code>{subject}</code>
        </p>
        {receipt.length > 0 && (
          <details className="settings-note">
            <summary>Receipt</summary>
            {receipt
              .map(({ table, rows }) => `${count(rows, 'row', 'rows')} of ${table}`)
              .join(', ')}
          </details>
        )}
      </div>
      {state === 'waiting' && (
        <Button size="xs" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
          Undo
        </Button>
      )}
    </li>
  )
}
