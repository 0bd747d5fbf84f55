import type {
  MessageMark,
  NewEdit,
  NewMessage,
  StoredSession,
  TeamRepositories,
} from '@teamlore/db'
import type { MessageId } from '@teamlore/shared'
import { isOlderThan, isSameSession, mergeSession } from './merge-session.ts'
import { type MessageVersion, mergeVersions } from './message-version.ts'
import { placeMessages } from './place-messages.ts'
import type { ArrivedSession } from './prepare-session.ts'

/** What a request changes of a session that stands already. */
export type Changes = {
  inserts: NewMessage[]
  updates: NewMessage[]
  unchanged: number
  edits: NewEdit[]
  /** Keys of messages whose text was removed: it does not come back, and says nothing beside others either. */
  removed: ReadonlySet<string>
  session: ReturnType<typeof mergeSession>
  isSessionChanged: boolean
}

type Repositories = Pick<TeamRepositories, 'messages' | 'edits'>

const keysOf = (messages: readonly MessageVersion[]): string[] => {
  const keys = new Set<string>()
  for (const { key, parentKey } of messages) {
    keys.add(key)
    if (parentKey !== null) keys.add(parentKey)
  }
  return [...keys]
}

/** New messages with their ids and places. */
const placeNew = async (
  { messages }: Repositories,
  stored: StoredSession,
  arrived: readonly MessageVersion[],
  marks: ReadonlyMap<string, MessageMark>,
  newMessageId: () => MessageId,
): Promise<NewMessage[]> => {
  const fresh = arrived.filter(({ key }) => !marks.has(key))
  if (fresh.length === 0) return []
  const { taken, last } = await messages.places(
    stored.id,
    fresh.map(({ ordinal }) => ordinal),
  )
  const known = new Map([...marks].map(([key, { ordinal }]) => [key, ordinal]))
  const places = placeMessages(arrived, { known, taken: new Set(taken), last })
  return fresh.map((message) => ({
    ...message,
    id: newMessageId(),
    ordinal: places.get(message.key) ?? message.ordinal,
  }))
}

const newerVersions = async (
  { messages }: Repositories,
  stored: StoredSession,
  arrived: readonly MessageVersion[],
  marks: ReadonlyMap<string, MessageMark>,
  isOlder: boolean,
): Promise<NewMessage[]> => {
  const differing = new Map<string, MessageVersion>()
  for (const message of arrived) {
    const mark = marks.get(message.key)
    if (mark !== undefined && !mark.isRemoved && mark.contentHash !== message.contentHash) {
      differing.set(message.key, message)
    }
  }
  const present = await messages.findByKeys(stored.id, [...differing.keys()])
  return present.flatMap((message) => {
    const version = differing.get(message.key)
    const merged = version && mergeVersions(message, version, { isOlder })
    return merged === undefined ? [] : [{ ...merged, id: message.id }]
  })
}

export const planChanges = async (
  repos: Repositories,
  stored: StoredSession,
  arrived: ArrivedSession,
  newMessageId: () => MessageId,
): Promise<Changes> => {
  const { messages, fields, fallbackTitle } = arrived
  const found = await repos.messages.marks(stored.id, keysOf(messages))
  const marks = new Map(found.map((mark) => [mark.key, mark]))
  const isOlder = isOlderThan(fields, stored)
  const inserts = await placeNew(repos, stored, messages, marks, newMessageId)
  const updates = await newerVersions(repos, stored, messages, marks, isOlder)
  const knownEdits = await repos.edits.known(
    stored.id,
    arrived.edits.map(({ key }) => key),
  )
  const session = mergeSession(stored, fields, fallbackTitle)
  return {
    inserts,
    updates,
    unchanged: messages.length - inserts.length - updates.length,
    edits: arrived.edits.filter(({ key }) => !knownEdits.has(key)),
    removed: new Set(found.flatMap(({ key, isRemoved }) => (isRemoved ? [key] : []))),
    session,
    isSessionChanged: !isSameSession(stored, session),
  }
}
