import type { Source } from '@teamlore/sources/source'
import { createSources } from '@teamlore/sources/sources'
import type { Surroundings } from '@teamlore/sources/surroundings'
import { type CaptureRecord, createCaptureRecord } from '../capture/capture-record.ts'
import type { Desk } from '../capture/desk.ts'
import { makeFollowBranch } from '../capture/follow-branch.ts'
import { giveBack } from '../locks/lock-file.ts'
import { openMirror } from '../memory-files/mirror.ts'
import { readMirrorFigures } from '../memory-files/mirror-figures.ts'
import { createMirrorLoop } from '../memory-files/mirror-loop.ts'
import { type Bell, createBell } from '../pacing/bell.ts'
import { createPacer, type Pacer } from '../pacing/pacer.ts'
import { createMemoryBound, giveBackMemory } from '../platform/give-back-memory.ts'
import { createForgetfulResolver } from '../project/forgetful-resolver.ts'
import { createHeadReader } from '../project/read-head.ts'
import { createReporter, type Reporter } from '../report/reporter.ts'
import type { Spool, SpoolOptions } from '../spool/spool.ts'
import { type Capture, createCapture } from './capture.ts'
import { type Catalog, createCatalog, type KnownPlace } from './catalog.ts'
import { createFigures, writeFigures } from './figures.ts'
import { onceThereIsRoom } from './no-room.ts'
import { openForWatch } from './open-for-watch.ts'
import { createPlaceWatcher, type PlaceWatcher, sourceName } from './place-watcher.ts'
import { createTidying } from './tidying.ts'
import { createUploadLoop, type UploadLoop } from './upload-loop.ts'
import type { WatchOptions, WatchOutcome, WatchSessions } from './watch.types.ts'

type Deps = {
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

/**
 * Follows the sessions of this machine: what is written to them is captured within a second or so and sent as soon as the
 * server takes it. Nothing that goes wrong ends it; the figures of `CaptureState` tell.
 *
 * @throws CliError when another watch of the same server runs.
 */
export const makeWatchSessions =
  (deps: Deps): WatchSessions =>
  async (options) => {
    const opened = await onceThereIsRoom(() => openForWatch(options, deps), options).catch(
      (error: unknown) => {
        if (!options.signal.aborted || (error as Error).name !== 'AbortError') throw error
      },
    )
    if (opened === undefined) return 'stopped'
    const { desk, lock } = opened
    try {
      return await watchFrom(desk, options, deps)
    } finally {
      await giveBack(lock)
    }
  }

const watchFrom = async (desk: Desk, options: WatchOptions, deps: Deps): Promise<WatchOutcome> => {
  const { spool } = desk
  if (spool === undefined) throw new Error('A watch needs a spool.')
  const { toolsOff = [] } = options
  const sources = deps
    .makeSources(options.surroundings)
    .filter(({ info }) => !toolsOff.includes(info.name))
  const record = await createCaptureRecord({
    ...{ desk, sources, now: deps.now, server: options.server, kind: 'watch' },
    onUnreadable: (path, reason) => options.onEvent({ kind: 'unreadable', path, reason }),
  })
  const changed = new AbortController()
  const signal = AbortSignal.any([options.signal, changed.signal])
  const bell = createBell()
  const catalog = createCatalog(sources)
  const pacer = createPacer({ ...deps, isUnhurried: () => uploads.isInTrouble() })
  await desk.privacy.refresh(options.client)
  const checkLogin = async (): Promise<void> => {
    await desk.privacy.refresh(options.client)
    if (!(await options.isStillCurrent().catch(() => true))) changed.abort()
  }
  const uploads = createUploadLoop({
    ...{ client: options.client, signal, onEvent: options.onEvent },
    ...{ desk, spool, record, random: deps.random },
    onNoAccess: () => void checkLogin(),
    onProgress: bell.ring,
  })
  const headOf = createHeadReader(deps)
  const mirror = await openMirror({ ...options, ...deps, ...desk, headOf, signal })
  const mirroring = createMirrorLoop({ ...options, ...deps, mirror, signal })
  const capture = createCapture({
    ...{ sources, desk, spool, catalog, pacer, record, machine: options.machine, signal },
    followBranch: makeFollowBranch({ headOf, now: deps.now }),
    resolveProject: mirror.noting(createForgetfulResolver(deps.clock), mirroring.changed),
    onSpooled: uploads.wake,
    onRelease: createMemoryBound(deps),
    onEvent: options.onEvent,
    clock: deps.clock,
    cpuMs,
  })
  const parts = { desk, spool, options, deps, sources, record, signal, bell, catalog, pacer }
  const watcher = createPlaceWatcher(parts)
  const mirrorFigures = () => readMirrorFigures(desk.root)
  const reporter = createReporter({ ...options, ...deps, record, mirrorFigures })
  const running = [uploads.run(), mirroring.run()]
  try {
    await follow({ ...parts, capture, uploads, watcher, reporter, checkLogin })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    changed.abort()
    await watcher.close()
    await Promise.all(running)
    // What cannot be written is read again by the next watch.
    await desk.lock.hold(() => desk.store.flush()).catch(() => undefined)
    await writeFigures({ desk, record })
    await reporter.end()
  }
  return options.signal.aborted ? 'stopped' : 'login changed'
}

type Parts = {
  desk: Desk
  spool: Spool
  options: WatchOptions
  deps: Deps
  sources: readonly Source[]
  record: CaptureRecord
  signal: AbortSignal
  bell: Bell
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
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const follow = async (running: Running): Promise<void> => {
  const { deps, signal, bell, pacer, capture, spool } = running
  const figures = createFigures(running)
  const looks = createLooks(running)
  running.options.onWatching?.(() => {
    looks.soon(0)
    bell.ring()
  })
  const tidying = createTidying({
    ...{ clock: deps.clock, cpuMs },
    isAtRest: () => spool.first() === undefined && pacer.nextDue() === undefined,
    tidy: async () => {
      await attempt(running, ({ desk }) => desk.store.forget())
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
    const isRung = await bell.rung(signal, until - deps.clock())
    if (isRung) {
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
const releaseAll = async ({ desk, spool, uploads }: Running): Promise<void> => {
  await desk.lock.hold(() => spool.release())
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
  const { deps, desk, spool, sources, capture, uploads, watcher } = running
  await running.checkLogin()
  await watcher.lookForFolders()
  await desk.lock.hold(async () => {
    await capture.lookAt(sources)
    await spool.release(
      ({ header }) =>
        header.refusals.some(({ status }) => status >= 500) &&
        isLongAgo(header.set_aside_at, deps.now()),
    )
    // Also what an import left that could not send it.
    if (spool.first() !== undefined) uploads.wake()
    await desk.store.flush()
  })
}

const readDue = async ({ desk, sources, pacer, catalog, capture }: Running): Promise<void> => {
  const due = new Set(pacer.takeDue())
  if (due.size === 0) return
  await desk.lock.hold(async () => {
    const places: KnownPlace[] = []
    for (const name of due) places.push(...catalog.at(name))
    if (places.length > 0) await capture.readPlaces(places)
    const asked = sources.filter((source) => due.has(sourceName(source)))
    if (asked.length > 0) await capture.lookAt(asked)
  })
}

export const watchSessions: WatchSessions = (options) =>
  makeWatchSessions({
    makeSources: createSources,
    random: Math.random,
    clock: () => performance.now(),
    now: () => new Date(),
    sweepMs: 60_000,
    giveBackMemory,
  })(options)
