import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { ingestEditSchema, messageSchema, sessionDetailSchema } from '@teamlore/shared'
import { memoryEntrySchema } from '@teamlore/shared/memories'
import { parseJson } from '@teamlore/sources/shared/parse-json'
import { z } from 'zod'

const count = z.number().int()

/** What is read of a line; who one was there, and what is new to this version, are passed over. */
const lineSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('about'), team: z.object({ name: z.string() }) }),
  z.object({
    type: z.literal('project'),
    project: z.object({ id: z.string(), name: z.string(), remote_url: z.string().nullable() }),
  }),
  z.object({ type: z.literal('session'), session: sessionDetailSchema }),
  z.object({ type: z.literal('message'), session_id: z.string(), message: messageSchema }),
  z.object({ type: z.literal('edit'), session_id: z.string(), edit: ingestEditSchema }),
  z.object({ type: z.literal('memory'), memory: memoryEntrySchema }),
  z.object({
    type: z.literal('end'),
    sessions: count,
    messages: count,
    edits: count.optional(),
    memories: count,
  }),
])
export type ExportLine = z.infer<typeof lineSchema>

/** Lines of such a file, one at a time; `undefined` for one that is none. */
export async function* exportLines(path: string): AsyncGenerator<ExportLine | undefined> {
  const stream = createReadStream(path, { encoding: 'utf8' })
  try {
    for await (const line of createInterface({
      input: stream,
      crlfDelay: Number.POSITIVE_INFINITY,
    }))
      if (line.trim() !== '') yield lineSchema.safeParse(parseJson(line)).data
  } finally {
    stream.destroy()
  }
}
