import type { StoredSession, StoredSessionNote, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor } from '@teamlore/redaction'
import { newId, type SessionId, type UserId } from '@teamlore/shared'
import { mayDo } from '@teamlore/shared/roles'
import {
  type CreateSessionNoteRequest,
  isTag,
  type ListSessionTagsQuery,
  SESSION_NOTE_LIMITS,
  type SessionNote,
  type SessionNoteId,
  type SessionTagList,
  spellTag,
} from '@teamlore/shared/session-notes'
import { documentsOfSessionNote } from '../documents/documents-of-session-note.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { resolveId } from '../platform/resolve-id.ts'
import { cleanStrings } from '../text/clean-strings.ts'
import {
  sessionNoteEmpty,
  sessionNoteNotFound,
  sessionNoteNotYours,
  sessionNotesFull,
  sessionNotFound,
  sessionTagInvalid,
  sessionTagSecret,
} from './sessions.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  ids?: Pick<typeof newId, 'sessionNote' | 'document'>
}
type Typed = { id: string }

export const noteOf = ({ sessionAuthor: _, ...note }: StoredSessionNote): SessionNote => note

/** A tag in its one form. @throws DomainError `session_note.tag_invalid`. */
export const tagOf = (typed: string): string => {
  const tag = spellTag(typed)
  if (!isTag(tag)) throw sessionTagInvalid()
  return tag
}

/** What is kept of the text: no secrets, and nothing that the database cannot hold. */
const textOf = async (
  { redactionRules }: Pick<TeamRepositories, 'redactionRules'>,
  { kind, text }: CreateSessionNoteRequest,
): Promise<string> => {
  const redactor = createRedactor(await redactionRules.get())
  if (kind === 'tag') {
    // What is left of a secret would be no tag, so it is refused as a whole.
    if (redactor.redact(text).text !== text) throw sessionTagSecret()
    return tagOf(text)
  }
  const { text: clean } = cleanStrings({ text })
  if (clean.trim() === '') throw sessionNoteEmpty()
  return redactor.redact(clean.trim()).text
}

type Index = Pick<TeamRepositories, 'documents' | 'outbox'>

const addToIndex = async (
  { documents, outbox }: Index,
  session: StoredSession,
  note: StoredSessionNote,
  newDocumentId = newId.document,
): Promise<void> => {
  const { id, author, kind, text, created_at } = note
  const built = documentsOfSessionNote(
    session,
    {
      id: id as SessionNoteId,
      userId: author.id as UserId,
      kind,
      text,
      createdAt: new Date(created_at),
    },
    { newDocumentId },
  )
  await documents.replace(built, { sources: [id] })
  if (built.length > 0) await outbox.add({ type: 'documents.queued', payload: {} })
}

const removeNote = async (
  { sessionNotes, documents }: Pick<TeamRepositories, 'sessionNotes' | 'documents'>,
  id: string,
): Promise<void> => {
  await sessionNotes.remove(id)
  await documents.removeBySource([id])
}

/**
 * Adds a tag, an annotation or one's own summary. A tag that is there is returned as it is; a new summary takes the place of the one
 * that this person wrote before.
 *
 * @throws DomainError `session.not_found`, `session_note.empty`, `session_note.tag_invalid`, `session_note.tag_secret`, `session_note.full`.
 */
export const makeCreateSessionNote =
  ({ unitOfWork, ids = newId }: Deps) =>
  (
    scope: TeamScope<'member'>,
    { id, ...asked }: Typed & CreateSessionNoteRequest,
  ): Promise<SessionNote> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const userId = requirePerson(scope)
      const sessionId = await resolveId(repos.ids, 'session', id, sessionNotFound)
      const session = await repos.sessions.lock(sessionId as SessionId)
      if (session === undefined) throw sessionNotFound()
      await repos.sessionSharing.noteReading([sessionId as SessionId])
      const text = await textOf(repos, asked)
      const note = { sessionId: sessionId as SessionId, userId, kind: asked.kind, text }
      const standing = await repos.sessionNotes.standing(note)
      if (standing?.text === text) return noteOf(standing)
      const { length } = await repos.sessionNotes.ofSession(sessionId)
      if (length >= SESSION_NOTE_LIMITS.maxNotes) throw sessionNotesFull()
      if (standing !== undefined) await removeNote(repos, standing.id)
      const noteId = ids.sessionNote()
      await repos.sessionNotes.add({ ...note, id: noteId })
      const added = await found(repos, noteId)
      await addToIndex(repos, session, added, ids.document)
      return noteOf(added)
    })

const found = async (
  { sessionNotes }: Pick<TeamRepositories, 'sessionNotes'>,
  id: string,
): Promise<StoredSessionNote> => {
  const note = await sessionNotes.find(id)
  if (note === undefined) throw sessionNoteNotFound()
  return note
}

/** Tags are everybody's; words are their author's, and of who answers for the session. */
const requireMay = (scope: TeamScope<'member'>, note: StoredSessionNote): void => {
  const userId = requirePerson(scope)
  const isTheirs = [note.author.id, note.sessionAuthor].some((id) => id === userId)
  if (note.kind !== 'tag' && !isTheirs && !mayDo(scope.role, 'people.manage'))
    throw sessionNoteNotYours()
}

const makeChange =
  (
    change: (
      repos: TeamRepositories,
      note: StoredSessionNote,
      session: StoredSession,
    ) => Promise<void>,
  ) =>
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope<'member'>, { id }: Typed): Promise<SessionNote> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const whole = await resolveId(repos.ids, 'sessionNote', id, sessionNoteNotFound)
      const note = await found(repos, whole)
      requireMay(scope, note)
      // Two that change notes of one session go one after the other.
      const session = await repos.sessions.lock(note.session_id as SessionId)
      if (session === undefined) throw sessionNoteNotFound()
      await change(repos, await found(repos, whole), session)
      return noteOf(await found(repos, whole))
    })

/** Removes a note until somebody restores it. @throws DomainError `session_note.not_found`, `session_note.not_yours`. */
export const makeRemoveSessionNote = makeChange((repos, { id }) => removeNote(repos, id))

/** Restores what was removed, in place of what was written since. */
export const makeRestoreSessionNote = makeChange(async (repos, note, session) => {
  const standing = await repos.sessionNotes.standing({
    sessionId: note.session_id as SessionId,
    userId: note.author.id as never,
    kind: note.kind,
    text: note.text,
  })
  if (standing?.id === note.id) return
  if (standing !== undefined) await removeNote(repos, standing.id)
  await repos.sessionNotes.restore(note.id)
  await addToIndex(repos, session, note)
})

export const makeListSessionTags =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { prefix = '', limit }: ListSessionTagsQuery): Promise<SessionTagList> =>
    unitOfWork.inTeam(scope, async ({ sessionNotes }) => ({
      items: await sessionNotes.tags(spellTag(prefix), limit),
    }))
