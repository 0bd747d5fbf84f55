import type { UseQueryResult } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { isNotThere } from '../../lib/api.tsx'
import { SkeletonLines } from './skeleton-lines.tsx'
import { ErrorState, Loading, NotFoundState } from './states.tsx'

/** What the server answers of a project, or that it loads, failed, or that there is no such project. `what`: `the retention`. */
export const ProjectAnswer = <T,>({
  query,
  what,
  children,
}: {
  query: UseQueryResult<T>
  what: string
  children: (data: T) => ReactNode
}) => {
  const { data, error, isError, isPending, refetch } = query
  return (
    <>
      {isPending && (
        <Loading label={`Loading ${what}`}>
          <SkeletonLines rows={6} tall />
        </Loading>
      )}
      {isError &&
        (isNotThere(error) ? (
          <NotFoundState title="There is no such project">
            <p>The link may not be whole, or the project is closed to you.</p>
            <Link href="/settings/projects" className="tl-link">
              All projects
            </Link>
          </NotFoundState>
        ) : (
          <ErrorState
            title={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded`}
            error={error}
            retry={() => void refetch()}
          />
        ))}
      {data !== undefined && children(data)}
    </>
  )
}
