'use client'

import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { OtherSides } from '../../components/ui/other-sides.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { messageOf, useApi } from '../../lib/api.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { MemoryBadges } from './memory-badges.tsx'
import { ChangedBases } from './memory-bases.tsx'
import { MemoryBody } from './memory-body.tsx'
import { MemoryLinks } from './memory-links.tsx'
import { WaitingPairs } from './memory-pairs.tsx'
import { WhyField } from './why-field.tsx'
import './memories.css'

type Decision = 'approve' | 'reject' | 'archive'
/** `about`: the memory that was looked at. */
type Deciding = { decision: Decision; reason?: string; about?: string }

/** The queue, where one is in it, and what one can do there; by keys too. */
const useReview = () => {
  const api = useApi()
  const client = useQueryClient()
  const [at, setAt] = useState(0)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [isRejecting, setRejecting] = useState(false)
  const queue = useQuery({
    queryKey: queryKeys.reviewQueue,
    queryFn: ({ signal }) => api.memories.reviewQueue({}, { signal }),
  })
  const items = queue.data?.items ?? []
  const index = Math.min(at, Math.max(0, items.length - 1))
  const current = items[index]
  /** Those that are picked, else the one that is looked at. */
  const meant = () => (picked.size > 0 ? [...picked] : current === undefined ? [] : [current.id])
  const onSuccess = async () => {
    setPicked(new Set())
    setRejecting(false)
    await client.invalidateQueries()
  }
  const decide = useMutation({
    mutationFn: ({ decision, reason = '' }: Deciding) =>
      api.memories.review({ ids: meant(), decision, reason }),
    onSuccess,
  })
  const take = useMutation({
    mutationFn: async () =>
      api.memories.review({ ids: meant(), decision: 'assign', assignee: (await api.me()).user.id }),
    onSuccess,
  })
  const undo = useMutation({ mutationFn: () => api.memories.undo({}), onSuccess })
  const pick = (id: string | undefined) => {
    if (id === undefined) return
    const next = new Set(picked)
    if (!next.delete(id)) next.add(id)
    setPicked(next)
  }
  const act = (decision: Decision) => () => {
    if (current !== undefined && !decide.isPending) decide.mutate({ decision, about: current.id })
  }
  useHotkeys([
    ['j', () => setAt(Math.min(index + 1, items.length - 1))],
    ['k', () => setAt(Math.max(0, index - 1))],
    ['a', act('approve')],
    ['r', () => current !== undefined && setRejecting(true)],
    ['m', () => current !== undefined && !take.isPending && take.mutate()],
    ['x', () => pick(current?.id)],
    ['u', () => undo.mutate()],
  ])
  return {
    ...{ queue, items, index, current, picked, act, setAt },
    undo: () => undo.mutate(),
    take: () => take.mutate(),
    ...{ isRejecting, setRejecting },
    reject: (reason: string) => decide.mutate({ decision: 'reject', reason }),
    failed: decide.error ?? take.error ?? undo.error,
    isUnchanged:
      decide.data?.changed === 0 &&
      decide.variables?.decision === 'approve' &&
      decide.variables.about === current?.id,
  }
}

type Review = ReturnType<typeof useReview>

/**
 * What waits for a person, one after the other: `j` `k` to move, `a` approve, `r` reject with a reason, `m` mine, `x` to pick
 * several, `u` undo.
 */
export const ReviewPage = () => {
  const review = useReview()
  const { queue, items, failed, isUnchanged } = review
  return (
    <div className="memories-page">
      <PageTitle title="Review" />
      <PageHeader
        title="Review"
        note={
          queue.data
            ? `${count(queue.data.total, 'memory', 'memories')} to decide on`
            : 'What waits for a person'
        }
      />
      <MemoryLinks />
      {queue.isPending && (
        <Loading label="Loading the review queue">
          <SkeletonLines rows={6} />
        </Loading>
      )}
      {queue.isError && items.length === 0 && (
        <ErrorState
          title="The queue could not be loaded"
          error={queue.error}
          retry={() => void queue.refetch()}
        />
      )}
      {queue.isSuccess && items.length === 0 && (
        <EmptyState title="Nothing waits">
          <p>What sessions teach from now on stands here until somebody decides.</p>
        </EmptyState>
      )}
      {failed && (
        <p className="memory-standing" role="alert" data-tone="wait">
          {messageOf(failed)}
        </p>
      )}
      {isUnchanged && (
        <p className="memory-standing" role="status" data-tone="wait">
          It is approved already. It waits for a word on the other one: say below that it replaces
          it, or that both hold.
        </p>
      )}
      <ReviewBar review={review} />
      <ReviewColumns review={review} />
    </div>
  )
}

const ReviewBar = ({ review }: { review: Review }) => {
  const { act, current, undo, take, picked, isRejecting, setRejecting, reject } = review
  return (
    <div className="review-bar">
      <Button size="xs" onClick={act('approve')} disabled={current === undefined}>
        Approve (a)
      </Button>
      <Button
        size="xs"
        variant="default"
        onClick={() => setRejecting(true)}
        disabled={current === undefined}
      >
        Reject (r)
      </Button>
      <Button size="xs" variant="default" onClick={take} disabled={current === undefined}>
        Mine (m)
      </Button>
      <Button size="xs" variant="default" onClick={act('archive')} disabled={current === undefined}>
        Archive
      </Button>
      <Button size="xs" variant="subtle" onClick={undo}>
        Undo (u)
      </Button>
      <span className="memory-note">
        j and k move, x picks{picked.size > 0 && `: ${picked.size} picked`}
      </span>
      {isRejecting && (
        <WhyField
          label="Why is it not so?"
          action="Reject"
          onSay={reject}
          onCancel={() => setRejecting(false)}
        />
      )}
    </div>
  )
}

const ReviewColumns = ({
  review: { items, index, current, picked, setAt },
}: {
  review: Review
}) => (
  <div className="review-columns">
    <ol className="memory-list">
      {items.map((memory, place) => (
        <li key={memory.id}>
          <button
            type="button"
            className="memory-row"
            aria-current={place === index}
            onClick={() => setAt(place)}
          >
            <span className="memory-row-statement tl-foreign" dir="auto">
              {picked.has(memory.id) && '✓ '}
              {plainLine(memory.statement)}
            </span>
            <MemoryBadges memory={memory} />
          </button>
        </li>
      ))}
    </ol>
    {current && (
      <article className="review-current">
        <h2 className="memory-statement tl-foreign" dir="auto">
          {plainLine(current.statement)}
        </h2>
        <p className="memory-facts">
          <Link href={`/memories/${current.id}`} className="tl-link">
            Open
          </Link>
          {current.assignee && <span>for {plainLine(current.assignee.name)}</span>}
          {current.author && <span>written by {plainLine(current.author.name)}</span>}
        </p>
        <WaitingPairs memory={current} />
        <ChangedBases memory={current} />
        <OtherSides sides={current.contradicted_by} />
        <MemoryBody memory={current} />
      </article>
    )}
  </div>
)
