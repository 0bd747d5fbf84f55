import { placeKey } from '@teamlore/sources/place'
import { z } from 'zod'
import { fileIdentitySchema } from '../files/file-identity.ts'
import { type CapturedRow, capturedRowsSchema } from './captured-counts.ts'

/**
 * Raised when a reader learns to read something better: files are then read again, and what comes out differently is
 * sent as a change.
 */
const READER_VERSION = 2

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
  captured: capturedRowsSchema.optional(),
})

type FileIndex = {
  files: Map<string, FileEntry>
  captured: CapturedRow[]
  /** Whether it was written down what was captured, and not taken from what files hold. */
  isCounted: boolean
}

/** No file known when the index is damaged, or was written by other rules: then every file is read again. */
export const parseIndex = (text: string, redaction: number): FileIndex => {
  try {
    const index = fileIndexSchema.parse(JSON.parse(text))
    const isCurrent = index.reader === READER_VERSION && index.redaction === redaction
    return {
      files: new Map(isCurrent ? index.files.map((entry) => [placeKey(entry), entry]) : []),
      captured: index.captured ?? index.files.map(capturedIn),
      isCounted: index.captured !== undefined,
    }
  } catch {
    return { files: new Map(), captured: [], isCounted: false }
  }
}

/** As far as its file says. */
const capturedIn = ({ tool, native_id, counts }: FileEntry): CapturedRow => [
  tool,
  native_id,
  counts.messages,
  counts.prompts,
]

type Written = { files: Iterable<FileEntry>; captured: CapturedRow[] }

export const formatIndex = ({ files, captured }: Written, redaction: number): string => {
  const index: z.infer<typeof fileIndexSchema> = {
    version: 2,
    reader: READER_VERSION,
    redaction,
    files: [...files],
    captured,
  }
  return JSON.stringify(index)
}
