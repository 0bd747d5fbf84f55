'use client'

import type { SessionDetail } from '@teamlore/shared'
import type { ReactNode } from 'react'
import { LoadMore } from '../../components/ui/load-more.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import type { usePaged } from './use-paged.ts'

/** States of what the distiller took out of a session, and the list itself. */
export const PagedList = <T extends { id: string }>({
  list,
  session,
  words,
  children,
}: {
  list: ReturnType<typeof usePaged<T>>
  session: SessionDetail
  words: { many: string; end: string }
  children: (item: T) => ReactNode
}) => {
  if (list.isPending) {
    return (
      <Loading label={`Loading ${words.many}`}>
        <SkeletonLines rows={4} tall />
      </Loading>
    )
  }
  if (list.isError && list.items.length === 0) {
    return (
      <ErrorState
        title={`The ${words.many} could not be loaded`}
        error={list.error}
        retry={() => void list.refetch()}
      />
    )
  }
  if (list.items.length === 0) return <Nothing session={session} words={words} />
  return (
    <div className="session-panel">
      {list.items.map(children)}
      <LoadMore
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        error={list.isFetchNextPageError ? list.error : null}
        onMore={list.fetchNextPage}
        end={words.end}
      />
    </div>
  )
}

const WHY = {
  pending: 'The session is still being distilled. They appear here by themselves.',
  failed: 'Distilling this session failed. The page Health says why and lets an admin try again.',
  done: 'The session was distilled and nothing in it stood out.',
} as const

const Nothing = ({ session, words }: { session: SessionDetail; words: { many: string } }) => (
  <EmptyState title={`No ${words.many} ${session.distilled === 'pending' ? 'yet' : ''}`}>
    <p>{WHY[session.distilled]}</p>
  </EmptyState>
)
