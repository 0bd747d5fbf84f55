import { z } from 'zod'
import { fileIdentitySchema } from '../files/file-identity.ts'
import type { Place } from '../sources/source.ts'

/**
 * Raised when a reader learns to read something better: files are then read again, and what comes out differently is
 * sent as a change.
 */
const READER_VERSION = 1

const fileEntrySchema = fileIdentitySchema.extend({
  path: z.string(),
  /** As in `Place`. */
  part: z.string().optional(),
  /** As in `Found`. */
  version: z.string().optional(),
  /** Bytes up to the last line end when it was read. */
  offset: z.number(),
  group: z.string(),
  tool: z.string(),
  native_id: z.string(),
  /** What the session held, all its files together. */
  counts: z.object({
    messages: z.number(),
    prompts: z.number(),
    edits: z.number(),
    output_tokens: z.number(),
  }),
  redactions: z.number(),
  bad_lines: z.object({ count: z.number(), first: z.number() }),
  unknown_records: z.number(),
  /** Batches of the spool in which what was new of the session waits. */
  batches: z.array(z.string()),
})
/** A place whose session was captured whole, as it was when it was read. */
export type FileEntry = z.infer<typeof fileEntrySchema>

const fileIndexSchema = z.object({
  version: z.literal(2),
  reader: z.number(),
  redaction: z.number(),
  files: z.array(fileEntrySchema),
})

export const placeKey = ({ path, part }: Place): string =>
  part === undefined ? path : `${path}\n${part}`

/** Nothing known when the index is damaged, or was written by other rules: then every file is read again. */
export const parseIndex = (text: string, redaction: number): Map<string, FileEntry> => {
  try {
    const index = fileIndexSchema.parse(JSON.parse(text))
    const isCurrent = index.reader === READER_VERSION && index.redaction === redaction
    return new Map(isCurrent ? index.files.map((entry) => [placeKey(entry), entry]) : [])
  } catch {
    return new Map()
  }
}

export const formatIndex = (entries: Iterable<FileEntry>, redaction: number): string => {
  const index: z.infer<typeof fileIndexSchema> = {
    version: 2,
    reader: READER_VERSION,
    redaction,
    files: [...entries],
  }
  return JSON.stringify(index)
}
