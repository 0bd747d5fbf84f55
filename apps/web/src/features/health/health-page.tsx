'use client'

import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { useStats } from '../sessions/index.ts'
import { DeadJobs } from './dead-jobs.tsx'
import './health-page.css'
import { JobTable } from './job-table.tsx'
import { headline, healthLines } from './sentences.ts'
import { StoredAmounts } from './stored-amounts.tsx'

const LOOK_EVERY_MS = 5_000

/** Whether what comes in gets worked on, in sentences first and in figures below. */
export const HealthPage = () => {
  const api = useApi()
  const stats = useStats()
  const health = useQuery({
    queryKey: queryKeys.jobs,
    queryFn: ({ signal }) => api.jobs.health({ signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
  return (
    <div className="health-page">
      <PageTitle title="Health" />
      <PageHeader
        title="Health"
        note="How far the work behind the scenes has come. Looks again every five seconds."
      />
      {health.isPending && (
        <Loading label="Loading">
          <SkeletonLines rows={4} tall />
        </Loading>
      )}
      {health.isError && (
        <ErrorState
          title="The state could not be asked for"
          error={health.error}
          retry={() => void health.refetch()}
        />
      )}
      {health.data && (
        <>
          <p className="health-headline" data-tone={headline(health.data).tone} role="status">
            {headline(health.data).says}
          </p>
          <ul className="health-lines">
            {healthLines(health.data).map((line) => (
              <li key={line.says} data-tone={line.tone}>
                <span className="health-dot" aria-hidden />
                <div>
                  <p>{line.says}</p>
                  {line.detail && <p className="health-detail">{line.detail}</p>}
                </div>
              </li>
            ))}
          </ul>
          <DeadJobs jobs={health.data.dead} />
          <JobTable jobs={health.data.jobs} />
        </>
      )}
      {stats.data && <StoredAmounts stats={stats.data} />}
    </div>
  )
}
