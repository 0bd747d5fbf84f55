'use client'

import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AUDIT_ACTIONS, type AuditEntry } from '@teamlore/shared/audit'
import { useState } from 'react'
import { LoadMore } from '../../components/ui/load-more.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { NotYours, SettingsFrame } from '../settings/index.ts'
import { AuditMark } from './audit-mark.tsx'
import { ACTION_CHOICES, detailsOf, didWhat } from './audit-words.ts'
import '../settings/settings-page.css'
import { usePages } from '../../lib/use-pages.ts'

/** Who did what in the team, and when. */
export const AuditPage = () => (
  <SettingsFrame
    title="Audit"
    note="Who did what with access, people, projects and settings. It holds no key and no text of a session."
  >
    {(_, may) => (may('audit.read') ? <Audit /> : <NotYours who="admins and owners" />)}
  </SettingsFrame>
)

const Audit = () => {
  const api = useApi()
  const [user, setUser] = useState('')
  const [action, setAction] = useState('')
  const known = AUDIT_ACTIONS.find((one) => one === action)
  const query = { ...(user === '' ? {} : { user }), ...(known ? { action: known } : {}) }
  const members = usePages(queryKeys.members, (page, options) => api.members.list(page, options))
  const list = useInfiniteQuery({
    queryKey: queryKeys.audit(query),
    queryFn: ({ pageParam, signal }) =>
      api.audit.list({ ...query, limit: 50, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  const names = new Map((members.data?.items ?? []).map(({ id, name }) => [id, name]))
  const events = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section className="settings-section" aria-label="Audit events">
      <AuditMark />
      <div className="settings-form">
        <NativeSelect
          label="Who"
          data={[
            { value: '', label: 'anybody' },
            ...(members.data?.items ?? []).map(({ id, name }) => ({
              value: id,
              label: plainLine(name),
            })),
          ]}
          value={user}
          onChange={(event) => setUser(event.currentTarget.value)}
        />
        <NativeSelect
          label="Did what"
          data={[{ value: '', label: 'anything' }, ...ACTION_CHOICES]}
          value={action}
          onChange={(event) => setAction(event.currentTarget.value)}
        />
      </div>
      {list.isPending && (
        <Loading label="Loading">
          <SkeletonLines rows={6} tall />
        </Loading>
      )}
      {list.isError && events.length === 0 && (
        <ErrorState
          title="The events could not be asked for"
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      <ul className="settings-list settings-after">
        {events.map((event) => (
          <Event key={event.id} event={event} names={names} />
        ))}
      </ul>
      {(events.length > 0 || list.isSuccess) && (
        <LoadMore
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          error={list.isFetchNextPageError ? list.error : null}
          onMore={list.fetchNextPage}
          end={events.length === 0 ? 'Nothing of that kind was done.' : 'That is all of them.'}
        />
      )}
    </section>
  )
}

const Event = ({ event, names }: { event: AuditEntry; names: ReadonlyMap<string, string> }) => {
  const { user, given_by, machine, at } = event
  const details = detailsOf(event, names)
  return (
    <li>
      <div>
        <p>
          <strong>{plainLine(user?.name ?? 'The server')}</strong> {plainLine(didWhat(event))}
        </p>
        <p className="settings-detail">
          <TimeAgo at={at} />
          {given_by && `, by a credential that ${plainLine(given_by.name)} made`}
          {machine && `, on ${plainLine(machine.name)}`}
          {details !== '' && `, ${plainLine(details)}`}
        </p>
      </div>
    </li>
  )
}
