import { join } from 'node:path'
import type { Source } from '@teamlore/sources/source'
import { createSources } from '@teamlore/sources/sources'
import { type CaptureRecord, createCaptureRecord } from '../capture/capture-record.ts'
import { type Desk, knownFolders } from '../capture/desk.ts'
import { makeFollowBranch } from '../capture/follow-branch.ts'
import { mirrorParts } from '../capture/mirroring.ts'
import { createCommitLoop } from '../git/commit-loop.ts'
import { openFollowed } from '../git/followed-repositories.ts'
import { giveBack } from '../locks/lock-file.ts'
import { openMirror } from '../memory-files/mirror.ts'
import { readMirrorFigures } from '../memory-files/mirror-figures.ts'
import { createMirrorLoop } from '../memory-files/mirror-loop.ts'
import { foldersOfSessions } from '../memory-files/mirror-state.ts'
import { createBell } from '../pacing/bell.ts'
import { createPacer } from '../pacing/pacer.ts'
import { createMemoryBound, giveBackMemory } from '../platform/give-back-memory.ts'
import { createForgetfulResolver } from '../project/forgetful-resolver.ts'
import { createHeadReader } from '../project/read-head.ts'
import { createReporter } from '../report/reporter.ts'
import type { Spool } from '../spool/spool.ts'
import { createCapture } from './capture.ts'
import { createCatalog } from './catalog.ts'
import { writeFigures } from './figures.ts'
import { cpuMs, follow, type WatchDeps } from './follow.ts'
import { onceThereIsRoom } from './no-room.ts'
import { openForWatch } from './open-for-watch.ts'
import { createPlaceWatcher } from './place-watcher.ts'
import { createUploadLoop } from './upload-loop.ts'
import type { WatchOptions, WatchOutcome, WatchSessions } from './watch.types.ts'

/**
 * Follows the sessions of this machine: what is written to them is captured within a second or so and sent as soon as the
 * server takes it. Nothing that goes wrong ends it; the figures of `CaptureState` tell.
 *
 * @throws CliError when another watch of the same server runs.
 */
export const makeWatchSessions =
  (deps: WatchDeps): WatchSessions =>
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

const watchFrom = async (
  desk: Desk,
  options: WatchOptions,
  deps: WatchDeps,
): Promise<WatchOutcome> => {
  const { spool } = desk
  if (spool === undefined) throw new Error('A watch needs a spool.')
  const sources = sourcesOf(options, deps, desk)
  const record = await openRecord(desk, sources, { options, deps })
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
    client: options.client,
    signal,
    onEvent: options.onEvent,
    desk,
    spool,
    record,
    ...deps,
    onNoAccess: () => void checkLogin(),
    onProgress: bell.ring,
  })
  const headOf = createHeadReader(deps)
  const parted = mirrorParts(desk, spool, uploads.wake)
  const mirror = await openMirror({ ...options, ...deps, ...parted, headOf, signal })
  const mirroring = createMirrorLoop({ ...options, ...deps, mirror, signal })
  const commits = await openCommitLoop({ desk, spool, options, deps, signal }, uploads.wake)
  const capture = createCapture({
    sources,
    desk,
    spool,
    catalog,
    pacer,
    record,
    machine: options.machine,
    signal,
    followBranch: makeFollowBranch({ headOf, now: deps.now }),
    resolveProject: commits.noting(
      mirror.noting(createForgetfulResolver(deps.clock), mirroring.changed),
    ),
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
  const running = [uploads.run(), mirroring.run(), commits.run()]
  try {
    await follow({ ...parts, capture, uploads, watcher, reporter, checkLogin })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    changed.abort()
    await watcher.close()
    await Promise.all(running)
    await writeAll(desk, record)
    await reporter.end()
  }
  return options.signal.aborted ? 'stopped' : 'login changed'
}

type Following = {
  desk: Desk
  spool: Spool
  options: WatchOptions
  deps: WatchDeps
  signal: AbortSignal
}

/** Those of tools that are not switched off. */
const sourcesOf = (
  { surroundings, toolsOff = [] }: WatchOptions,
  { makeSources }: WatchDeps,
  desk: Desk,
) =>
  makeSources({ ...surroundings, projectFolders: () => knownFolders(desk) }).filter(
    ({ info }) => !toolsOff.includes(info.name),
  )

/** What tells of commits beside sessions. */
const openCommitLoop = async (
  { desk, spool, options, deps, signal }: Following,
  onSpooled: () => void,
) =>
  createCommitLoop({
    ...options,
    ...deps,
    spool,
    signal,
    onSpooled,
    privacy: desk.privacy,
    hold: desk.lock.hold,
    choice: options.gitChoice ?? 'all',
    lookMs: options.gitLookMs,
    followed: await openFollowed(join(desk.root, 'commits', 'repositories.json')),
    folders: desk.memoryFiles.folders,
    foldersOfAll: () => foldersOfSessions(desk.root),
    serverFolder: desk.root,
    hooksFile: options.gitHooksFile,
    resolveProject: createForgetfulResolver(deps.clock),
  })

/** The figures of capture, which tell of every file that cannot be read. */
const openRecord = (
  desk: Desk,
  sources: readonly Source[],
  { options, deps }: { options: WatchOptions; deps: WatchDeps },
): Promise<CaptureRecord> =>
  createCaptureRecord({
    desk,
    sources,
    now: deps.now,
    server: options.server,
    kind: 'watch',
    onUnreadable: (path, reason) => options.onEvent({ kind: 'unreadable', path, reason }),
  })

/** What cannot be written is read again by the next watch. */
const writeAll = async (desk: Desk, record: CaptureRecord): Promise<void> => {
  await desk.lock.hold(() => desk.store.flush()).catch(() => undefined)
  await writeFigures({ desk, record })
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
