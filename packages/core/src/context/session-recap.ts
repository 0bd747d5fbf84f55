import type { NewMessage, StoredSession, TeamRepositories } from '@teamlore/db'
import { kindOfId, type SessionId } from '@teamlore/shared'
import { digestMessage, type MessageDigest } from '../distil/transcript/digest-message.ts'
import { isLive } from '../distil/transcript/prompt-ranges.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { resolveId } from '../platform/resolve-id.ts'
import { sessionNotFound } from '../sessions/sessions.errors.ts'
import type { BriefCandidate, BriefEntry } from './brief-entry.ts'
import { recapEntries } from './recap-entries.ts'

/** The last so many messages say what was going on; older ones are known by what was found and changed. */
const TAIL = 300
const FOUND = 60

/** Where a session stands that goes on without its conversation. */
export type SessionRecap = {
  sessionId: SessionId
  projectId: string | null
  /** What was asked last, which what else is known is chosen by. */
  asked: string
  /** Files it changed, the latest first. */
  files: string[]
  /** What comes first in the brief, in this order. */
  entries: BriefEntry[]
  /** What was found in it and what its prompts came to, which stand among them. */
  found: BriefCandidate[]
}

type Repositories = Pick<
  TeamRepositories,
  'ids' | 'handovers' | 'sessions' | 'distillation' | 'messages' | 'brief'
>

/** By an id of ours or the beginning of one; of the asker also by the name that its tool gives it. */
const sessionOf = async (
  { ids, handovers, sessions }: Repositories,
  { userId }: TeamScope,
  name: string,
): Promise<StoredSession> => {
  const id =
    kindOfId(name) === 'session'
      ? await resolveId(ids, 'session', name, sessionNotFound)
      : await handovers.sessionNamed(userId, name)
  const session = id === undefined ? undefined : await sessions.findById(id as SessionId)
  if (session === undefined) throw sessionNotFound()
  return session
}

const digestOf = (message: NewMessage): MessageDigest =>
  digestMessage({ ...message, ts: message.ts === null ? null : new Date(message.ts) })

/** Paths as the project knows them: each machine has it in a folder of its own. */
const within =
  (roots: readonly string[]) =>
  (path: string): string => {
    const root = roots.find((one) => path.startsWith(`${one.replace(/[\\/]$/, '')}/`))
    return root === undefined ? path : path.slice(root.replace(/[\\/]$/, '').length + 1)
  }

/**
 * Reads what a session that was shortened has to know of itself.
 *
 * @throws DomainError `session.not_found`
 */
export const readRecap = async (
  repositories: Repositories,
  scope: TeamScope,
  name: string,
): Promise<SessionRecap> => {
  const { messages, distillation, brief } = repositories
  const session = await sessionOf(repositories, scope, name)
  const { id, projectId, title } = session
  const { last } = await messages.places(id, [])
  const tail = (await messages.newest(id, TAIL)).filter(isLive).map(digestOf)
  const prompt = await messages.promptBefore(id, last + 1)
  const edits = await distillation.editMarks(id)
  const found = await brief.ofSession(id, FOUND)
  const pathOf = within(await distillation.rootPaths(session))
  const marks = edits.map((edit) => ({ ...edit, path: pathOf(edit.path) })).toReversed()
  const asked = prompt === undefined ? undefined : digestOf(prompt)
  return {
    sessionId: id,
    projectId,
    asked: asked?.text ?? title ?? '',
    files: [...new Set(marks.map(({ path }) => path))],
    entries: recapEntries({ id, title, asked, tail, edits: marks, found }),
    found,
  }
}
