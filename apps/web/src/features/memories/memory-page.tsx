'use client'

import { useQuery } from '@tanstack/react-query'
import type { Memory } from '@teamlore/shared/memories'
import { ownTitle } from '@teamlore/shared/own-title'
import { plural } from '@teamlore/shared/plural'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import { OtherSides } from '../../components/ui/other-sides.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading, NotFoundState } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { isNotThere, useApi } from '../../lib/api.tsx'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { MemoryActions } from './memory-actions.tsx'
import { MemoryBadges } from './memory-badges.tsx'
import { ChangedBases } from './memory-bases.tsx'
import { MemoryBody } from './memory-body.tsx'
import { MemoryLinks } from './memory-links.tsx'
import { HoldBeside, WaitingPairs } from './memory-pairs.tsx'
import { MemoryReaders } from './memory-readers.tsx'
import { ProposedRemoval } from './proposed-removal.tsx'
import './memories.css'

/** One memory: what it says, why, where it comes from, and how it came to be. */
export const MemoryPage = () => {
  const { id } = useParams<{ id: string }>()
  const api = useApi()
  const memory = useQuery({
    queryKey: queryKeys.thing(id),
    queryFn: ({ signal }) => api.memories.get(id, { signal }),
  })
  if (memory.isPending) {
    return (
      <Loading label="Loading the memory">
        <PageTitle title="Memory" />
        <SkeletonLines rows={5} tall />
      </Loading>
    )
  }
  if (memory.isError && !memory.data) {
    return isNotThere(memory.error) ? (
      <NotFoundState title="There is no such memory">
        <p>The link may not be whole, or the memory is private to somebody else.</p>
        <Link href="/memories" className="tl-link">
          All memories
        </Link>
      </NotFoundState>
    ) : (
      <ErrorState
        isWholePage
        title="The memory could not be loaded"
        error={memory.error}
        retry={() => void memory.refetch()}
      />
    )
  }
  const { data } = memory
  return (
    <article className="memory-page">
      <PageTitle title={shorten(plainLine(data.topic || data.statement), 80)} />
      <MemoryLinks />
      <h1 className="memory-statement tl-foreign" dir="auto">
        {plainLine(data.statement)}
      </h1>
      {ownTitle(data.topic, data.statement) !== '' && (
        <p className="memory-note tl-foreign" dir="auto">
          {plainLine(data.topic)}
        </p>
      )}
      <MemoryBadges memory={data} />
      <Standing memory={data} />
      <WaitingPairs memory={data} />
      <HoldBeside memory={data} />
      <MemoryActions memory={data} />
      <MemoryBody memory={data} />
      <Thread id={data.id} />
      <MemoryReaders id={data.id} />
    </article>
  )
}

/** Whether it holds, since when, and what took its place. */
const Standing = ({ memory }: { memory: Memory }) => (
  <>
    {memory.successor !== null && (
      <p className="memory-standing" data-tone="wait">
        Does not hold any more. <TimeAgo at={memory.successor.valid_from} /> its place was taken by{' '}
        <Link href={`/memories/${memory.successor.id}`} className="tl-link tl-foreign">
          {plainLine(memory.successor.statement)}
        </Link>
      </p>
    )}
    {memory.stale !== null && (
      <p className="memory-standing" data-tone="wait">
        Somebody marked it as stale: <span className="tl-foreign">{memory.stale.reason}</span>
      </p>
    )}
    <ProposedRemoval memory={memory} />
    <ChangedBases memory={memory} />
    <OtherSides sides={memory.contradicted_by} />
    {memory.replaced.map(({ id, statement, until, why }) => (
      <p key={`${id} ${until}`} className="memory-facts">
        <span>
          Replaced <TimeAgo at={until} />:
        </span>
        <span className="tl-foreign">{plainLine(statement)}</span>
        {why !== '' && <span className="tl-foreign">({plainLine(why)})</span>}
      </p>
    ))}
    <p className="memory-facts">
      Holds since <TimeAgo at={memory.valid_from} />
      {memory.author && <span>written by {plainLine(memory.author.name)}</span>}
      {memory.project && <span>{plainLine(memory.project.name)}</span>}
      <span>
        said in {plural(memory.session_count, 'session')}, {memory.confidence_parts.confirmations}{' '}
        independent confirmations, {memory.confidence_parts.contradictions} contradictions
      </span>
    </p>
  </>
)

/** Why it changed: every version of it and of those whose place it took. */
const Thread = ({ id }: { id: string }) => {
  const api = useApi()
  const history = useQuery({
    queryKey: queryKeys.memoryHistory(id),
    queryFn: ({ signal }) => api.memories.history(id, {}, { signal }),
  })
  if (!history.data) return null
  return (
    <section aria-label="History">
      <h2>History</h2>
      <ol className="memory-thread">
        {history.data.versions.map((version) => (
          <li
            key={`${version.memory_id} ${version.version}`}
            data-current={version.valid_to === null}
          >
            <p className="memory-facts">
              <TimeAgo at={version.valid_from} />
              <span>{version.change}</span>
              {version.recorded_by && <span>by {plainLine(version.recorded_by.name)}</span>}
              {version.note && <span className="tl-foreign">{plainLine(version.note)}</span>}
            </p>
            <p className="memory-text tl-foreign" dir="auto">
              {plainLine(version.statement)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
