import type { Source } from '@teamlore/sources/source'
import type { Surroundings } from '@teamlore/sources/surroundings'
import type { CaptureRecord } from '../capture/capture-record.ts'
import type { ServerStorage } from '../capture/server-storage.ts'
import type { Pacer } from '../pacing/pacer.ts'
import type { Waker } from '../pacing/waker.ts'
import type { Reporter } from '../report/reporter.ts'
import type { Spool, SpoolOptions } from '../spool/spool.ts'
import type { Capture } from './capture.ts'
import type { Catalog, KnownPlace } from './catalog.ts'
import { createFigures } from './figures.ts'
import { type PlaceWatcher, sourceName } from './place-watcher.ts'
import { createTidying } from './tidying.ts'
import type { UploadLoop } from './upload-loop.ts'
import type { WatchOptions } from './watch.types.ts'

export type WatchDeps = {
  makeSources: (surroundings: Surroundings) => readonly Source[]
  random: () => number
  clock: () => number
  now: () => Date
  /** How often everything is looked at, in case a change was missed or a tool was installed. */
  sweepMs: number
  giveBackMemory: () => void
  /** For tests of full disks. */
  write?: SpoolOptions['write']
}

type Parts = {
  storage: ServerStorage
  spool: Spool
  options: WatchOptions
  deps: WatchDeps
  sources: readonly Source[]
  record: CaptureRecord
  signal: AbortSignal
  waker: Waker
  catalog: Catalog
  pacer: Pacer
}

type Running = Parts & {
  capture: Capture
  uploads: UploadLoop
  watcher: PlaceWatcher
  reporter: Reporter
  checkLogin: () => Promise<void>
}

/** What this process used of a core. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Looks, captures and reports until the signal is aborted. */
export const follow = async (running: Running): Promise<void> => {
  const { deps, signal, waker, pacer, capture, spool } = running
  const figures = createFigures(running)
  const looks = createLooks(running)
  running.options.onWatching?.(() => {
    looks.soon(0)
    waker.wake()
  })
  const tidying = createTidying({
    clock: deps.clock,
    cpuMs,
    isAtRest: () => spool.first() === undefined && pacer.nextDue() === undefined,
    tidy: async () => {
      await attempt(running, ({ storage }) => storage.store.forget())
      deps.giveBackMemory()
    },
  })
  while (!signal.aborted) {
    const isDue = pacer.isDue()
    if ((await looks.look()) || isDue) figures.changed()
    await tidying.ifDue()
    const nextWrite = await figures.write()
    const nextReport = running.reporter.offer()
    const until = Math.min(
      looks.next(),
      nextWrite ?? looks.next(),
      pacer.nextDue() ?? looks.next(),
      tidying.next(),
      nextReport,
    )
    const isWoken = await waker.wait(signal, until - deps.clock())
    if (isWoken) {
      tidying.busy()
      figures.changed()
      running.reporter.changed()
    }
    // Room may have been made: what waits is read without waiting for the next look.
    const retryMs = capture.retryMs()
    if (retryMs !== undefined) looks.soon(retryMs)
  }
}

const createLooks = (running: Running) => {
  const { deps, options, record, sources } = running
  let next = 0
  let isFirst = true
  let owesRelease = true
  return {
    /** When everything is looked at next. */
    next: (): number => next,
    soon: (ms: number): void => {
      next = Math.min(next, deps.clock() + ms)
    },
    /** Looks at everything when it is time to, and then returns true; else at what changed. */
    look: async (): Promise<boolean> => {
      if (owesRelease) owesRelease = !(await attempt(running, releaseAll))
      if (deps.clock() < next) {
        await attempt(running, readDue)
        return false
      }
      const isDone = await attempt(running, sweep)
      next = deps.clock() + deps.sweepMs
      if (isFirst && isDone) options.onEvent(readyEvent(record, sources))
      if (isDone) isFirst = false
      return true
    },
  }
}

/**
 * Takes a step that may not be possible at the moment, such as on a full disk, where not even a lock can be written. What
 * it leaves undone is found by the next look at everything. True when it was taken.
 */
const attempt = async (
  running: Running,
  step: (running: Running) => Promise<void>,
): Promise<boolean> => {
  const { capture, record, signal } = running
  try {
    await step(running)
    return true
  } catch (error) {
    if (signal.aborted) throw error
    if (!capture.pauseFor(error)) record.failed(error)
    return false
  }
}

/** What the server would not have gets another chance. */
const releaseAll = async ({ storage, spool, uploads }: Running): Promise<void> => {
  await storage.lock.hold(() => spool.release())
  uploads.wake()
}

const readyEvent = (record: CaptureRecord, sources: readonly Source[]) => {
  const { tools } = record.state()
  const names = new Set(sources.map(({ info }) => info.name))
  const seen = tools.filter(({ tool, files }) => names.has(tool) && files > 0)
  const files = seen.reduce((sum, one) => sum + one.files, 0)
  return { kind: 'ready', tools: seen.map(({ label }) => label), files } as const
}

/** After so long the server may take what it failed at before. */
const AGAIN_MS = 10 * 60_000

/** What was quarantined in the future was so while the clock was wrong. */
const isLongAgo = (at: string | null, now: Date): boolean =>
  at === null || Math.abs(now.getTime() - Date.parse(at)) > AGAIN_MS

const sweep = async (running: Running): Promise<void> => {
  const { deps, storage, spool, sources, capture, uploads, watcher } = running
  await running.checkLogin()
  await watcher.lookForFolders()
  await storage.lock.hold(async () => {
    await capture.lookAt(sources)
    await spool.release(
      ({ header }) =>
        header.refusals.some(({ status }) => status >= 500) &&
        isLongAgo(header.quarantined_at, deps.now()),
    )
    // Also what an import left that could not send it.
    if (spool.first() !== undefined) uploads.wake()
    await storage.store.flush()
  })
}

const readDue = async ({ storage, sources, pacer, catalog, capture }: Running): Promise<void> => {
  const due = new Set(pacer.takeDue())
  if (due.size === 0) return
  await storage.lock.hold(async () => {
    const places: KnownPlace[] = []
    for (const name of due) places.push(...catalog.at(name))
    if (places.length > 0) await capture.readPlaces(places)
    const asked = sources.filter((source) => due.has(sourceName(source)))
    if (asked.length > 0) await capture.lookAt(asked)
  })
}
