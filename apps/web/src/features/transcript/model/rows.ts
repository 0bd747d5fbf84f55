import type { Block, Message } from '@teamlore/shared'

type MessageBlock = Message['blocks'][number]

/** A block with the place it can be fetched from whole. */
export type PlacedBlock = {
  messageId: string
  /** Place among the blocks of its message. */
  index: number
  block: Block
  /** Characters left out of a long text. */
  truncatedChars: number
}

export type ToolCallBlock = PlacedBlock & { block: Extract<Block, { type: 'tool_call' }> }

/** What is shown as one entry: a message, with the results of its tool calls taken in. */
export type TranscriptRow = {
  key: string
  message: Message
  blocks: PlacedBlock[]
  /** By tool call id: what the tool answered, images included. */
  results: ReadonlyMap<string, PlacedBlock[]>
  /** Follows another entry of the same kind, so its head need not be said again. */
  isContinued: boolean
  /** How many messages without their text it stands for: a stretch of them is one entry. */
  removed: number
}

export type Transcript = {
  rows: TranscriptRow[]
  /** Where every message is shown; a tool's result is shown with its call. */
  rowOfMessage: ReadonlyMap<string, number>
}

/**
 * Arranges messages as they are read: each tool's result inside its call, everything else in its own row. A result whose
 * call is not loaded (yet) keeps a row of its own, so nothing is ever missing.
 */
export const toTranscript = (messages: readonly Message[]): Transcript => {
  const callers = callersOf(messages)
  const results = new Map<string, PlacedBlock[]>()
  const rows: TranscriptRow[] = []
  const rowOfMessage = new Map<string, number>()
  const answers = new Map<string, string>()

  for (const message of messages) {
    const { own, answered } = sortOut(message, callers, results)
    if (answered !== undefined) answers.set(message.id, answered)
    if (own.length === 0 && answered !== undefined) continue
    const before = rows.at(-1)
    if (joins(before, message)) {
      rowOfMessage.set(message.id, rows.length - 1)
      continue
    }
    rowOfMessage.set(message.id, rows.length)
    rows.push({
      key: message.id,
      message,
      blocks: own,
      results,
      isContinued: continues(before?.message, message),
      removed: isRemoved(message) ? 1 : 0,
    })
  }
  // Only now: a result may stand before its call.
  for (const [messageId, call] of answers) {
    const row = rowOfMessage.get(callers.get(call) ?? '')
    if (row !== undefined && !rowOfMessage.has(messageId)) rowOfMessage.set(messageId, row)
  }
  return { rows, rowOfMessage }
}

/** Which message made which tool call. */
const callersOf = (messages: readonly Message[]): Map<string, string> => {
  const callers = new Map<string, string>()
  for (const message of messages)
    for (const { block } of message.blocks)
      if (block.type === 'tool_call' && block.id !== null) callers.set(block.id, message.id)
  return callers
}

/** Puts results with their calls and returns what is left for the message's own row. */
const sortOut = (
  message: Message,
  callers: ReadonlyMap<string, string>,
  results: Map<string, PlacedBlock[]>,
) => {
  const own: PlacedBlock[] = []
  let answered: string | undefined
  message.blocks.forEach((entry, index) => {
    const placed = place(message, entry, index)
    const call = callAnsweredBy(placed.block, answered)
    if (call === undefined || !callers.has(call)) {
      own.push(placed)
      return
    }
    answered = call
    const others = results.get(call)
    if (others) others.push(placed)
    else results.set(call, [placed])
  })
  return { own, answered }
}

/** The call a block answers; a picture right behind a result belongs to it. */
const callAnsweredBy = (block: Block, previous: string | undefined): string | undefined => {
  if (block.type === 'tool_result') return block.tool_call_id ?? undefined
  return block.type === 'image' ? previous : undefined
}

const place = (message: Message, entry: MessageBlock, index: number): PlacedBlock => ({
  messageId: message.id,
  index,
  block: entry.block,
  truncatedChars: entry.truncated_chars,
})

const continues = (before: Message | undefined, message: Message): boolean =>
  before?.kind === 'assistant' &&
  message.kind === 'assistant' &&
  before.model === message.model &&
  before.is_abandoned === message.is_abandoned

/** Counts a message without its text with the entry before it, where that is one of these. @returns whether it is. */
const joins = (before: TranscriptRow | undefined, message: Message): boolean => {
  const isMore = before !== undefined && before.removed > 0 && isRemoved(message)
  if (isMore) before.removed += 1
  return isMore
}

const isRemoved = ({ removed_at }: Message): boolean => removed_at != null

export const isToolCall = (placed: PlacedBlock): placed is ToolCallBlock =>
  placed.block.type === 'tool_call'
