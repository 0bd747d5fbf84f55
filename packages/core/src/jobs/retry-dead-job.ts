import type { UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { findDeadJobs } from './get-job-health.ts'
import { deadJobNotFound } from './jobs.errors.ts'

type Deps = { unitOfWork: UnitOfWork; newEventId?: () => string }

/**
 * Has a worker try a dead job again. It does so when it sees the event, usually within a second.
 *
 * @throws DomainError `job.not_found` when no worker has reported such a dead job of this team.
 */
export const makeRetryDeadJob =
  ({ unitOfWork, newEventId = newId.event }: Deps) =>
  async (scope: TeamScope<'admin'>, { id }: { id: string }): Promise<void> => {
    const { dead } = await findDeadJobs(unitOfWork, scope)
    const job = dead.find((one) => one.id === id)
    if (job === undefined) throw deadJobNotFound()
    await unitOfWork.inTeam(scope, async ({ audit, outbox }) => {
      await outbox.add({ type: 'job.retry', payload: { job_id: job.id, name: job.name } })
      await audit.add({
        id: newEventId(),
        action: 'job.retried',
        userId: scope.userId === 'system' ? null : scope.userId,
        subject: job.id,
      })
    })
  }

export type RetryDeadJob = ReturnType<typeof makeRetryDeadJob>
