import { open } from 'node:fs/promises'
import { z } from 'zod'
import { PAYLOAD_KINDS } from './payload-kinds.ts'

const refusalSchema = z.object({
  /** Of a session; else what the batch is about. */
  native_id: z.string(),
  /** HTTP status; 0 when the batch itself was damaged. */
  status: z.number(),
  code: z.string(),
  message: z.string(),
})
/** Why the server will not have a batch, or a session in it. */
export type Refusal = z.infer<typeof refusalSchema>
/** The code of a batch that could not be read any more. */
export const DAMAGED_BATCH = 'spool.damaged'

const contentsSchema = z.object({
  created_at: z.iso.datetime(),
  /** What sessions are in it, per coding tool. */
  tools: z.record(z.string(), z.object({ sessions: z.number(), messages: z.number() })),
  /** Filled when it was quarantined. */
  refusals: z.array(refusalSchema),
  quarantined_at: z.iso.datetime().nullable(),
})
/** Sessions were the only kind once. */
const firstVersionSchema = contentsSchema.extend({ version: z.literal(1) }).transform((header) => ({
  ...header,
  version: 2 as const,
  kind: 'sessions' as const,
  subject: null,
}))
const batchHeaderSchema = contentsSchema.extend({
  version: z.literal(2),
  kind: z.enum(PAYLOAD_KINDS),
  /** Of what it is the newest word, such as a folder: the next of the same kind and subject takes its place. */
  subject: z.string().nullable(),
})
/** What a batch says about itself, readable without unpacking it. */
export type BatchHeader = z.infer<typeof batchHeaderSchema>

const MAX_HEADER_BYTES = 1024 * 1024
const FIRST_READ_BYTES = 4 * 1024
const NEWLINE = 10

/** One line of JSON, then the request as it goes over the wire. */
export const encodeHeader = (header: BatchHeader): Buffer =>
  Buffer.from(`${JSON.stringify(header)}\n`)

/** Null when it is no batch, or one of a version or kind that is not known here. */
export const readHeader = async (path: string): Promise<BatchHeader | null> => {
  const file = await open(path, 'r')
  try {
    for (let size = FIRST_READ_BYTES; size <= MAX_HEADER_BYTES; size *= 16) {
      const buffer = Buffer.alloc(size)
      const { bytesRead } = await file.read(buffer, 0, size, 0)
      const end = buffer.subarray(0, bytesRead).indexOf(NEWLINE)
      if (end !== -1) return parseHeader(buffer.subarray(0, end))
      if (bytesRead < size) return null
    }
    return null
  } finally {
    await file.close()
  }
}

/** `quarantined_at` was called `set_aside_at` once; batches so written may still wait. */
const anyVersionSchema = z.preprocess(
  (header) =>
    typeof header === 'object' && header !== null && 'set_aside_at' in header
      ? { quarantined_at: header.set_aside_at, ...header }
      : header,
  z.union([batchHeaderSchema, firstVersionSchema]),
)

const parseHeader = (line: Buffer): BatchHeader | null => {
  try {
    return anyVersionSchema.parse(JSON.parse(line.toString('utf8')))
  } catch {
    return null
  }
}

/** The request in a batch file; empty when there is none. */
export const bodyIn = (file: Buffer): Buffer => {
  const end = file.indexOf(NEWLINE)
  return end === -1 ? Buffer.alloc(0) : file.subarray(end + 1)
}
