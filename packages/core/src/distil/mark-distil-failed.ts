import type { UnitOfWork } from '@teamlore/db'
import type { SessionId } from '@teamlore/shared'
import type { SystemScope } from '../identity/teams/team-scope.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

/**
 * Says of a session that distilling it was given up, so that people see it instead of waiting. When it grows, or
 * somebody retries the dead job, it is distilled again.
 */
export const makeMarkDistilFailed =
  ({ unitOfWork }: Deps) =>
  (
    scope: SystemScope,
    { sessionId, failedAt = null }: { sessionId: SessionId; failedAt?: Date | null },
  ): Promise<boolean> =>
    unitOfWork.inTeam(scope, async ({ distillation, outbox }) => {
      const marked = await distillation.markFailed(sessionId, failedAt)
      if (marked === undefined) return false
      await outbox.notifyLive({
        type: 'session.updated',
        sessionId,
        privateTo: marked.privateTo,
      })
      return true
    })

export type MarkDistilFailed = ReturnType<typeof makeMarkDistilFailed>
