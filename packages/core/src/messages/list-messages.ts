import type { MessageKey, TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { ListMessagesQuery, Message } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { cursorInvalid, placeCursor } from '../platform/cursor.ts'
import { resolveId } from '../platform/resolve-id.ts'
import { sessionNotFound } from '../sessions/sessions.errors.ts'
import { messageNotFound } from './messages.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type ListMessagesInput = ListMessagesQuery & { session_id: string }

export type MessageListPage = {
  items: Message[]
  next_cursor: string | null
  previous_cursor: string | null
}

const cursors = placeCursor('messages')

const encode = (key: MessageKey | null): string | null =>
  key === null ? null : cursors.encode({ ordinal: key.ordinal, id: key.id, backward: key.backward })

/** Where the page begins: at the cursor, else at the message asked for, else at the beginning. */
const startOf = async (
  { ids, messageList }: TeamRepositories,
  sessionId: string,
  { cursor, around }: ListMessagesQuery,
): Promise<MessageKey | undefined> => {
  if (cursor !== undefined) return cursors.decode(cursor)
  if (around === undefined) return undefined
  const messageId = await resolveId(ids, 'message', around, messageNotFound)
  const place = await messageList.placeOf(sessionId, messageId)
  if (place === undefined) throw messageNotFound()
  return place
}

/** A stretch of one transcript in file order. `session_id` and `around` may be beginnings of ids. */
export const makeListMessages =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope, input: ListMessagesInput): Promise<MessageListPage> => {
    if (input.cursor !== undefined && input.around !== undefined) {
      throw cursorInvalid({ message: 'Give either `cursor` or `around`, not both.' })
    }
    return unitOfWork.inTeam(scope, async (repos) => {
      const sessionId = await resolveId(repos.ids, 'session', input.session_id, sessionNotFound)
      const { items, next, previous } = await repos.messageList.list({
        sessionId,
        kind: input.kind,
        limit: input.limit,
        previewChars: input.preview_chars,
        from: await startOf(repos, sessionId, input),
      })
      if (items.length === 0 && (await repos.sessionList.find(sessionId)) === undefined) {
        throw sessionNotFound()
      }
      await repos.sessionSharing.noteReading([sessionId])
      return { items, next_cursor: encode(next), previous_cursor: encode(previous) }
    })
  }

export type ListMessages = ReturnType<typeof makeListMessages>
