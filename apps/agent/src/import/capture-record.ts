import { describeError } from '../cli/describe-error.ts'
import {
  type CaptureProblem,
  type CaptureState,
  readCaptureState,
  type ToolCapture,
  writeCaptureState,
} from '../platform/capture-state.ts'
import type { Source } from '../sources/source.ts'
import type { Batch } from '../spool/shelf.ts'
import type { Spool } from '../spool/spool.ts'
import type { Desk } from './desk.ts'
import type { Group } from './find-groups.ts'
import type { ReportBuilder } from './import-report.ts'
import type { UploadDeps } from './upload.ts'

type Options = {
  desk: Desk
  sources: readonly Source[]
  now: () => Date
  server: string
  kind?: CaptureState['writer']['kind']
}

export type CaptureRecord = Awaited<ReturnType<typeof createCaptureRecord>>

type Counts = Pick<ToolCapture, 'files' | 'sent' | 'acknowledged' | 'last_error'>

/** Keeps the figures of `CaptureState` while sessions are read and sent, going on from what was written before. */
export const createCaptureRecord = async ({
  desk,
  sources,
  now,
  server,
  kind = 'import',
}: Options) => {
  const { root, store, spool } = desk
  const before = await readCaptureState(root)
  const started_at = now().toISOString()
  const tools = new Map<string, Counts>(before?.tools.map((tool) => [tool.tool, tool]))
  const general = {
    last_success_at: before?.last_success_at ?? null,
    last_error: before?.last_error ?? null,
    paused: null as string | null,
  }
  const countsOf = (tool: string): Counts => {
    const counts = tools.get(tool) ?? { files: 0, sent: 0, acknowledged: 0, last_error: null }
    tools.set(tool, counts)
    return counts
  }
  const problem = (code: string, message: string): CaptureProblem => ({
    at: now().toISOString(),
    code,
    message: message.slice(0, 500),
  })
  const toolFailed = (tool: string, code: string, message: string): void => {
    countsOf(tool).last_error = problem(code, message)
  }

  return {
    /** What was found at a look at all places of these tools. */
    found: (groups: readonly Group[]): void => {
      for (const { info } of sources) countsOf(info.name).files = 0
      for (const { source, places } of groups) countsOf(source.info.name).files += places.length
    },
    failed: (error: unknown): void => {
      const { code, message } = describeError(error)
      general.last_error = problem(code, message)
    },
    /** Nothing new is captured until this is called with null. */
    paused: (reason: string | null): void => {
      general.paused = reason
    },
    /** The report of one tool's files, whose failures are noted here too. */
    reportFor: ({ info }: Source, report: ReportBuilder): ReportBuilder => ({
      ...report,
      failed: (name, reason) => {
        toolFailed(info.name, 'capture.unreadable', `${name} ${reason}`)
        return report.failed(name, reason)
      },
    }),
    /** What to do at each step of sending, so that this and a report count the same. */
    alsoTelling: (report: SendingReport) =>
      listeners(report, {
        countsOf,
        toolFailed,
        arrived: () => {
          general.last_success_at = now().toISOString()
          general.last_error = null
        },
      }),
    state: (): CaptureState => ({
      version: 1,
      server,
      since: before?.since ?? started_at,
      written_at: now().toISOString(),
      writer: { pid: process.pid, kind, started_at },
      ...spoolFigures(spool),
      ...general,
      tools: toolFigures(tools, { sources, store, spool }),
    }),
    write(): Promise<void> {
      return writeCaptureState(root, this.state())
    },
  }
}

type SendingReport = Pick<ReportBuilder, 'acknowledged' | 'sent' | 'failed' | 'requested'>

type Tally = {
  countsOf: (tool: string) => Counts
  toolFailed: (tool: string, code: string, message: string) => void
  arrived: () => void
}

const listeners = (
  report: SendingReport,
  { countsOf, toolFailed, arrived }: Tally,
): Pick<UploadDeps, 'onAcknowledged' | 'onRefused' | 'onSent'> => {
  const refused = new Set<string>()
  return {
    onAcknowledged: ({ tool, native_id, messages }, result) => {
      countsOf(tool).acknowledged += messages.length
      arrived()
      report.acknowledged(result)
      report.sent(`${tool}\n${native_id}`, messages.length)
    },
    onRefused: ({ native_id, code, message }, tool) => {
      toolFailed(tool, code, `${native_id}: ${message}`)
      const name = `${tool}\n${native_id}`
      if (!refused.has(name)) report.failed(native_id, message)
      refused.add(name)
    },
    onSent: (bytes, { header }) => {
      for (const [tool, { messages }] of Object.entries(header.tools))
        countsOf(tool).sent += messages
      report.requested(bytes)
    },
  }
}

const spoolFigures = (spool: Spool | undefined): Pick<CaptureState, 'spool' | 'rejected'> => {
  const waiting = spool?.waiting() ?? []
  const aside = spool?.aside() ?? []
  return {
    spool: {
      batches: waiting.length,
      bytes: bytesOf(waiting),
      limit_bytes: spool?.limitBytes ?? 0,
      oldest_at: oldestOf(waiting),
    },
    rejected: { batches: aside.length, bytes: bytesOf(aside) },
  }
}

const bytesOf = (batches: readonly Batch[]): number =>
  batches.reduce((sum, { bytes }) => sum + bytes, 0)

const oldestOf = (batches: readonly Batch[]): string | null =>
  batches.map(({ header }) => header.created_at).sort()[0] ?? null

const toolFigures = (
  tools: ReadonlyMap<string, Counts>,
  { sources, store, spool }: Pick<Desk, 'store' | 'spool'> & { sources: readonly Source[] },
): ToolCapture[] => {
  const labels = new Map(sources.map(({ info }) => [info.name, info.label]))
  const held = heldByTool(store)
  const waiting = spool?.waiting() ?? []
  const aside = spool?.aside() ?? []
  return [...tools].sort().map(([tool, { files, sent, acknowledged, last_error }]) => ({
    tool,
    label: labels.get(tool) ?? tool,
    files,
    sessions: held.get(tool)?.size ?? 0,
    messages: [...(held.get(tool)?.values() ?? [])].reduce((sum, n) => sum + n, 0),
    sent,
    acknowledged,
    spooled: messagesOf(waiting, tool),
    set_aside: messagesOf(aside, tool),
    oldest_unsent_at: oldestOf(waiting.filter(({ header }) => tool in header.tools)),
    last_error,
  }))
}

const messagesOf = (batches: readonly Batch[], tool: string): number =>
  batches.reduce((sum, { header }) => sum + (header.tools[tool]?.messages ?? 0), 0)

/** Messages by session, by tool; a session of several files counts once. */
const heldByTool = (store: Desk['store']): Map<string, Map<string, number>> => {
  const held = new Map<string, Map<string, number>>()
  for (const { tool, native_id, counts } of store.files()) {
    const sessions = held.get(tool) ?? new Map<string, number>()
    held.set(tool, sessions.set(native_id, counts.messages))
  }
  return held
}
