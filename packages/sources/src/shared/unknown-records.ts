import type { MessageDraft } from '../turns/session-draft.ts'
import { boundedJson } from './bounded-json.ts'
import { textOrNull } from './values.ts'

export type UnknownRecords = ReturnType<typeof createUnknownRecords>

type Raw = Pick<MessageDraft, 'role' | 'kind' | 'blocks'>
type Known = Pick<MessageDraft, 'id' | 'ts'>

/** What of a session is of kinds that this version does not know: counted by kind, and kept where it has a place. */
export const createUnknownRecords = () => {
  const counts = new Map<string, number>()
  const count = (kind: unknown): void => {
    const name = textOrNull(kind, 100) ?? '(no type)'
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return {
    /** For what stands within a message, or has no place among the messages. */
    count,
    /**
     * Such a record as it was found, as a message that nobody said. It is distinguished from others by its id if it has one, else by
     * what stands in it.
     */
    keep: <K extends Known>(kind: unknown, raw: unknown, known: K): K & Raw => {
      count(kind)
      return { ...known, ...rawMessage(kind, raw) }
    },
    counts: (): Record<string, number> => Object.fromEntries(counts),
  }
}

export const NAMELESS: Known = { id: null, ts: null }

/** Injected, so that it is neither searched nor distilled. */
export const rawMessage = (kind: unknown, raw: unknown): Raw => ({
  role: 'system',
  kind: 'injected',
  blocks: [{ type: 'other', name: textOrNull(kind, 200) ?? 'unknown', raw: boundedJson(raw) }],
})
