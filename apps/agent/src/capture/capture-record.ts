import type { Source } from '@teamlore/sources/source'
import { describeError } from '../errors/describe-error.ts'
import {
  type CaptureProblem,
  type CaptureState,
  readCaptureState,
  writeCaptureState,
} from '../platform/capture-state.ts'
import { partiallyStored } from '../wire/partially-stored.ts'
import { type Counts, countsIn, noCounts, spoolFigures, toolFigures } from './capture-figures.ts'
import type { FoundTrouble, Group } from './find-groups.ts'
import type { ReportBuilder } from './import-report.ts'
import type { ServerStorage } from './server-storage.ts'
import { createToolTroubles } from './tool-troubles.ts'
import type { UploadDeps } from './upload.ts'

type Options = {
  storage: ServerStorage
  sources: readonly Source[]
  now: () => Date
  server: string
  kind?: CaptureState['writer']['kind']
  /** Reported once of what cannot be read. */
  onUnreadable?: (path: string, reason: string) => void
}

export type CaptureRecord = Awaited<ReturnType<typeof createCaptureRecord>>

/** Keeps the figures of `CaptureState` while sessions are read and sent, going on from what was written before. */
export const createCaptureRecord = async ({
  storage,
  sources,
  now,
  server,
  kind = 'import',
  onUnreadable = () => undefined,
}: Options) => {
  const { root, store, spool } = storage
  const before = await readCaptureState(root)
  const started_at = now().toISOString()
  const tools = new Map(before?.tools.map((tool) => [tool.tool, countsIn(tool)]))
  const leftOut = createLeftOut()
  const general = {
    last_success_at: before?.last_success_at ?? null,
    last_error: before?.last_error ?? null,
    paused: null as string | null,
  }
  const countsOf = (tool: string): Counts => {
    const counts = tools.get(tool) ?? noCounts()
    tools.set(tool, counts)
    return counts
  }
  const problem = problemsBy(now)
  const toolFailed = (tool: string, code: string, message: string): void => {
    countsOf(tool).last_error = problem(code, message)
  }
  const troubles = createToolTroubles({ sources, spool, countsOf, toolFailed, onUnreadable })

  return {
    /** What was found in the places of these tools; with `isAll`, nothing else is there. */
    found: (groups: readonly Group[], found: readonly FoundTrouble[], isAll = true): void => {
      const files = filesByTool(groups)
      for (const { info } of sources) {
        const counts = countsOf(info.name)
        // Who names a folder says nothing about what lies in the places of the tools.
        counts.files = Math.max(files.get(info.name)?.size ?? 0, isAll ? 0 : counts.files)
        counts.left_out = leftOut.sizeOf(info.name)
      }
      troubles.found(groups, found, isAll)
    },
    looked: troubles.looked,
    failed: (error: unknown): void => {
      const { code, message } = describeError(error)
      general.last_error = problem(code, message)
    },
    /** Nothing new is captured until this is called with null. */
    paused: (reason: string | null): void => {
      general.paused = reason
    },
    /** The report of one tool's files, of which what is left out is noted here too. */
    reportFor: ({ info }: Source, report: ReportBuilder): ReportBuilder =>
      listeningReport(info.name, report, { countsOf, leftOut }),
    /** What to do at each step of sending, so that this and a report count the same. */
    alsoReporting: (report: SendingReport) =>
      listeners(report, {
        countsOf,
        toolFailed,
        arrived: (tool) => {
          const at = now().toISOString()
          countsOf(tool).last_success_at = at
          general.last_success_at = at
          general.last_error = null
          troubles.arrived(tool)
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

const problemsBy =
  (now: () => Date) =>
  (code: string, message: string): CaptureProblem => ({
    at: now().toISOString(),
    code,
    message: message.slice(0, 500),
  })

/** A store of many sessions is one file. */
const filesByTool = (groups: readonly Group[]): Map<string, Set<string>> => {
  const files = new Map<string, Set<string>>()
  for (const { source, places } of groups) {
    const paths = files.get(source.info.name) ?? new Set()
    for (const { path } of places) paths.add(path)
    files.set(source.info.name, paths)
  }
  return files
}

/** Names of sessions that stay here, by tool. They are looked at again in each process: nothing of them is kept. */
const createLeftOut = () => {
  const sessions = new Map<string, Set<string>>()
  return {
    has: (tool: string): boolean => sessions.has(tool),
    sizeOf: (tool: string): number => sessions.get(tool)?.size ?? 0,
    add: (tool: string, session: string): number => {
      const known = sessions.get(tool) ?? new Set()
      sessions.set(tool, known.add(session))
      return known.size
    },
    remove: (tool: string, session: string): number => {
      const known = sessions.get(tool)
      known?.delete(session)
      return known?.size ?? 0
    },
  }
}

type Reading = Pick<Tally, 'countsOf'> & { leftOut: LeftOut }
type LeftOut = ReturnType<typeof createLeftOut>

const listeningReport = (
  tool: string,
  report: ReportBuilder,
  { countsOf, leftOut }: Reading,
): ReportBuilder => ({
  ...report,
  leftOut: (session, contents) => {
    if (contents === undefined) countsOf(tool).left_out = leftOut.add(tool, session)
    return report.leftOut(session, contents)
  },
  holds: (session, what) => {
    // What was left out may be wanted after all.
    if (leftOut.has(tool)) countsOf(tool).left_out = leftOut.remove(tool, session)
    return report.holds(session, what)
  },
})

type SendingReport = Pick<ReportBuilder, 'acknowledged' | 'sent' | 'failed' | 'requested'>

type Tally = {
  countsOf: (tool: string) => Counts
  toolFailed: (tool: string, code: string, message: string) => void
  arrived: (tool: string) => void
}

const listeners = (
  report: SendingReport,
  { countsOf, toolFailed, arrived }: Tally,
): Pick<UploadDeps, 'onAcknowledged' | 'onRefused' | 'onSent'> => {
  const refused = new Set<string>()
  return {
    onAcknowledged: ({ tool, native_id, messages }, result) => {
      countsOf(tool).acknowledged += messages.length
      arrived(tool)
      report.acknowledged(result)
      for (const { name, reason } of partiallyStored(result))
        toolFailed(tool, 'server.kept_in_part', `${name}: the server keeps in part ${reason}`)
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
