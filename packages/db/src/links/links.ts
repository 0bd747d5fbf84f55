import type { CommitId, SessionId, SessionLinkId, UserId } from '@teamlore/shared'
import type { LinkType } from '@teamlore/shared/commits'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { asInserted } from '../sql/columns.ts'
import { sessionLinksTable } from './table.ts'

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
    tx
      .insert(sessionLinksTable)
      .values({
        id,
        teamId,
        sessionId,
        type,
        commitId: commitId as CommitId | null,
        target,
        relation: 'wrote',
        confidence: 1,
        reasons: [...reasons],
        createdBy: 'user',
        userId,
        isRejected,
      })
      .onConflictDoUpdate({
        target: [sessionLinksTable.sessionId, sessionLinksTable.type, sessionLinksTable.target],
        set: {
          ...asInserted(
            sessionLinksTable,
            'confidence',
            'relation',
            'reasons',
            'createdBy',
            'userId',
            'commitId',
            'isRejected',
          ),
          updatedAt: sql`now()`,
        },
      })
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
