import type { NewEdit, UnitOfWork } from '@teamlore/db'
import type { EditId, IngestEdit, SessionId } from '@teamlore/shared'
import type { OwnDataLine } from '@teamlore/shared/own-data'
import { makeGetMe } from '../identity/teams/get-me.ts'
import { noteExport } from '../identity/teams/note-export.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { makeListMemories } from '../memories/list-memories.ts'
import { makeListMessages } from '../messages/list-messages.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { makeGetProject } from '../projects/get-project.ts'
import { makeGetSession } from '../sessions/get-session.ts'
import { makeListSessions } from '../sessions/list-sessions.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam' | 'asSystem'>; now?: Clock }

const PAGE = 100
/** A page of whole messages is in memory at once, and one of them may have some megabytes. */
const MESSAGES = 20

const readersOf = (deps: Deps) => ({
  getMe: makeGetMe(deps),
  listSessions: makeListSessions(deps),
  getSession: makeGetSession(deps),
  listMessages: makeListMessages(deps),
  listMemories: makeListMemories(deps),
  getProject: makeGetProject(deps),
  /** @returns edits that came in after one. */
  listEdits: (scope: TeamScope, session: SessionId, after: EditId | null): Promise<NewEdit[]> =>
    deps.unitOfWork.inTeam(scope, ({ edits }) => edits.ofSession(session, { after, limit: PAGE })),
})
type Readers = ReturnType<typeof readersOf>

async function* sessionIds(
  { listSessions }: Readers,
  scope: TeamScope,
  author: string,
): AsyncGenerator<string> {
  let cursor: string | undefined
  do {
    const asked = { author, started_by: 'anyone' as const, limit: PAGE, cursor }
    const page = await listSessions(scope, asked)
    for (const { id } of page.items) yield id
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

async function* messagesOf({ listMessages }: Readers, scope: TeamScope, id: string) {
  let cursor: string | undefined
  do {
    const whole = { preview_chars: Number.POSITIVE_INFINITY, limit: MESSAGES }
    const page = await listMessages(scope, { ...whole, session_id: id, cursor })
    yield* page.items
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

async function* editsOf(
  { listEdits }: Readers,
  scope: TeamScope,
  session: SessionId,
): AsyncGenerator<IngestEdit> {
  let after: EditId | null = null
  for (;;) {
    const page: NewEdit[] = await listEdits(scope, session, after)
    for (const { id, ...edit } of page) {
      after = id
      yield edit
    }
    if (page.length < PAGE) return
  }
}

async function* memoriesOf({ listMemories }: Readers, scope: TeamScope, author: string) {
  let cursor: string | undefined
  do {
    const page = await listMemories(scope, { limit: PAGE, cursor })
    yield* page.items.filter((memory) => memory.author?.id === author)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

/** Each project once, before what first names it. */
const createNaming = ({ getProject }: Readers, scope: TeamScope) => {
  const named = new Set<string>()
  return async function* (project: { id: string } | null): AsyncGenerator<OwnDataLine> {
    if (project === null || named.has(project.id)) return
    named.add(project.id)
    const { id, name, remote_url } = await getProject(scope, project)
    yield { type: 'project', project: { id, name, remote_url } }
  }
}

async function* linesOf(
  readers: Readers,
  scope: TeamScope,
  { author, at }: { author: string; at: Date },
): AsyncGenerator<OwnDataLine> {
  const counted = { sessions: 0, messages: 0, edits: 0, memories: 0 }
  const naming = createNaming(readers, scope)
  const { user, team, role } = await readers.getMe(scope)
  yield { type: 'about', exported_at: at.toISOString(), user, team, role }
  for await (const id of sessionIds(readers, scope, author)) {
    const session = await readers.getSession(scope, { id })
    yield* naming(session.project)
    yield { type: 'session', session }
    counted.sessions += 1
    for await (const message of messagesOf(readers, scope, id)) {
      yield { type: 'message', session_id: id, message }
      counted.messages += 1
    }
    for await (const edit of editsOf(readers, scope, id as SessionId)) {
      yield { type: 'edit', session_id: id, edit }
      counted.edits += 1
    }
  }
  for await (const memory of memoriesOf(readers, scope, author)) {
    yield* naming(memory.project)
    yield { type: 'memory', memory }
    counted.memories += 1
  }
  yield { type: 'end', ...counted }
}

/**
 * Everything that is a person's own in a team, line by line: who they are, each session with its transcript and edits, each memory they wrote. Little
 * of it is in memory at once. The last line counts the others, so that one sees whether a file is whole. It is written into the
 * audit log before the first line.
 */
export const makeExportOwn = (deps: Deps) => {
  const readers = readersOf(deps)
  const { now = systemClock } = deps
  return async (scope: TeamScope): Promise<AsyncGenerator<OwnDataLine>> => {
    const userId = requirePerson(scope)
    await deps.unitOfWork.inTeam(scope, (repos) =>
      noteExport(repos, scope, { action: 'own_data.exported', subject: userId }),
    )
    return linesOf(readers, scope, { author: userId, at: now() })
  }
}

export type ExportOwn = ReturnType<typeof makeExportOwn>
