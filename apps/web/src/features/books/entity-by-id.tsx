'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useParams, useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading, NotFoundState } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'

/** What a search found of a lorebook is opened by its id; the page of an entity goes by its book and name. */
export const EntityById = () => {
  const { id } = useParams<{ id: string }>()
  const api = useApi()
  const router = useRouter()
  const found = useQuery({
    queryKey: queryKeys.thing(id),
    queryFn: ({ signal }) => api.records({ ids: id }, { signal }),
  })
  const url = found.data?.items[0]?.url
  useEffect(() => {
    if (url !== undefined) router.replace(url)
  }, [router, url])
  if (found.isError)
    return (
      <ErrorState
        isWholePage
        title="The entity could not be loaded"
        error={found.error}
        retry={() => void found.refetch()}
      />
    )
  if (found.isSuccess && url === undefined)
    return (
      <NotFoundState title="There is no such entity">
        <p>Its note may be gone since, or it is hidden from your role.</p>
        <Link href="/books" className="tl-link">
          All lorebooks
        </Link>
      </NotFoundState>
    )
  return (
    <Loading label="Loading the entity">
      <PageTitle title="Entity" />
      <SkeletonLines rows={5} tall />
    </Loading>
  )
}
