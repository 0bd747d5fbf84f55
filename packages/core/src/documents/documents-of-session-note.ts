import type { SessionId, UserId } from '@teamlore/shared'
import type { SessionNoteId, SessionNoteKind } from '@teamlore/shared/session-notes'
import { firstLine } from '../text/clean-text.ts'
import { recordTokens } from '../text/count-tokens.ts'
import { buildDocuments, type DocumentOptions, type DocumentSource } from './build-documents.ts'
import type { NewDocument } from './new-document.ts'

type SessionOfNote = DocumentSource & {
  id: SessionId
  tool: string
  title: string | null
  gitBranch: string | null
}

/** What its documents take from a note; a row of `session_notes` will do. */
export type NoteOfDocument = {
  id: SessionNoteId
  userId: UserId
  kind: SessionNoteKind
  text: string
  createdAt: Date
}

/** Documents of a person's words about a session. Tags have none: they are a filter. */
export const documentsOfSessionNote = (
  session: SessionOfNote,
  note: NoteOfDocument,
  options: DocumentOptions = {},
): NewDocument[] => {
  if (note.kind === 'tag') return []
  return buildDocuments(
    session,
    {
      sessionId: session.id,
      messageId: null,
      kind: 'session_note',
      sourceId: note.id,
      type: note.kind,
      concepts: [],
      paths: [],
      tool: session.tool,
      gitBranch: session.gitBranch,
      authorId: note.userId,
      origin: 'human',
      status: 'current',
      occurredAt: note.createdAt,
      embedPriority: 2,
    },
    {
      title: firstLine(session.title ?? '') || firstLine(note.text),
      titleWeight: 'D',
      body: note.text,
      bodyWeight: 'C',
      tokens: recordTokens(note.text),
    },
    options,
  )
}
