import type { TeamRepositories } from '@teamlore/db'
import type { SessionId, UserId } from '@teamlore/shared'
import { announce } from './announce.ts'

/** Sessions of one person with the memories that go with them. */
export type Changed = { owner: UserId; sessions: readonly SessionId[]; memories: readonly string[] }

/** Gives sessions with all that came of them to the team, or takes them back for `privateTo`. */
export const changeReaders = async (
  repos: TeamRepositories,
  { owner, sessions, memories }: Changed,
  privateTo: UserId | null,
): Promise<void> => {
  if (privateTo === null) await repos.sessionSharing.set(sessions, memories, null)
  await repos.documentLexemes.recountSessions(sessions, { owner, isPrivate: privateTo !== null })
  if (privateTo !== null) await repos.sessionSharing.set(sessions, memories, privateTo)
  await announce(
    repos,
    sessions.map((id) => ({ id, privateTo, isContentChanged: false })),
  )
}
