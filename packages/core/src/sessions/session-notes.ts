import type { StoredSessionNote, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor } from '@teamlore/redaction'
import { newId, type SessionId } from '@teamlore/shared'
import { mayDo } from '@teamlore/shared/roles'
import {
  type CreateSessionNoteRequest,
  type ListSessionTagsQuery,
  SESSION_NOTE_LIMITS,
  type SessionNote,
  type SessionTagList,
  spellTag,
} from '@teamlore/shared/session-notes'
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
  ids?: Pick<typeof newId, 'sessionNote'>
}
type Typed = { id: string }

export const noteOf = ({ sessionAuthor: _, ...note }: StoredSessionNote): SessionNote => note

/** A tag in its one form. @throws DomainError `session_note.tag_invalid`. */
export const tagOf = (typed: string): string => {
  const tag = spellTag(typed)
  if (!/^[\p{L}\p{N}][\p{L}\p{N}\p{M}._/+-]*$/u.test(tag)) throw sessionTagInvalid()
  if (tag.length > SESSION_NOTE_LIMITS.maxTagChars) throw sessionTagInvalid()
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
      if ((await repos.sessions.lock(sessionId as SessionId)) === undefined) throw sessionNotFound()
      await repos.sessionSharing.noteReading([sessionId as SessionId])
      const text = await textOf(repos, asked)
      const note = { sessionId: sessionId as SessionId, userId, kind: asked.kind, text }
      const standing = await repos.sessionNotes.standing(note)
      if (standing?.text === text) return noteOf(standing)
      const { length } = await repos.sessionNotes.ofSession(sessionId)
      if (length >= SESSION_NOTE_LIMITS.maxNotes) throw sessionNotesFull()
      if (standing !== undefined) await repos.sessionNotes.remove(standing.id)
      const noteId = ids.sessionNote()
      await repos.sessionNotes.add({ ...note, id: noteId })
      return noteOf(await found(repos, noteId))
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
  (change: (repos: TeamRepositories, note: StoredSessionNote) => Promise<void>) =>
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope<'member'>, { id }: Typed): Promise<SessionNote> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const whole = await resolveId(repos.ids, 'sessionNote', id, sessionNoteNotFound)
      const note = await found(repos, whole)
      requireMay(scope, note)
      // Two that change notes of one session go one after the other.
      await repos.sessions.lock(note.session_id as SessionId)
      await change(repos, await found(repos, whole))
      return noteOf(await found(repos, whole))
    })

/** Removes a note until somebody restores it. @throws DomainError `session_note.not_found`, `session_note.not_yours`. */
export const makeRemoveSessionNote = makeChange(({ sessionNotes }, { id }) =>
  sessionNotes.remove(id),
)

/** Restores what was removed, in place of what was written since. */
export const makeRestoreSessionNote = makeChange(async ({ sessionNotes }, note) => {
  const standing = await sessionNotes.standing({
    sessionId: note.session_id as SessionId,
    userId: note.author.id as never,
    kind: note.kind,
    text: note.text,
  })
  if (standing?.id === note.id) return
  if (standing !== undefined) await sessionNotes.remove(standing.id)
  await sessionNotes.restore(note.id)
})

export const makeListSessionTags =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { prefix = '', limit }: ListSessionTagsQuery): Promise<SessionTagList> =>
    unitOfWork.inTeam(scope, async ({ sessionNotes }) => ({
      items: await sessionNotes.tags(spellTag(prefix), limit),
    }))
