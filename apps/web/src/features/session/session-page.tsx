'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading, NotFoundState } from '../../components/ui/states.tsx'
import { isNotThere, useApi } from '../../lib/api.tsx'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { Transcript } from '../transcript/index.ts'
import { CommitList } from './commit-list.tsx'
import { FileList } from './file-list.tsx'
import { ObservationList } from './observation-list.tsx'
import { SessionHeader } from './session-header.tsx'
import { SessionTabs, TABS } from './session-tabs.tsx'
import { SummaryList } from './summary-list.tsx'
import './session-page.css'

/** One session: what it was, and what was said, found and changed in it. */
export const SessionPage = () => {
  const { id } = useParams<{ id: string }>()
  const api = useApi()
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('transcript'))
  const session = useQuery({
    queryKey: queryKeys.session(id),
    queryFn: ({ signal }) => api.sessions.get(id, { signal }),
  })
  if (session.isPending) {
    return (
      <Loading label="Loading the session">
        <PageTitle title="Session" />
        <SkeletonLines rows={3} />
        <SkeletonLines rows={5} tall />
      </Loading>
    )
  }
  if (session.isError && !session.data) {
    return isNotThere(session.error) ? (
      <NotFoundState title="There is no such session">
        <p>The link may not be whole, or the session is private to somebody else.</p>
        <p>
          <Link href="/sessions" className="tl-link">
            All sessions
          </Link>{' '}
          ·{' '}
          <Link href="/search" className="tl-link">
            Search
          </Link>
        </p>
      </NotFoundState>
    ) : (
      <ErrorState
        isWholePage
        title="The session could not be loaded"
        error={session.error}
        retry={() => void session.refetch()}
      />
    )
  }
  const { data } = session
  return (
    <div className="session-page">
      <PageTitle title={shorten(plainLine(data.title), 80) || 'Untitled session'} />
      <SessionHeader session={data} />
      <SessionTabs session={data} tab={tab} onChange={(next) => void setTab(next)} />
      <section role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'transcript' && <Transcript session={data} />}
        {tab === 'observations' && <ObservationList session={data} />}
        {tab === 'summaries' && <SummaryList session={data} />}
        {tab === 'files' && <FileList session={data} />}
        {tab === 'commits' && <CommitList session={data} />}
      </section>
    </div>
  )
}
