'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Memory } from '@teamlore/shared/memories'
import Link from 'next/link'
import { errorWords } from '../../components/ui/error-words.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { MemoryBadges } from './memory-badges.tsx'
import { MemoryBody } from './memory-body.tsx'
import { MemoryLinks } from './memory-links.tsx'
import { useSettle } from './memory-pairs.tsx'
import './memories.css'

/** Memories that contradict each other, side by side. */
export const ContradictionsPage = () => {
  const api = useApi()
  const list = useQuery({
    queryKey: queryKeys.contradictions,
    queryFn: ({ signal }) => api.contradictions.list({}, { signal }),
  })
  const settle = useSettle()
  return (
    <div className="memories-page">
      <PageTitle title="Contradictions" />
      <PageHeader title="Contradictions" note="Memories that cannot both be so" />
      <MemoryLinks />
      {list.isPending && (
        <Loading label="Loading contradictions">
          <SkeletonLines rows={4} tall />
        </Loading>
      )}
      {list.isError && !list.data && (
        <ErrorState
          title="They could not be loaded"
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {list.data?.items.length === 0 && (
        <EmptyState title="Nothing contradicts">
          <p>Where two memories say different things of the same, both stand here.</p>
        </EmptyState>
      )}
      {settle.isError && (
        <p className="memory-standing" role="alert" data-tone="wait">
          {errorWords(settle.error)}
        </p>
      )}
      {list.data?.items.map(({ first, second, reason }) => (
        <section
          key={`${first.id} ${second.id}`}
          className="contradiction"
          aria-label={`${shorten(plainLine(first.statement), 60)} / ${shorten(plainLine(second.statement), 60)}`}
        >
          <p className="memory-note tl-foreign">{plainLine(reason)}</p>
          <div className="contradiction-sides">
            <Side
              memory={first}
              onKeep={() =>
                settle.mutate({ keep: first.id, other: second.id, decision: 'replaces' })
              }
            />
            <Side
              memory={second}
              onKeep={() =>
                settle.mutate({ keep: second.id, other: first.id, decision: 'replaces' })
              }
            />
          </div>
          <Button
            size="xs"
            variant="default"
            onClick={() => settle.mutate({ keep: first.id, other: second.id, decision: 'both' })}
          >
            Both hold
          </Button>
        </section>
      ))}
    </div>
  )
}

const Side = ({ memory, onKeep }: { memory: Memory; onKeep: () => void }) => (
  <article className="contradiction-side">
    <h2 className="memory-statement tl-foreign" dir="auto">
      <Link href={`/memories/${memory.id}`} className="tl-link">
        {plainLine(memory.statement)}
      </Link>
    </h2>
    <MemoryBadges memory={memory} />
    <p className="memory-facts">
      since <TimeAgo at={memory.valid_from} />
    </p>
    <MemoryBody memory={memory} />
    <Button size="xs" onClick={onKeep}>
      This one holds
    </Button>
  </article>
)
