import { hash } from 'node:crypto'
import { PLAIN_REDACTOR, type Redactor, redactMessage } from '@teamlore/redaction'
import { type Block, cutMiddle, INGEST_LIMITS, type IngestMessage } from '@teamlore/shared'
import { boundJson } from '@teamlore/shared/bound-blocks'
import { formatStorable } from '@teamlore/shared/storable-json'
import type { ReadMessage } from '../source.ts'

export type FinishedMessage = { json: string; redactions: number; kinds: Record<string, number> }

/** Characters kept at both ends of one text, by how hard the message has to shrink. */
type Limits = { said: Ends; printed: Ends }
type Ends = { head: number; tail: number }

const LIMITS: readonly Limits[] = [
  {
    said: { head: 400_000, tail: 100_000 },
    printed: { head: INGEST_LIMITS.outputHeadChars, tail: INGEST_LIMITS.outputTailChars },
  },
  { said: { head: 40_000, tail: 10_000 }, printed: { head: 2_048, tail: 512 } },
  { said: { head: 4_000, tail: 1_000 }, printed: { head: 256, tail: 64 } },
]

/** A message has to fit a request with room for its session. */
const MAX_MESSAGE_CHARS = INGEST_LIMITS.maxBytes / 4
const MAX_BLOCKS = 2_000

/**
 * Makes a message ready to leave the machine: secrets out, long texts cut to head and tail, nothing in it that the server
 * could not store. Returned as JSON, since that is what it is measured and sent as.
 */
export const finishMessage = (
  message: ReadMessage,
  ordinal: number,
  redactor: Redactor = PLAIN_REDACTOR,
): FinishedMessage => {
  const within = (limits: Limits) => finishWithin(message, { ordinal, limits, redactor })
  let finished = within(LIMITS[0] as Limits)
  for (const limits of LIMITS.slice(1)) {
    if (finished.json.length <= MAX_MESSAGE_CHARS) break
    finished = within(limits)
  }
  return finished
}

type Finishing = { ordinal: number; limits: Limits; redactor: Redactor }

const finishWithin = (
  message: ReadMessage,
  { ordinal, limits, redactor }: Finishing,
): FinishedMessage => {
  const { is_replay: _, blocks, ...rest } = message
  const excerpts = fewEnough(blocks).map((block) => excerptOf(block, limits))
  const { message: redacted, count, kinds } = redactMessage({ ...rest, blocks: excerpts }, redactor)
  const cut = redacted.blocks.map((block, index) => cutBlock(block, blocks[index], limits))
  const whole: IngestMessage = { ...redacted, ordinal, blocks: cut }
  return { json: formatStorable(whole), redactions: count, kinds }
}

const fewEnough = (blocks: readonly Block[]): Block[] =>
  blocks.length <= MAX_BLOCKS
    ? [...blocks]
    : [
        ...blocks.slice(0, MAX_BLOCKS - 1),
        { type: 'text', text: `[… ${blocks.length - MAX_BLOCKS + 1} blocks left out …]` },
      ]

/**
 * Secrets are looked for somewhat beyond both cuts, or one that the cut goes through would leave half of itself behind. The
 * margin is longer than any key.
 */
const MARGIN = 8_192
/** Where the middle of a text was left out before redaction; no text of a session holds it but by accident. */
const SEAM = '\n\u0001…\u0001\n'

const excerpt = (text: string, { head, tail }: Ends): string =>
  text.length <= head + tail + 2 * MARGIN
    ? text
    : text.slice(0, head + MARGIN) + SEAM + text.slice(-(tail + MARGIN))

/** What was written back was cut when it was kept, and says how long it was. */
const isCutAlready = (
  { text, cut }: Extract<Block, { type: 'tool_result' }>,
  { head, tail }: Ends,
): boolean => cut !== undefined && text.length <= head + tail + MAX_NOTE

/** `[… 123456789 characters left out …]` and its line ends. */
const MAX_NOTE = 60

const excerptOf = (block: Block, { said, printed }: Limits): Block => {
  switch (block.type) {
    case 'text':
    case 'thinking':
      return { ...block, text: excerpt(block.text, said) }
    case 'tool_result':
      if (isCutAlready(block, printed)) return block
      return { ...block, text: excerpt(block.text, printed) }
    case 'tool_call':
      return {
        ...block,
        input: mapStrings(boundJson(block.input).value, (text) => excerpt(text, printed)),
      }
    case 'other':
      return {
        ...block,
        raw: mapStrings(boundJson(block.raw).value, (text) => excerpt(text, printed)),
      }
    default:
      return block
  }
}

const cutBlock = (block: Block, original: Block | undefined, { said, printed }: Limits): Block => {
  switch (block.type) {
    case 'text':
    case 'thinking':
      return { ...block, text: cutText(block.text, said, lengthOf(original)) }
    case 'tool_result': {
      if (isCutAlready(block, printed)) return block
      const full = original?.type === 'tool_result' ? original.text : block.text
      const text = cutText(block.text, printed, full.length)
      return text === block.text
        ? block
        : { ...block, text, cut: { chars: full.length, sha256: sha256(full) } }
    }
    case 'tool_call':
      return { ...block, input: mapStrings(block.input, (text) => cutText(text, printed)) }
    case 'other':
      return { ...block, raw: mapStrings(block.raw, (text) => cutText(text, printed)) }
    default:
      return block
  }
}

const lengthOf = (block: Block | undefined): number | undefined =>
  block !== undefined && 'text' in block ? block.text?.length : undefined

/** The text at most as long as its limits; what is missing is counted in characters of the original. */
const cutText = (text: string, ends: Ends, fullLength?: number): string => {
  const seam = text.indexOf(SEAM)
  if (seam === -1) return cutMiddle(text, ends).text
  const head = text.slice(0, Math.min(seam, ends.head))
  const tail = text.slice(Math.max(seam + SEAM.length, text.length - ends.tail))
  const missing = fullLength === undefined ? '' : `${fullLength - head.length - tail.length} `
  return `${head}\n[… ${missing}characters left out …]\n${tail}`
}

const sha256 = (text: string): string => hash('sha256', text)

type Json = Extract<Block, { type: 'other' }>['raw']

const mapStrings = (value: Json, change: (text: string) => string): Json => {
  if (typeof value === 'string') return change(value)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]),
  )
}
