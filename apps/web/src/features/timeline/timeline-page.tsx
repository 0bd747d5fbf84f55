'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TimelineResponse } from '@teamlore/shared'
import Link from 'next/link'
import { FilterSelect, FilterToggle } from '../../components/filters/index.ts'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { isNotThere, useApi } from '../../lib/api.tsx'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useListKeys } from '../../lib/use-list-keys.ts'
import './timeline-page.css'
import { TimelineList } from './timeline-list.tsx'
import {
  FEWER_KINDS,
  leavesOutPlentiful,
  type TimelineState,
  toTimelineQuery,
  useTimelineState,
} from './timeline-state.ts'

/** What happened before and after something that was found. */
export const TimelinePage = () => {
  const api = useApi()
  const [state, setState] = useTimelineState()
  useListKeys()
  const query = toTimelineQuery(state)
  const timeline = useQuery({
    queryKey: queryKeys.timeline(query ?? {}),
    queryFn: ({ signal }) => api.timeline(query ?? {}, { signal }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
  })
  const { data } = timeline
  const subject = subjectOf(data)
  return (
    <div className="timeline-page">
      <PageTitle title={subject === undefined ? 'Timeline' : `Around: ${subject}`} />
      <PageHeader
        title="What happened around this"
        note={subject === undefined ? undefined : <span className="tl-foreign">{subject}</span>}
      />
      <TimelineFilters state={state} onChange={(change) => void setState(change)} />
      {query === undefined && (
        <EmptyState title="Around what?">
          <p>
            Find something and press “Around this” beside it.{' '}
            <Link className="tl-link" href="/search">
              Search
            </Link>
          </p>
        </EmptyState>
      )}
      {query !== undefined && timeline.isPending && (
        <Loading label="Loading the timeline">
          <SkeletonLines rows={6} tall />
        </Loading>
      )}
      {timeline.isError && isNotThere(timeline.error) && (
        <EmptyState title="There is nothing to look around">
          <p>
            What the address names is not there, or is private to somebody else.{' '}
            <Link className="tl-link" href="/search">
              Search
            </Link>
          </p>
        </EmptyState>
      )}
      {timeline.isError && !isNotThere(timeline.error) && (
        <ErrorState
          title="The timeline could not be loaded"
          error={timeline.error}
          retry={() => void timeline.refetch()}
        />
      )}
      {data && !timeline.isError && (
        <div aria-busy={timeline.isPlaceholderData} className="timeline-answer">
          <TimelineList timeline={data} onMove={(around) => void setState({ ...AROUND, around })} />
        </div>
      )}
    </div>
  )
}

const AROUND = { at: null, q: null }

const subjectOf = (data: TimelineResponse | undefined): string | undefined => {
  const anchor = data?.items.find(({ id }) => id === data.anchor.id)
  return anchor && shorten(plainLine(anchor.title), 120)
}

const WITHIN = [
  { value: 'session', label: 'Its session' },
  { value: 'team', label: 'Everything' },
]

const TimelineFilters = ({
  state,
  onChange,
}: {
  state: TimelineState
  onChange: (change: Partial<TimelineState>) => void
}) => (
  <fieldset className="timeline-filters">
    <legend className="tl-hidden-label">Narrow the timeline</legend>
    <FilterSelect
      name="Where"
      value={state.within === 'project' ? null : state.within}
      options={WITHIN}
      onChange={(within) => onChange({ within: (within ?? 'project') as TimelineState['within'] })}
    />
    <FilterToggle
      name="Without messages"
      isOn={leavesOutPlentiful(state.kinds)}
      onChange={(isOn) => onChange({ kinds: isOn ? [...FEWER_KINDS] : null })}
    />
  </fieldset>
)
