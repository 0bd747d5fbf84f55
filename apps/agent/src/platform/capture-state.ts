import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writePrivateFile } from './private-file.ts'

const problemSchema = z.object({ at: z.iso.datetime(), code: z.string(), message: z.string() })
export type CaptureProblem = z.infer<typeof problemSchema>
/** The code of a tool's problem when something of it cannot be read. */
export const UNREADABLE = 'capture.unreadable'

const toolCaptureSchema = z.object({
  tool: z.string(),
  label: z.string(),
  /** Files in which its sessions were seen at the last look; a store of many sessions is one. */
  files: z.number(),
  /** What was ever captured, sent or not, whatever became of the files. */
  sessions: z.number(),
  messages: z.number(),
  prompts: z.number().default(0),
  /** Messages that went over the wire since `since`; one that was sent twice counts twice. */
  sent: z.number(),
  /** Messages the server acknowledged since `since`. */
  acknowledged: z.number(),
  /** Messages that wait in the spool now, and those quarantined because the server will not have them. */
  spooled: z.number(),
  quarantined: z.number(),
  /** Sessions seen since this process started that stay here by choice. */
  left_out: z.number().default(0),
  /** Lines that could not be read, in what was captured. */
  bad_lines: z.number().default(0),
  /** Since when the oldest of what is spooled waits: the lag. Null when nothing does. */
  oldest_unsent_at: z.iso.datetime().nullable(),
  last_success_at: z.iso.datetime().nullable().default(null),
  last_error: problemSchema.nullable(),
})
export type ToolCapture = z.infer<typeof toolCaptureSchema>

const captureStateSchema = z.object({
  version: z.literal(1),
  server: z.string(),
  /** Since when `sent` and `acknowledged` are counted. */
  since: z.iso.datetime(),
  written_at: z.iso.datetime(),
  /** Who wrote this; a watch writes it at least once a minute for as long as it runs. */
  writer: z.object({
    pid: z.number(),
    kind: z.enum(['watch', 'import']),
    started_at: z.iso.datetime(),
  }),
  spool: z.object({
    batches: z.number(),
    bytes: z.number(),
    limit_bytes: z.number(),
    oldest_at: z.iso.datetime().nullable(),
  }),
  rejected: z.object({ batches: z.number(), bytes: z.number() }),
  /** When the server last acknowledged something. */
  last_success_at: z.iso.datetime().nullable(),
  /** What went wrong last; null as soon as something arrived after it. */
  last_error: problemSchema.nullable(),
  /** Why nothing new is captured at the moment, such as a full disk; null as long as all is well. */
  paused: z.string().nullable(),
  tools: z.array(toolCaptureSchema),
})

/**
 * How capture is doing for one server: what was seen on this machine, what of it was sent, acknowledged, waits, or was quarantined, and what went wrong last. Written whole and atomically by `lore watch` and `lore import`; read by whoever wants to
 * report, such as `lore status`. It holds figures and sentences, nothing of what was said in a session.
 */
export type CaptureState = z.infer<typeof captureStateSchema>

/** Where it lies, below the folder of one server. */
export const captureStatePath = (serverRoot: string): string => join(serverRoot, 'capture.json')

/** Undefined when there is none, or none that this version understands. */
export const readCaptureState = async (serverRoot: string): Promise<CaptureState | undefined> => {
  try {
    return captureStateSchema.parse(
      JSON.parse(await readFile(captureStatePath(serverRoot), 'utf8')),
    )
  } catch {
    return undefined
  }
}

export const writeCaptureState = (serverRoot: string, state: CaptureState): Promise<void> =>
  writePrivateFile(captureStatePath(serverRoot), `${JSON.stringify(state, null, 2)}\n`)
