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
  const isOfProgram = parent === null && isRunOnce(stored)
  const revertedFrom = revertPoint(info.revert, messages)
  const turns = messages.flatMap((message, at) =>
    turnsOfMessage(message, {
      isTyped: parent === null && !isOfProgram,
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
      startedBy: isOfProgram ? 'program' : 'person',
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

type Rule = { permission?: unknown; action?: unknown }

/**
 * `opencode run`, by which scripts start it, forbids the model to ask anything. Somebody may go on with such a session by hand, which it
 * does not say: so one with a second prompt counts as a person's.
 */
const isRunOnce = ({ info, messages }: StoredSession): boolean => {
  const rules = Array.isArray(info.permission) ? info.permission : []
  const isMute = ['question', 'plan_exit'].every((name) =>
    rules.some((rule) => {
      const { permission, action } = fieldsOf<Rule>(rule)
      return permission === name && action === 'deny'
    }),
  )
  return isMute && messages.filter(({ data }) => data.role === 'user').length < 2
}

/** Version 1 says in the title alone that a session began as a copy of another, and not of which. */
const isNamedFork = ({ title }: RawInfo): boolean =>
  typeof title === 'string' && /\(fork #\d+\)$/.test(title)

/** A fork names what it copies after itself and the place it was copied from. */
const COPIED = /^msg_[^_]+_\d+$/
