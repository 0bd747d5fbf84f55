import { z } from 'zod'
import { plural } from '../text/plural.ts'

/** What spoke against a memory after it was written, and lowers its confidence. */
export const memorySetbackSchema = z.object({
  type: z.enum([
    'contradicted',
    'corrected',
    'reverted',
    'change_rejected',
    'test_failed',
    'mended',
  ]),
  at: z.string(),
  /** In words, such as those of the person who corrected it; empty where there are none. */
  reason: z.string(),
  /** Where it happened; null where that is no session, or one that is not for you. */
  session_id: z.string().nullable(),
  /** The message, commit or pull request that says so, such as `message:msg_…`. */
  source: z.string(),
})
export type MemorySetback = z.infer<typeof memorySetbackSchema>

/** What spoke against it, in words. */
export const SETBACKS: Record<MemorySetback['type'], string> = {
  contradicted: 'Contradicted',
  corrected: 'Corrected by a person',
  reverted: 'Its commit was reverted',
  change_rejected: 'Its pull request was turned down',
  test_failed: 'Tests failed',
  mended: 'Its commit was mended',
}

/** What a memory rests on, and what took its place. */
export const memoryBasisSchema = z.object({
  id: z.string(),
  statement: z.string(),
  /** Why it is said to rest on it. */
  reason: z.string(),
  by: z.object({ id: z.string(), statement: z.string(), at: z.string() }),
})
export type MemoryBasis = z.infer<typeof memoryBasisSchema>

const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.\s]+$/, '')

/** What changed, as it is shown wherever the memory is: plain text, in one sentence. */
export const basisSentence = ({ statement, by }: Pick<MemoryBasis, 'statement' | 'by'>): string =>
  `Rests on “${plain(statement)}”, replaced by “${plain(by.statement)}” on ${by.at.slice(0, 10)} (${by.id}).`

/** A memory that holds and contradicts this one, as long as nobody has decided between them. */
export const otherSideSchema = z.object({
  id: z.string(),
  statement: z.string(),
  /** Since when it is said to hold. */
  since: z.string(),
})
export type OtherSide = z.infer<typeof otherSideSchema>
/** Null where there is no room for its words. */
export const shownSideSchema = otherSideSchema.extend({ statement: z.string().nullable() })
export type ShownSide = z.infer<typeof shownSideSchema>

/** So much of a statement says what is meant; who opens it reads all of it. */
const MAX_SIDE_CHARS = 300

const quotedSide = (statement: string): string => {
  const whole = plain(statement)
  const cut = [...whole].slice(0, MAX_SIDE_CHARS).join('')
  // At the end of a word, where there are words.
  return cut === whole ? whole : `${cut.replace(/\s+\S*$/, '')}…`
}

/**
 * The other side, as it is shown wherever a memory is: plain text, in one sentence. Where it is shown itself, its words are not said
 * again.
 */
export const otherSideSentence = (
  { id, statement, since }: ShownSide,
  shown?: ReadonlySet<string>,
): string => {
  if (shown?.has(id)) return `Contradicted by ${id}, which is shown here too; nobody has decided.`
  return statement === null
    ? `Contradicted by ${id}; nobody has decided.`
    : `Contradicted by “${quotedSide(statement)}” since ${since.slice(0, 10)} (${id}); nobody has decided.`
}

/** What of the other hits a memory rests on and stands for, in words: `evidence: 3 messages`. */
export const evidenceWords = ({
  messages,
  findings,
}: {
  messages: number
  findings: number
}): string =>
  `evidence: ${[
    ...(messages > 0 ? [plural(messages, 'message')] : []),
    ...(findings > 0 ? [plural(findings, 'finding')] : []),
  ].join(', ')}`
