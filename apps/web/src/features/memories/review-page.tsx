'use client'

import { Button } from '@mantine/core'
import type { ReviewBatch } from '@teamlore/shared/memory-review'
import Link from 'next/link'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { FilterToggle } from '../../components/filters/index.ts'
import { errorWords } from '../../components/ui/error-words.tsx'
import { OtherSides } from '../../components/ui/other-sides.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { MemoryBadges } from './memory-badges.tsx'
import { ChangedBases } from './memory-bases.tsx'
import { MemoryBody } from './memory-body.tsx'
import { MemoryLinks } from './memory-links.tsx'
import { WaitingPairs } from './memory-pairs.tsx'
import { ProposedRemoval } from './proposed-removal.tsx'
import { type Review, useReview, useReviewKeys } from './use-review.ts'
import { WhyField } from './why-field.tsx'
import './memories.css'

/**
 * What waits for a person, one after the other: `j` `k` to move, `a` approve, `r` reject with a reason, `m` mine, `x` to pick
 * several, `u` undo.
 */
export const ReviewPage = () => {
  const [isBatch, setBatch] = useQueryState('batch', parseAsBoolean.withDefault(false))
  const review = useReview(isBatch)
  useReviewKeys(review)
  const { queue, items, current, failed, isUnchanged, total } = review
  return (
    <div className="memories-page">
      <PageTitle title="Review" />
      <PageHeader
        title="Review"
        note={queue.data ? noteOf(total, queue.data.batch) : 'What waits for a person'}
      >
        <FilterToggle
          name="Only my batch of this week"
          isOn={isBatch}
          onChange={(isOn) => void setBatch(isOn || null)}
        />
      </PageHeader>
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
      {queue.isSuccess && total === 0 && (
        <EmptyState title={isBatch ? 'Nothing is left of your batch' : 'Nothing waits'}>
          <p>
            {isBatch
              ? 'You get at most 15 a week, the most valuable first. The next batch comes on Monday.'
              : 'What sessions teach from now on stands here until somebody decides.'}
          </p>
        </EmptyState>
      )}
      {failed.map(({ id, statement, error }) => (
        <p key={id} className="memory-standing" role="alert" data-tone="wait">
          {errorWords(error)} {statement && <>Nothing was decided on “{plainLine(statement)}”.</>}
        </p>
      ))}
      {current !== undefined && isUnchanged(current.id) && (
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

const noteOf = (total: number, batch: ReviewBatch | undefined): string =>
  batch === undefined
    ? `${count(total, 'memory', 'memories')} to decide on`
    : `Your batch of this week: ${batch.decided} of ${count(batch.size, 'memory', 'memories')} decided`

const ReviewBar = ({ review }: { review: Review }) => {
  const { act, askWhy, current, takeBack, mine, picked, rejecting, reject, cancelReject } = review
  const { waiting } = review
  const isRemoval = current?.removal !== undefined
  return (
    <div className="review-bar">
      <Button size="xs" onClick={act('approve')} disabled={current === undefined}>
        {isRemoval ? 'Keep (a)' : 'Approve (a)'}
      </Button>
      <Button size="xs" variant="default" onClick={askWhy} disabled={current === undefined}>
        Reject (r)
      </Button>
      <Button size="xs" variant="default" onClick={mine} disabled={current === undefined}>
        Mine (m)
      </Button>
      <Button size="xs" variant="default" onClick={act('archive')} disabled={current === undefined}>
        {isRemoval ? 'Take out' : 'Archive'}
      </Button>
      <Button size="xs" variant="subtle" onClick={takeBack}>
        Undo (u)
      </Button>
      <span className="memory-note">j and k move, x picks{picked > 0 && `: ${picked} picked`}</span>
      <span className="memory-note" role="status">
        {waiting > 0 && `Saving ${count(waiting, 'decision')} …`}
      </span>
      {rejecting.length > 0 && (
        <WhyField
          key={rejecting.map(({ id }) => id).join()}
          label="Why is it not so?"
          action="Reject"
          onSay={reject}
          onCancel={cancelReject}
        />
      )}
    </div>
  )
}

const ReviewColumns = ({
  review: { items, current, isGone, isPicked, choose },
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
            aria-current={memory.id === current?.id}
            onClick={() => choose(place)}
          >
            <span className="memory-row-statement tl-foreign" dir="auto">
              {isPicked(memory.id) && '✓ '}
              {plainLine(memory.statement)}
            </span>
            <MemoryBadges memory={memory} />
          </button>
        </li>
      ))}
    </ol>
    {current && (
      <article className="review-current">
        {isGone && (
          <p className="memory-standing" role="status" data-tone="wait">
            It waits no longer: somebody else decided meanwhile. Any key shows the next one.
          </p>
        )}
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
        <ProposedRemoval memory={current} />
        <ChangedBases memory={current} />
        <OtherSides sides={current.contradicted_by} />
        <MemoryBody memory={current} />
      </article>
    )}
  </div>
)
