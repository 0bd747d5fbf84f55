import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { IngestRequest, IngestSession } from '@teamlore/shared'
import { z } from 'zod'
import type { BatchHeader } from '../spool/batch-file.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** Of brotli, whose 5 takes three times as long for a tenth less. */
const QUALITY = 3

/** A request as it goes over the wire and lies in the spool. */
export const packBody = async (json: string): Promise<Buffer> => {
  const body = Buffer.from(json)
  return compress(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}

/** Only so much of it as is looked at here: it was made by us, and the server judges the rest. */
const requestSchema = z.looseObject({
  machine: z.looseObject({}),
  sessions: z
    .array(
      z.looseObject({
        tool: z.string(),
        native_id: z.string(),
        messages: z.array(z.looseObject({ key: z.string() })),
        edits: z.array(z.looseObject({ key: z.string(), message_key: z.string() })),
      }),
    )
    .min(1),
})

/** @throws when the bytes are not what `packBody` made. */
export const unpackJson = async (bytes: Uint8Array): Promise<unknown> =>
  JSON.parse((await decompress(bytes)).toString('utf8'))

/** The same of sessions. */
export const unpackBody = async (bytes: Uint8Array): Promise<IngestRequest> => {
  const value = await unpackJson(bytes)
  const { success, error } = requestSchema.safeParse(value)
  if (!success) throw error
  return value as IngestRequest
}

/** What a request holds of each tool, for whoever does not unpack it. */
export const toolsIn = (
  sessions: readonly { tool: string; messages: number }[],
): BatchHeader['tools'] => {
  const tools: BatchHeader['tools'] = {}
  for (const { tool, messages } of sessions) {
    const sum = tools[tool] ?? { sessions: 0, messages: 0 }
    tools[tool] = { sessions: sum.sessions + 1, messages: sum.messages + messages }
  }
  return tools
}

/** A session without anything that was said in it. */
export const headerOnly = (session: IngestSession): IngestSession => ({
  ...session,
  messages: [],
  edits: [],
})

/** What to send instead of these sessions at once; undefined when nothing is smaller. */
export const piecesOf = (sessions: readonly IngestSession[]): IngestSession[][] | undefined => {
  const [only] = sessions
  if (sessions.length > 1) {
    const middle = sessions.length >> 1
    return [sessions.slice(0, middle), sessions.slice(middle)]
  }
  return only && halvesOf(only)?.map((half) => [half])
}

/** Two smaller pieces of a session; undefined when it is a single message or edit. */
const halvesOf = (session: IngestSession): [IngestSession, IngestSession] | undefined => {
  const { messages, edits } = session
  if (messages.length > 1) {
    const middle = messages.length >> 1
    const first = messages.slice(0, middle)
    const keys = new Set(first.map(({ key }) => key))
    return [
      { ...session, messages: first, edits: edits.filter((edit) => keys.has(edit.message_key)) },
      {
        ...session,
        messages: messages.slice(middle),
        edits: edits.filter((edit) => !keys.has(edit.message_key)),
      },
    ]
  }
  if (edits.length === 0 || (messages.length === 0 && edits.length === 1)) return undefined
  const middle = messages.length === 1 ? 0 : edits.length >> 1
  return [
    { ...session, edits: edits.slice(0, middle) },
    { ...session, messages: [], edits: edits.slice(middle) },
  ]
}
