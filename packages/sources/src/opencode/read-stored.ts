import type { StoreReading } from '../shared/sqlite-source.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import { turnsOfMessage } from './read-message.ts'
import { createdAt, type RawInfo, type StoredSession, titleOf } from './stored-session.ts'

/** Turns what is stored of a session into what it says. */
export const readStored = (stored: StoredSession): Exclude<StoreReading, { reason: string }> => {
  const { info, messages } = stored
  const parent = textOrNull(info.parentID, 300)
  const forkedFrom = textOrNull(info.forkedFrom, 300)
  const cwd = textOrNull(info.directory, 4_096)
  const unknown = createUnknownRecords()
  const revertedFrom = revertPoint(info.revert, messages)
  const turns = messages.flatMap((message, at) =>
    turnsOfMessage(message, {
      isChild: parent !== null,
      isReplay: forkedFrom !== null && COPIED.test(message.id),
      cwd,
      isAbandoned: at >= revertedFrom,
      unknown,
    }),
  )
  return {
    facts: {
      nativeId: stored.id,
      kind:
        parent !== null ? 'subagent' : forkedFrom !== null || isNamedFork(info) ? 'fork' : 'main',
      parentNativeId: parent ?? forkedFrom,
      cwd,
      toolVersion: textOrNull(info.version, 100),
      title: titleOf(info),
      startedAt: createdAt(info.time),
    },
    turns,
    rows: stored.records,
    badRows: stored.badRecords,
    unknownRecords: unknown.counts(),
  }
}

/** Taken back from this message on: hidden by the tool, kept by us as abandoned. */
const revertPoint = (revert: unknown, messages: readonly { id: string }[]): number => {
  const from = textOrNull(fieldsOf<{ messageID?: unknown }>(revert).messageID)
  const at = from === null ? -1 : messages.findIndex(({ id }) => id === from)
  return at === -1 ? messages.length : at
}

/** Version 1 says in the title alone that a session began as a copy of another, and not of which. */
const isNamedFork = ({ title }: RawInfo): boolean =>
  typeof title === 'string' && /\(fork #\d+\)$/.test(title)

/** A fork names what it copies after itself and the place it was copied from. */
const COPIED = /^msg_[^_]+_\d+$/
