import type { TeamRepositories } from '@teamlore/db'
import type { newId, TeamId } from '@teamlore/shared'
import { announce } from './announce.ts'
import { type DocumentsOfMessage, insertMessages, withPrompts } from './index-messages.ts'
import type { SessionOwner, WrittenSession } from './ingest.types.ts'
import type { ArrivedSession } from './prepare-session.ts'
import { createWriteBehind } from './write-behind.ts'

type Deps = {
  documentsOf: DocumentsOfMessage
  ids: Pick<typeof newId, 'session' | 'message'>
}

/** Writes a session that was not there. @returns undefined when somebody else made it at this moment. */
export const createSession = async (
  repos: TeamRepositories,
  teamId: TeamId,
  arrived: ArrivedSession,
  owner: SessionOwner,
  { documentsOf, ids }: Deps,
): Promise<WrittenSession | undefined> => {
  const { tool, nativeId, messages, edits } = arrived
  const fields = { ...arrived.fields, title: arrived.fields.title ?? arrived.fallbackTitle }
  const session = { id: ids.session(), teamId, tool, nativeId, ...owner, ...fields }
  if (!(await repos.sessions.insert(session))) return undefined
  const ownership = { sessionId: session.id, privateTo: session.privateTo }
  const inserts = messages.map((message) => ({ ...message, id: ids.message() }))
  const writes = createWriteBehind()
  await insertMessages(repos, session, withPrompts(inserts, null), { documentsOf, writes })
  await writes.push(() => repos.edits.insert(ownership, edits))
  await writes.drain()
  const total = await repos.sessions.update(session.id, fields, { awaitsDistilling: true })
  await announce(repos, session, { isContentChanged: true })
  return {
    native_id: nativeId,
    session_id: session.id,
    created: true,
    inserted_messages: inserts.length,
    updated_messages: 0,
    unchanged_messages: 0,
    inserted_edits: edits.length,
    total_messages: total,
  }
}
