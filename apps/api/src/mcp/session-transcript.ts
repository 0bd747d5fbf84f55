import { fitWithin, type LeftOut, type Piece } from '@teamlore/core'
import type { Message } from '@teamlore/shared'
import { z } from 'zod'
import type { Answer } from './budget.ts'
import { messageText } from './message-text.ts'
import { frame } from './quoting/frame.ts'
import { QUOTED, quoted } from './quoting/quote.ts'
import { leftOutOutput } from './shared-input.ts'

const messageOutput = z.object({
  id: z.string(),
  role: z.string(),
  kind: z.string(),
  at: z.string().nullable(),
  parent_id: z
    .string()
    .optional()
    .describe('The message it follows, where that is not the one before it here: a branch.'),
  text: z.string(),
})
type Row = z.output<typeof messageOutput>

export const transcriptOutput = z.object({
  messages: z.array(messageOutput),
  left_out: leftOutOutput,
  next_from: z.string().nullable().describe('Message to go on from, as `from`.'),
  next_cursor: z.string().nullable().describe('Where to go on, as `cursor`.'),
})

type Page = { items: readonly Message[]; next_cursor: string | null }

/** Messages in order for as long as they fit, and where to go on. */
export const transcriptWithin = (page: Page, budget: number) =>
  fitWithin({
    // A message of thinking alone has nothing to read.
    pieces: page.items
      .map((message, at) => pieceOf(message, page.items[at - 1]))
      .filter(({ data }) => data.text !== ''),
    budget,
    mayskip: false,
    render: (rows, texts, leftOut) => render(rows, texts, leftOut, page),
  }).answer

const pieceOf = (message: Message, before: Message | undefined): Piece<Row> => {
  const isBranch = message.parent_id !== null && message.parent_id !== before?.id
  const data: Row = {
    id: message.id,
    role: message.role,
    kind: message.kind,
    at: message.ts?.slice(0, 16) ?? null,
    ...(isBranch && message.parent_id ? { parent_id: message.parent_id } : {}),
    text: quoted(messageText(message)),
  }
  const follows = data.parent_id === undefined ? '' : ` follows ${data.parent_id}`
  return { text: `[${data.id} ${data.kind} ${data.at ?? ''}${follows}]\n${data.text}`, data }
}

const render = (
  rows: readonly Row[],
  texts: readonly string[],
  leftOut: LeftOut,
  page: Page,
): Answer<z.input<typeof transcriptOutput>> => {
  const shown = new Set(rows.map(({ id }) => id))
  // As it is shown: of signs that cannot be seen nothing is left, and going on from there would never end.
  const readable = page.items.filter((message) => quoted(messageText(message)) !== '')
  const nextFrom =
    leftOut.count === 0 ? null : (readable.find(({ id }) => !shown.has(id))?.id ?? null)
  const nextCursor = leftOut.count === 0 ? page.next_cursor : null
  return {
    text: [
      frame('transcript', { note: QUOTED }, texts),
      ...tail(rows.length, leftOut, nextFrom, nextCursor),
    ].join('\n'),
    data: { messages: [...rows], left_out: leftOut, next_from: nextFrom, next_cursor: nextCursor },
  }
}

const tail = (
  shown: number,
  leftOut: LeftOut,
  nextFrom: string | null,
  nextCursor: string | null,
): string[] => {
  if (leftOut.count > 0 && shown === 0)
    return [
      `The next message alone does not fit: raise budget_tokens, or open ${nextFrom} with lore_get.`,
    ]
  if (nextFrom !== null) return [`Goes on with from: ${nextFrom}`]
  if (nextCursor !== null) return [`Goes on with cursor: ${nextCursor}`]
  return shown === 0 ? ['No messages here.'] : ['End of the session.']
}
