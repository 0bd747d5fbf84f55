import type { UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { OwnDataLine } from '@teamlore/shared/own-data'
import { makeGetMe } from '../identity/teams/get-me.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { makeListMemories } from '../memories/list-memories.ts'
import { makeListMessages } from '../messages/list-messages.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { makeGetSession } from '../sessions/get-session.ts'
import { makeListSessions } from '../sessions/list-sessions.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam' | 'asSystem'>; now?: Clock }

const PAGE = 100
/** A page of whole messages is in memory at once, and one of them may have some megabytes. */
const MESSAGES = 20

/**
 * Everything that is a person's own in a team, line by line: who they are, each session with its transcript, each memory they wrote. Little
 * of it is in memory at once. The last line counts the others, so that one sees whether a file is whole. It is written into the
 * audit log before the first line.
 */
export const makeExportOwn = (deps: Deps) => {
  const getMe = makeGetMe(deps)
  const listSessions = makeListSessions(deps)
  const getSession = makeGetSession(deps)
  const listMessages = makeListMessages(deps)
  const listMemories = makeListMemories(deps)

  async function* sessionIds(scope: TeamScope, author: string): AsyncGenerator<string> {
    let cursor: string | undefined
    do {
      const asked = { author, started_by: 'anyone' as const, limit: PAGE, cursor }
      const page = await listSessions(scope, asked)
      for (const { id } of page.items) yield id
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
  }

  async function* messagesOf(scope: TeamScope, id: string) {
    let cursor: string | undefined
    do {
      const whole = { preview_chars: Number.POSITIVE_INFINITY, limit: MESSAGES }
      const page = await listMessages(scope, { ...whole, session_id: id, cursor })
      yield* page.items
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
  }

  async function* memoriesOf(scope: TeamScope, author: string) {
    let cursor: string | undefined
    do {
      const page = await listMemories(scope, { limit: PAGE, cursor })
      yield* page.items.filter((memory) => memory.author?.id === author)
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
  }

  async function* lines(scope: TeamScope, author: string): AsyncGenerator<OwnDataLine> {
    const { now = systemClock } = deps
    const counted = { sessions: 0, messages: 0, memories: 0 }
    const { user, team, role } = await getMe(scope)
    yield { type: 'about', exported_at: now().toISOString(), user, team, role }
    for await (const id of sessionIds(scope, author)) {
      yield { type: 'session', session: await getSession(scope, { id }) }
      counted.sessions += 1
      for await (const message of messagesOf(scope, id)) {
        yield { type: 'message', session_id: id, message }
        counted.messages += 1
      }
    }
    for await (const memory of memoriesOf(scope, author)) {
      yield { type: 'memory', memory }
      counted.memories += 1
    }
    yield { type: 'end', ...counted }
  }

  return async (scope: TeamScope): Promise<AsyncGenerator<OwnDataLine>> => {
    const userId = requirePerson(scope)
    await deps.unitOfWork.inTeam(scope, ({ audit }) =>
      audit.add({ id: newId.event(), action: 'own_data.exported', userId, subject: userId }),
    )
    return lines(scope, userId)
  }
}

export type ExportOwn = ReturnType<typeof makeExportOwn>
