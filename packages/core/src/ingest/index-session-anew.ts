import type { NewMessage, StoredSession, TeamRepositories, UnitOfWork } from '@teamlore/db'
import {
  createRedactor,
  newId,
  type Redactor,
  redactHeader,
  redactMessage,
  type SessionId,
} from '@teamlore/shared'
import { documentsOfMessage } from '../search/documents/documents-of-message.ts'
import { documentsOfObservation } from '../search/documents/documents-of-observation.ts'
import { documentsOfSummary } from '../search/documents/documents-of-summary.ts'
import type { SystemScope } from '../teams/team-scope.ts'
import { type DocumentsOfMessage, reindexSession } from './index-messages.ts'
import { createWriteBehind } from './write-behind.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  documentsOf?: DocumentsOfMessage
  ids?: Pick<typeof newId, 'document'>
}

/** `whole`: nothing of it was lost, or it is gone as a whole, and nothing was written. */
export type IndexedAnew = { state: 'whole' | 'indexed' }

/**
 * Builds the index of a session anew out of its messages and findings, when rows of it are lost. In one transaction under the
 * lock that ingest takes too: cut off it leaves nothing behind, and of two at once the second finds it done. Rows that are
 * still there keep their ids and vectors; those that are written again wait to be embedded.
 */
export const makeIndexSessionAnew =
  ({ unitOfWork, documentsOf = documentsOfMessage, ids = newId }: Deps) =>
  (
    scope: SystemScope,
    { sessionId }: { sessionId: SessionId },
    signal?: AbortSignal,
  ): Promise<IndexedAnew> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const { sessions, documents, redactionRules, outbox } = repos
      // Asked before the lock, which is a write of its own.
      if (!(await documents.areLost(sessionId))) return { state: 'whole' }
      const session = await sessions.lock(sessionId)
      if (session === undefined || !(await documents.areLost(sessionId))) return { state: 'whole' }
      // As when it came in, and by the rules of today: nobody shall find what has become a secret since.
      const redactor = createRedactor(await redactionRules.get())
      const clean = cleanSession(session, redactor)
      const writes = createWriteBehind()
      const redact = (message: NewMessage) => cleanMessage(message, redactor)
      await reindexSession(repos, clean, { documentsOf, writes, redact, signal })
      await writes.drain()
      signal?.throwIfAborted()
      await indexFindings(repos, clean, ids)
      await outbox.add({ type: 'documents.queued', payload: {} })
      return { state: 'indexed' }
    })

export type IndexSessionAnew = ReturnType<typeof makeIndexSessionAnew>

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
  const { teamId, id: sessionId, projectId, privateTo } = session
  const facts = { teamId, sessionId, projectId, privateTo }
  const observations = await findings.observationsOf(sessionId)
  const summaries = await findings.summariesOf(sessionId)
  const built = [
    ...observations.flatMap((row) =>
      documentsOfObservation(session, { ...row, ...facts }, { newDocumentId }),
    ),
    ...summaries.flatMap((row) =>
      documentsOfSummary(session, { ...row, ...facts }, { newDocumentId }),
    ),
  ]
  // Also those of which there is nothing to index any more, or they would be taken for lost for ever.
  await documents.replace(built, { sources: [...observations, ...summaries].map(({ id }) => id) })
}
