import type { LoreClient, RegisterMachineRequest } from '@teamlore/shared'
import type { MirrorFigures } from '../memory-files/mirror-figures.ts'
import type { CaptureState } from '../platform/capture-state.ts'
import { toCaptureReport } from './capture-report.ts'

export type ReportClient = Pick<LoreClient, 'capture'>

type Deps = {
  client: ReportClient
  record: { state: () => CaptureState }
  mirrorFigures: () => Promise<MirrorFigures | undefined>
  machine: RegisterMachineRequest
  /** Coding tools that are switched off on this machine. */
  toolsOff?: readonly string[] | undefined
  now: () => Date
}

/**
 * Reports to the server how capture is doing. That it cannot be reached is no failure of capture, and little is worth waiting for:
 * the next report says the same and more.
 */
export const reportOnce = async (
  { client, record, machine, mirrorFigures, toolsOff = [], now }: Deps,
  { isWatching, timeoutMs = 5_000 }: { isWatching: boolean; timeoutMs?: number },
): Promise<void> => {
  const memoryFiles = await mirrorFigures()
  const figures = { machine, isWatching, memoryFiles, toolsOff, now: now() }
  const report = toCaptureReport(record.state(), figures)
  await client.capture.report(report, { timeoutMs }).catch(() => undefined)
}

export type Reporter = ReturnType<typeof createReporter>

/** How often a report is sent when nothing happens, and when something does. */
const QUIET_MS = 60_000
const BUSY_MS = 10_000

/** Reports now and then, in the background of a watch: never two reports at once, never many. */
export const createReporter = (deps: Deps & { clock: () => number }) => {
  let isStale = true
  let last = Number.NEGATIVE_INFINITY
  let sending: Promise<void> | undefined

  const send = async (options: Parameters<typeof reportOnce>[1]): Promise<void> => {
    isStale = false
    last = deps.clock()
    sending = reportOnce(deps, options)
    await sending
    sending = undefined
  }
  const dueAt = (): number => last + (isStale ? BUSY_MS : QUIET_MS)

  return {
    changed: (): void => {
      isStale = true
    },
    /** Sends when it is time to. @returns when it is time next. */
    offer: (): number => {
      if (sending === undefined && deps.clock() >= dueAt()) void send({ isWatching: true })
      return dueAt()
    },
    /** The last word: that nobody watches any more. */
    end: async (): Promise<void> => {
      await sending
      await send({ isWatching: false, timeoutMs: 2_000 })
    },
  }
}
