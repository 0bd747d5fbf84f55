import type { StoredSession, TeamRepositories } from '@teamlore/db'
import type { newId } from '@teamlore/shared'
import { announce } from '../sessions/announce.ts'
import { countsOf } from './counts-of.ts'
import { inPortions } from './in-portions.ts'
import {
  type DocumentsOfMessage,
  type IndexOptions,
  indexMessages,
  insertMessages,
  promptBefore,
  reindexSession,
  withPrompts,
} from './index-messages.ts'
import { sessionBusy } from './ingest.errors.ts'
import type { SessionOwner, WrittenSession } from './ingest.types.ts'
import { hideBelow, isKept } from './keep-hidden.ts'
import { type Changes, planChanges } from './plan-changes.ts'
import type { ArrivedSession } from './prepare-session.ts'
import { createWriteBehind } from './write-behind.ts'

type Deps = { documentsOf: DocumentsOfMessage; ids: Pick<typeof newId, 'message'> }

/**
 * Writes what is new in a session that stands already. Plans before it locks, so that a request
 * which changes nothing writes nothing at all.
 */
export const extendSession = async (
  repos: TeamRepositories,
  found: StoredSession,
  arrived: ArrivedSession,
  owner: SessionOwner,
  { documentsOf, ids }: Deps,
): Promise<WrittenSession> => {
  let session = found
  let changes = await planChanges(repos, session, arrived, ids.message)
  if (changesNothing(changes)) return resultOf(session, changes, session.messageCount)
  const locked = await repos.sessions.lock(session.id)
  if (locked === undefined) throw sessionBusy()
  if (locked.revision !== session.revision) {
    session = locked
    changes = await planChanges(repos, session, arrived, ids.message)
    if (changesNothing(changes)) return resultOf(session, changes, session.messageCount)
  }
  const total = await applyChanges(repos, session, arrived, changes, owner, documentsOf)
  return resultOf(session, changes, total)
}

const countContent = ({ inserts, updates, edits }: Changes): number =>
  inserts.length + updates.length + edits.length

const changesNothing = (changes: Changes): boolean =>
  countContent(changes) === 0 && !changes.isSessionChanged

const resultOf = (
  { id, nativeId }: StoredSession,
  { inserts, updates, unchanged, edits }: Changes,
  total: number,
): WrittenSession => ({
  native_id: nativeId,
  session_id: id,
  created: false,
  inserted_messages: inserts.length,
  updated_messages: updates.length,
  unchanged_messages: unchanged,
  inserted_edits: edits.length,
  total_messages: total,
})

/** @returns how many messages the session holds now. */
const applyChanges = async (
  repos: TeamRepositories,
  stored: StoredSession,
  arrived: ArrivedSession,
  changes: Changes,
  owner: SessionOwner,
  documentsOf: DocumentsOfMessage,
): Promise<number> => {
  const isMoved = stored.projectId !== changes.session.projectId
  // A session that turns out to belong to a private project was never meant to be read by others.
  const isHidden =
    stored.privateTo === null &&
    ((isMoved && owner.privateTo !== null) || (await isOfHidden(repos, stored, changes, owner)))
  if (isHidden) {
    await repos.sessions.makePrivate(stored.id, owner.userId)
    await hideBelow(repos, owner.userId, [stored])
  }
  const privateTo = isHidden ? owner.userId : stored.privateTo
  const session = { ...stored, ...changes.session, privateTo }
  const edits = changes.edits.map((edit) => ({ ...edit, sessionId: session.id, privateTo }))
  const writes = createWriteBehind()
  await writeMessages(repos, session, arrived, changes, { documentsOf, writes })
  if (isMoved || isCopy(stored) !== isCopy(session))
    await reindexSession(repos, session, { documentsOf, writes })
  await writes.push(() => repos.edits.insert(edits))
  await writes.drain()
  const isContentChanged = isMoved || countContent(changes) > 0
  const total = await repos.sessions.update(session.id, changes.session, {
    awaitsDistilling: isContentChanged,
    movesBeginning: stored.startedAt !== session.startedAt,
    added: isCountedOn(stored, arrived, changes)
      ? countsOf(changes.inserts, changes.edits)
      : undefined,
  })
  await announce(repos, [{ ...session, isContentChanged }])
  return total
}

/** A longer session is counted again whenever it has grown by a tenth. */
const SHORT = 2_000
const GROWTH = 1.1

/**
 * Whether what came is added to the counts, in the place of counting the whole session again: its parts cost what they bring, and a
 * long session that grows by a few messages at a time is not read whole for each of them.
 */
const isCountedOn = (
  { messageCount }: StoredSession,
  { isContinued }: ArrivedSession,
  { inserts, updates }: Changes,
): boolean => {
  if (updates.length > 0) return false
  const steps = (count: number) => Math.floor(Math.log(count) / Math.log(GROWTH))
  const grown = messageCount + inserts.length
  return isContinued || (messageCount >= SHORT && steps(grown) === steps(messageCount))
}

/** Whether it turns out only now which session started it, and that one is private. */
const isOfHidden = async (
  repos: TeamRepositories,
  { tool, parentNativeId }: StoredSession,
  { session }: Changes,
  { userId }: SessionOwner,
): Promise<boolean> =>
  parentNativeId === null &&
  session.parentNativeId !== null &&
  isKept(repos, userId, { tool, nativeId: session.parentNativeId })

/** Of a compaction's copy nothing is indexed. */
const isCopy = ({ kind }: Pick<StoredSession, 'kind'>): boolean => kind === 'compaction'

const writeMessages = async (
  repos: TeamRepositories,
  session: StoredSession,
  arrived: ArrivedSession,
  { inserts, updates, removed }: Changes,
  options: IndexOptions,
): Promise<void> => {
  const changed = new Map([...inserts, ...updates].map((message) => [message.key, message]))
  if (changed.size === 0) return
  const first = Math.min(...[...changed.values()].map(({ ordinal }) => ordinal))
  const prompt = await promptBefore(repos, session, first)
  // Unchanged messages come along because they may be the prompt of those after them.
  const sentNow = arrived.messages.map((sent) =>
    removed.has(sent.key) ? { ...sent, blocks: [] } : sent,
  )
  const prompted = withPrompts(sentNow, prompt).flatMap((sent) => {
    const message = changed.get(sent.key)
    return message === undefined ? [] : [{ ...message, prompt: sent.prompt }]
  })
  const isNew = new Set(inserts.map(({ id }) => id))
  const fresh = prompted
    .filter(({ id }) => isNew.has(id))
    .map((message) => ({ ...message, session }))
  const renewed = prompted.filter(({ id }) => !isNew.has(id))
  await insertMessages(repos, fresh, options)
  for (const portion of inPortions(renewed)) {
    await options.writes.push(() => repos.messages.update(session.id, portion))
  }
  await indexMessages(repos, session, renewed, options)
}
