import type { IngestSession } from '@teamlore/shared'
import { contentSize } from './content-size.ts'

/**
 * One transaction's worth of sessions: enough that their statements weigh little, little enough that nobody waits long
 * behind it on the one session of the embedded database. A larger session stands alone.
 */
const MAX_SESSIONS = 50
const MAX_MESSAGES = 100
const MAX_CHARS = 500_000

type Size = { messages: number; chars: number }

/** Parts sessions, in order, into lists of a bounded number and size, none of which holds a session twice. */
export const inBundles = (sessions: readonly IngestSession[]): IngestSession[][] => {
  const bundles: IngestSession[][] = []
  let bundle: IngestSession[] = []
  let held: Size = { messages: 0, chars: 0 }
  const names = new Set<string>()
  for (const session of sessions) {
    const name = `${session.tool}\n${session.native_id}`
    const sum = added(held, sizeOf(session))
    if (bundle.length > 0 && (bundle.length >= MAX_SESSIONS || isTooMuch(sum) || names.has(name))) {
      bundles.push(bundle)
      bundle = []
      held = { messages: 0, chars: 0 }
      names.clear()
    }
    bundle.push(session)
    held = added(held, sizeOf(session))
    names.add(name)
  }
  if (bundle.length > 0) bundles.push(bundle)
  return bundles
}

const added = (a: Size, b: Size): Size => ({
  messages: a.messages + b.messages,
  chars: a.chars + b.chars,
})

const isTooMuch = ({ messages, chars }: Size): boolean =>
  messages > MAX_MESSAGES || chars > MAX_CHARS

const sizeOf = ({ messages }: IngestSession): Size => ({
  messages: messages.length,
  chars: messages.reduce((sum, { blocks }) => sum + contentSize(blocks), 0),
})
