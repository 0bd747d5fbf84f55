import type { SessionId, SessionLinkId, UserId } from '@teamlore/shared'
import type { LinkType } from '@teamlore/shared/commits'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { json } from '../sql/json.ts'

export type JudgedLink = {
  id: SessionLinkId
  sessionId: SessionId
  userId: UserId
  type: LinkType
  target: string
  commitId: string | null
}

/** What people say of links: it counts more than what is inferred. */
export const createSessionLinkRepository = (tx: DbExecutor, { teamId }: DbScope) => {
  const judge = (
    { id, sessionId, userId, type, target, commitId }: JudgedLink,
    { reasons, isRejected }: { reasons: readonly string[]; isRejected: boolean },
  ) =>
    tx.execute(sql`
      insert into teamlore.session_links as l (id, team_id, session_id, type, commit_id, target, relation, confidence,
        reasons, created_by, user_id, is_rejected)
      values (${id}, ${teamId}, ${sessionId}, ${type}, ${commitId}, ${target}, 'wrote', 1, ${json(reasons)}, 'user',
        ${userId}, ${isRejected})
      on conflict (session_id, type, target) do update
      set confidence = 1, relation = 'wrote', reasons = excluded.reasons, created_by = 'user', user_id = excluded.user_id,
        commit_id = excluded.commit_id, is_rejected = excluded.is_rejected, updated_at = now()`)
  return {
    /** A link that a person made, or made certain. */
    async confirm(link: JudgedLink & { reasons: readonly string[] }): Promise<void> {
      await judge(link, { reasons: link.reasons, isRejected: false })
    },
    /** A pair that a person took apart, kept so that it is not inferred again. */
    async reject(link: JudgedLink): Promise<void> {
      await judge(link, { reasons: ['a person took them apart'], isRejected: true })
    },
  }
}
