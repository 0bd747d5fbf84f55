import type { IngestSession } from '@teamlore/shared'
import { contentSize } from './content-size.ts'

/**
 * One transaction's worth of sessions: enough that their statements weigh little, little enough that nobody waits long
 * behind it on the one session of the embedded database. A larger session stands alone.
 */
const MAX_SESSIONS = 50
const MAX_CHARS = 500_000

/** Messages of one transaction: few where the machine is slow or busy. */
export const MESSAGES = { first: 25, least: 25, most: 100 }
/** Where others have sessions of their own: round trips count there, and nobody waits. */
export const ALWAYS_MOST = { first: MESSAGES.most, least: MESSAGES.most }

type Size = { messages: number; chars: number }

/**
 * Parts sessions, in order, into lists of a bounded number and size, none of which holds a session twice. How many messages
 * one may hold is asked again for each.
 */
export function* inBundles(
  sessions: readonly IngestSession[],
  maxMessages: () => number,
): Generator<IngestSession[]> {
  let bundle: IngestSession[] = []
  let held: Size = { messages: 0, chars: 0 }
  const names = new Set<string>()
  for (const session of sessions) {
    const name = `${session.tool}\n${session.native_id}`
    const sum = added(held, sizeOf(session))
    const isFull = bundle.length >= MAX_SESSIONS || isTooMuch(sum, maxMessages()) || names.has(name)
    if (bundle.length > 0 && isFull) {
      yield bundle
      bundle = []
      held = { messages: 0, chars: 0 }
      names.clear()
    }
    bundle.push(session)
    held = added(held, sizeOf(session))
    names.add(name)
  }
  if (bundle.length > 0) yield bundle
}

const added = (a: Size, b: Size): Size => ({
  messages: a.messages + b.messages,
  chars: a.chars + b.chars,
})

const isTooMuch = ({ messages, chars }: Size, maxMessages: number): boolean =>
  messages > maxMessages || chars > MAX_CHARS

const sizeOf = ({ messages }: IngestSession): Size => ({
  messages: messages.length,
  chars: messages.reduce((sum, { blocks }) => sum + contentSize(blocks), 0),
})
