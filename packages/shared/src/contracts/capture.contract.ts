import { z } from 'zod'
import { personSchema, timestampSchema, toolSchema } from './common.contract.ts'
import { ingestMachineSchema } from './ingest.contract.ts'

const figure = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

export const captureProblemSchema = z.strictObject({
  at: timestampSchema,
  code: z.string().max(100),
  message: z.string().max(500),
})
export type CaptureProblem = z.infer<typeof captureProblemSchema>

/** What an agent has seen of one tool, and what became of it on the machine. */
export const captureToolReportSchema = z.strictObject({
  tool: toolSchema,
  label: z.string().min(1).max(60),
  /** Files in which its sessions were seen at the last look; a store of many sessions is one. */
  files: figure,
  /** What was ever captured, sent or not, whatever became of the files. */
  sessions: figure,
  messages: figure,
  prompts: figure,
  /** Messages over the wire, each time one went again (a server that is away makes this grow), and those acknowledged, since `since`. */
  sent: figure,
  acknowledged: figure,
  /** Messages that wait on the machine now, and those the server would not have. */
  spooled: figure,
  quarantined: figure,
  /** Sessions kept back by choice: a .loreignore, a private project, a path never captured. */
  left_out: figure,
  /** Lines that could not be read. */
  bad_lines: figure,
  /** Since when the oldest of what waits does. */
  oldest_unsent_at: timestampSchema.nullable(),
  last_success_at: timestampSchema.nullable(),
  last_error: captureProblemSchema.nullable(),
})
export type CaptureToolReport = z.infer<typeof captureToolReportSchema>

/** What an agent has seen of the tools' memory files (CLAUDE.md, AGENTS.md), in files. */
export const captureMemoryReportSchema = z.strictObject({
  /** Folders in which there are any: projects, and one for what a person has for all of them. */
  folders: figure,
  /** Seen at the last look, and of these: what the server has as it is now, what waits, and what it would not have. */
  files: figure,
  acknowledged: figure,
  waiting: figure,
  quarantined: figure,
  /** Kept back by choice or by their nature; not among those seen. */
  left_out: figure,
  last_success_at: timestampSchema.nullable(),
  last_error: captureProblemSchema.nullable(),
})
export type CaptureMemoryReport = z.infer<typeof captureMemoryReportSchema>

const machineFigures = {
  /** Whether sessions are sent by themselves at the moment. */
  watching: z.boolean(),
  since: timestampSchema,
  spool: z.strictObject({
    batches: figure,
    bytes: figure,
    limit_bytes: figure,
    oldest_at: timestampSchema.nullable(),
  }),
  rejected: z.strictObject({ batches: figure, bytes: figure }),
  /** Why nothing new is captured at the moment. */
  paused: z.string().max(500).nullable(),
  /** Coding tools that whoever uses the machine has switched off: nothing of them is read. */
  tools_off: z.array(toolSchema).max(100).default([]),
  last_success_at: timestampSchema.nullable(),
  last_error: captureProblemSchema.nullable(),
}

/** `PUT /v1/capture`: how capture is doing on one machine. It takes the place of the report before. */
export const captureReportSchema = z.strictObject({
  machine: ingestMachineSchema,
  /** By the machine's own clock. */
  sent_at: timestampSchema,
  ...machineFigures,
  tools: z
    .array(captureToolReportSchema)
    .max(100)
    .refine((tools) => new Set(tools.map(({ tool }) => tool)).size === tools.length, {
      message: 'must name each tool once',
    }),
  /** Null where none were ever looked at, and from agents that did not report it. */
  memory_files: captureMemoryReportSchema.nullable().default(null),
})
export type CaptureReport = z.infer<typeof captureReportSchema>

export const captureReceiptSchema = z.object({
  machine_id: z.string(),
  received_at: z.string(),
  /** How far the machine's clock is ahead of the server's; negative when it is behind. */
  clock_skew_seconds: z.number().int(),
})
export type CaptureReceipt = z.infer<typeof captureReceiptSchema>

export const captureSeveritySchema = z.enum(['warning', 'error'])

/** Something somebody should look at. */
export const captureAlarmSchema = z.object({
  code: z.string(),
  severity: captureSeveritySchema,
  /** A sentence that says what is wrong, and one that says what to do. */
  message: z.string(),
  remedy: z.string(),
  machine_id: z.string(),
  /** Null when it is about the machine as a whole. */
  tool: z.string().nullable(),
})
export type CaptureAlarm = z.infer<typeof captureAlarmSchema>

/** What the server itself counts of one machine and tool. */
export const captureServerSideSchema = z.object({
  sessions: z.number().int(),
  messages: z.number().int(),
  prompts: z.number().int(),
  /** Messages all of whose text can be found by searching, or that hold none; and those of which some should and cannot. */
  indexed: z.number().int(),
  not_indexed: z.number().int(),
  distilled: z.number().int(),
  to_distil: z.number().int(),
  distil_failed: z.number().int(),
  /** Texts that wait for their vectors; they are found by their words already. */
  to_embed: z.number().int(),
  /** Single messages that arrived and were forgotten: they are missing nowhere. Servers of before do not say. */
  forgotten: z.number().int().default(0),
  last_received_at: z.string().nullable(),
})
export type CaptureServerSide = z.infer<typeof captureServerSideSchema>

/** `silent`: no word for long. `unknown`: the server has sessions of it, but never got a report. */
export const captureStateSchema = z.enum(['ok', 'warning', 'error', 'silent', 'unknown'])
export type CaptureHealth = z.infer<typeof captureStateSchema>

export const captureToolSchema = z.object({
  tool: z.string(),
  label: z.string(),
  state: captureStateSchema,
  /** Null when the machine has not reported of this tool. */
  agent: captureToolReportSchema.omit({ tool: true, label: true }).nullable(),
  server: captureServerSideSchema,
  /** Messages the agent has read that neither wait on the machine nor are on the server. */
  not_arrived: z.number().int(),
  /** Age of the oldest that waits on the machine; zero when nothing does. */
  lag_seconds: z.number().int(),
})
export type CaptureTool = z.infer<typeof captureToolSchema>

export const captureMemorySchema = z.object({
  state: captureStateSchema,
  agent: captureMemoryReportSchema.nullable(),
  /** What the server holds of the machine's own copies, and of how many no search finds all they say. */
  server: z.object({
    files: z.number().int(),
    not_indexed: z.number().int(),
    last_received_at: z.string().nullable(),
  }),
  /** Files the server acknowledged once and does not hold. */
  not_arrived: z.number().int(),
})
export type CaptureMemory = z.infer<typeof captureMemorySchema>

export const captureMachineSchema = z.object({
  id: z.string(),
  name: z.string(),
  platform: z.string(),
  agent_version: z.string(),
  owner: personSchema,
  state: captureStateSchema,
  last_seen_at: z.string().nullable(),
  /** Null when it never did. */
  reported_at: z.string().nullable(),
  clock_skew_seconds: z.number().int().nullable(),
  agent: z.object(machineFigures).nullable(),
  tools: z.array(captureToolSchema),
  /** Null where there are none on either side. */
  memory_files: captureMemorySchema.nullable().default(null),
})
export type CaptureMachine = z.infer<typeof captureMachineSchema>

export const captureQuerySchema = z.strictObject({
  /** Id of one machine; all that may be seen when left out. */
  machine: z.string().max(100).optional(),
})
export type CaptureQuery = z.infer<typeof captureQuerySchema>

export const captureOverviewSchema = z.object({
  /** By the server's clock. */
  at: z.string(),
  server_version: z.string(),
  /** The worst first. */
  alarms: z.array(captureAlarmSchema),
  machines: z.array(captureMachineSchema),
  /** How many more machines there are than are listed. */
  left_out: z.number().int(),
})
export type CaptureOverview = z.infer<typeof captureOverviewSchema>
