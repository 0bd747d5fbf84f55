import type { MemoryRow, StoredSession, TeamRepositories } from '@teamlore/db'
import type { ProjectId, SessionId } from '@teamlore/shared'

/** A session that says something of memories, with its project where not everybody may read that. */
export type QuotableSession = {
  session: Pick<StoredSession, 'userId' | 'privateTo'>
  restrictedTo: ProjectId | null
}

export const readQuotable = async (
  { sessions, outcomes }: Pick<TeamRepositories, 'sessions' | 'outcomes'>,
  sessionId: SessionId,
): Promise<QuotableSession | undefined> => {
  const session = await sessions.findById(sessionId)
  return session && { session, restrictedTo: await outcomes.restrictedProjectOf(sessionId) }
}

/**
 * Whether words of a session may stand beside a memory. A private one, and one of a restricted project, says nothing to memories that others
 * read: the note has words of it.
 */
export const mayQuote = (
  quotable: QuotableSession | undefined,
  { private_to, project_id }: Pick<MemoryRow, 'private_to' | 'project_id'>,
): boolean => {
  if (quotable === undefined) return false
  const { session, restrictedTo } = quotable
  return (
    (session.privateTo === null || session.privateTo === private_to) &&
    (restrictedTo === null || restrictedTo === project_id)
  )
}
