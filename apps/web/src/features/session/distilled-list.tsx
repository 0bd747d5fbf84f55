'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import type { SessionDetail } from '@teamlore/shared'
import type { ReactNode } from 'react'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'

/** States of what the distiller took out of a session, and the list itself. */
export const DistilledList = <T,>({
  list,
  session,
  name,
  children,
}: {
  list: UseQueryResult<T[]>
  session: SessionDetail
  name: 'findings' | 'summaries'
  children: (item: T) => ReactNode
}) => {
  if (list.isPending) {
    return (
      <Loading label={`Loading ${name}`}>
        <SkeletonLines rows={4} tall />
      </Loading>
    )
  }
  if (!list.data) {
    return (
      <ErrorState
        title={`The ${name} could not be loaded`}
        error={list.error}
        retry={() => void list.refetch()}
      />
    )
  }
  if (list.data.length === 0) {
    return (
      <EmptyState title={`No ${name}${session.distilled === 'pending' ? ' yet' : ''}`}>
        <p>{WHY[session.distilled]}</p>
      </EmptyState>
    )
  }
  return <div className="session-panel">{list.data.map(children)}</div>
}

const WHY = {
  pending: 'The session is still being distilled. They appear here by themselves.',
  failed: 'Distilling this session failed. The page Health says why and lets an admin try again.',
  done: 'The session was distilled and nothing in it stood out.',
} as const
