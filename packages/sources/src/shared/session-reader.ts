import type { OpenSession, ReadOutcome } from '../source.ts'
import { type CapturedAs, createKeptTurns, type KeepOptions } from '../turns/kept-turns.ts'
import { createRecordReader } from './record-reader.ts'

export type SessionReader = ReturnType<typeof createSessionReader>

/**
 * Reads a session on as its file grows. What was captured of it is let go, so that it takes little memory however long the
 * file is. Each of these throws `StartOverError` when that does not suffice; then another reader has to begin.
 */
export const createSessionReader = (
  path: string,
  session: OpenSession,
  options: KeepOptions = {},
) => {
  const records = createRecordReader(path, session.take)
  const kept = createKeptTurns(options)
  return {
    /** As in `createRecordReader`. */
    advance: records.advance,
    end: records.end,
    /** The session as far as it was read; of messages that were let go without their contents. */
    outcome: (signal?: AbortSignal): Promise<ReadOutcome> =>
      session.outcome(records.read(), kept, signal),
    letGo: (captured: CapturedAs): void => {
      kept.letGo(captured)
      session.letGo?.()
    },
    /** From now on a message that was let go has to stay what it is. */
    beStrict: kept.beStrict,
    messages: kept.size,
  }
}

/** Reads a session to the end of its file, all of it in memory. */
export const readToEnd = async (
  path: string,
  session: OpenSession,
  signal?: AbortSignal,
): Promise<ReadOutcome> => {
  const records = createRecordReader(path, session.take)
  await records.advance({ signal })
  return session.outcome(records.read(), undefined, signal)
}
