import type { NewMessage, StoredSession, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { type Redactor, redactHeader, redactMessage } from '@teamlore/redaction'
import { newId, type SessionId, type UserId } from '@teamlore/shared'
import type { SessionNoteId } from '@teamlore/shared/session-notes'
import { documentsOfMessage } from '../documents/documents-of-message.ts'
import { documentsOfObservation } from '../documents/documents-of-observation.ts'
import { documentsOfSessionNote } from '../documents/documents-of-session-note.ts'
import { documentsOfSummary } from '../documents/documents-of-summary.ts'
import { type ReindexResult, reindex } from '../documents/reindex.ts'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { type DocumentsOfMessage, reindexSession } from './index-messages.ts'
import { createWriteBehind } from './write-behind.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  documentsOf?: DocumentsOfMessage
  ids?: Pick<typeof newId, 'document'>
}

/** Builds the index of a session again out of its messages and findings, when rows of it are lost. */
export const makeReindexSession =
  ({ unitOfWork, documentsOf = documentsOfMessage, ids = newId }: Deps) =>
  (
    scope: SystemScope,
    { sessionId }: { sessionId: SessionId },
    signal?: AbortSignal,
  ): Promise<ReindexResult> =>
    reindex(unitOfWork, scope, {
      areLost: ({ documents }) => documents.areLost(sessionId),
      lock: ({ sessions }) => sessions.lock(sessionId),
      write: async (repos, session, redactor) => {
        const clean = cleanSession(session, redactor)
        const writes = createWriteBehind()
        const redact = (message: NewMessage) => cleanMessage(message, redactor)
        await reindexSession(repos, clean, { documentsOf, writes, redact, signal })
        await writes.drain()
        signal?.throwIfAborted()
        await indexFindings(repos, clean, ids)
        await indexNotes(repos, clean, redactor, ids)
      },
    })

export type ReindexSession = ReturnType<typeof makeReindexSession>

const cleanSession = (session: StoredSession, redactor: Redactor): StoredSession => {
  const { header } = redactHeader(
    {
      title: session.title,
      cwd: session.cwd,
      git_branch: session.gitBranch,
      native_id: session.nativeId,
      parent_native_id: session.parentNativeId,
      git_head: session.gitHead,
      tool_version: session.toolVersion,
      models: session.models,
      project: null,
      pull_requests: [],
    },
    redactor,
  )
  return { ...session, title: header.title, cwd: header.cwd, gitBranch: header.git_branch }
}

const cleanMessage = (message: NewMessage, redactor: Redactor): NewMessage => {
  const { blocks, kind, cwd, gitBranch, model } = message
  const said = redactMessage({ blocks, kind, cwd, git_branch: gitBranch, model }, redactor).message
  return { ...message, blocks: said.blocks, gitBranch: said.git_branch }
}

/** Findings were made of redacted messages, or redacted when they were imported. */
const indexFindings = async (
  { findings, documents }: Pick<TeamRepositories, 'findings' | 'documents'>,
  session: StoredSession,
  { document: newDocumentId }: NonNullable<Deps['ids']>,
): Promise<void> => {
  const observations = await findings.observationsOf(session.id)
  const summaries = await findings.summariesOf(session.id)
  const built = [
    ...observations.flatMap((row) => documentsOfObservation(session, row, { newDocumentId })),
    ...summaries.flatMap((row) => documentsOfSummary(session, row, { newDocumentId })),
  ]
  // Also those of which there is nothing to index any more, or they would be taken for lost for ever.
  await documents.replace(built, { sources: [...observations, ...summaries].map(({ id }) => id) })
}

const indexNotes = async (
  { sessionNotes, documents }: Pick<TeamRepositories, 'sessionNotes' | 'documents'>,
  session: StoredSession,
  redactor: Redactor,
  { document: newDocumentId }: NonNullable<Deps['ids']>,
): Promise<void> => {
  const notes = await sessionNotes.ofSession(session.id)
  const built = notes.flatMap(({ id, author, kind, text, created_at }) =>
    documentsOfSessionNote(
      session,
      {
        id: id as SessionNoteId,
        userId: author.id as UserId,
        kind,
        text: redactor.redact(text).text,
        createdAt: new Date(created_at),
      },
      { newDocumentId },
    ),
  )
  await documents.replace(built, { sources: notes.map(({ id }) => id) })
}
