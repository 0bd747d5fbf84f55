'use client'

import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { JobHealth } from '@teamlore/shared'
import Link from 'next/link'
import { CodeBlock } from '../../components/code/index.ts'
import { errorWords } from '../../components/ui/error-words.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useMe } from '../account/index.ts'
import { jobTitle } from './job-titles.ts'
import { jobSubject } from './sentences.ts'

/** Jobs that were given up, each with its reason; an admin may have them tried again. */
export const DeadJobs = ({ jobs }: { jobs: JobHealth['dead'] }) => {
  const me = useMe()
  const mayRetry = me.data?.role === 'admin' || me.data?.role === 'owner'
  if (jobs.length === 0) return null
  return (
    <section className="health-section">
      <h2>Permanently failed</h2>
      <ul className="dead-jobs">
        {jobs.map((job) => (
          <DeadJob key={`${job.name} ${job.id}`} job={job} mayRetry={mayRetry} />
        ))}
      </ul>
      {!mayRetry && (
        <p className="health-detail">An admin of your team can have them tried again.</p>
      )}
    </section>
  )
}

const DeadJob = ({ job, mayRetry }: { job: JobHealth['dead'][number]; mayRetry: boolean }) => {
  const api = useApi()
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: () => api.jobs.retry(job.id),
    onSuccess: () => {
      notifications.show({ message: 'The job will be tried again.' })
      return queryClient.invalidateQueries({ queryKey: queryKeys.jobs })
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Not tried again', message: errorWords(error) }),
  })
  const subject = jobSubject(job)
  return (
    <li>
      <div className="dead-job-head">
        <p>
          {plainLine(jobTitle(job.name))}
          <span className="health-detail">
            {' '}
            after {count(job.attempts, 'attempt')}
            {job.failed_at && ', '}
            <TimeAgo at={job.failed_at} />
          </span>
          {subject && (
            <Link href={subject.href} className="tl-link dead-job-subject">
              {subject.says}
            </Link>
          )}
        </p>
        {mayRetry && (
          <Button
            size="xs"
            variant="default"
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            Try again
          </Button>
        )}
      </div>
      <CodeBlock code={job.reason} label="reason" wrap />
    </li>
  )
}
