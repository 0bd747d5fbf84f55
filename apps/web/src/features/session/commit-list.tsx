'use client'

import { useQuery } from '@tanstack/react-query'
import type { SessionDetail } from '@teamlore/shared'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { LinkList } from '../commit/index.ts'

/** The commits that came of a session, each with why that is thought. */
export const CommitList = ({ session }: { session: SessionDetail }) => {
  const api = useApi()
  const links = useQuery({
    queryKey: queryKeys.links(session.id),
    queryFn: ({ signal }) => api.links.list({ session: session.id, min_confidence: 0 }, { signal }),
  })
  if (links.isPending)
    return (
      <Loading label="Loading the commits">
        <SkeletonLines rows={3} />
      </Loading>
    )
  if (links.isError && !links.data)
    return (
      <ErrorState
        title="The commits could not be loaded"
        error={links.error}
        retry={() => void links.refetch()}
      />
    )
  return links.data.items.length === 0 ? (
    <EmptyState title="No commit is known of it">
      <p>
        Either nothing of it was committed, or the commits were not sent: run{' '}
        <code>lore link --backfill</code> in the repository.
      </p>
    </EmptyState>
  ) : (
    <div className="session-panel">
      <LinkList links={links.data.items} of="session" />
    </div>
  )
}
