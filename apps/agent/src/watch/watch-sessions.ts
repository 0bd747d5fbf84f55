import { join } from 'node:path'
import type { Source } from '@teamlore/sources/source'
import { createSources } from '@teamlore/sources/sources'
import { type CaptureRecord, createCaptureRecord } from '../capture/capture-record.ts'
import { makeFollowBranch } from '../capture/follow-branch.ts'
import { createFollowTombstones } from '../capture/follow-tombstones.ts'
import { mirrorParts } from '../capture/mirroring.ts'
import { knownFolders, type ServerStorage } from '../capture/server-storage.ts'
import { createCommitLoop } from '../git/commit-loop.ts'
import { openFollowed } from '../git/followed-repositories.ts'
import { giveBack } from '../locks/lock-file.ts'
import { openMirror } from '../memory-files/mirror.ts'
import { readMirrorFigures } from '../memory-files/mirror-figures.ts'
import { createMirrorLoop } from '../memory-files/mirror-loop.ts'
import { foldersOfSessions } from '../memory-files/mirror-state.ts'
import { createPacer } from '../pacing/pacer.ts'
import { createWaker } from '../pacing/waker.ts'
import { createMemoryBound, giveBackMemory } from '../platform/give-back-memory.ts'
import { createForgetfulResolver } from '../project/forgetful-resolver.ts'
import { createHeadReader } from '../project/read-head.ts'
import { createReporter } from '../report/reporter.ts'
import type { Spool } from '../spool/spool.ts'
import { createCapture } from './capture.ts'
import { createCatalog } from './catalog.ts'
import { retryWhileDiskFull } from './disk-full.ts'
import { writeFigures } from './figures.ts'
import { cpuMs, follow, type WatchDeps } from './follow.ts'
import { openForWatch } from './open-for-watch.ts'
import { createPlaceWatcher } from './place-watcher.ts'
import { createUploadLoop } from './upload-loop.ts'
import type { WatchOptions, WatchOutcome, WatchSessions } from './watch.types.ts'

/**
 * Follows the sessions of this machine: what is written to them is captured within a second or so and sent as soon as the
 * server takes it. Nothing that goes wrong ends it; the figures of `CaptureState` show it.
 *
 * @throws CliError when another watch of the same server runs.
 */
export const makeWatchSessions =
  (deps: WatchDeps): WatchSessions =>
  async (options) => {
    const opened = await retryWhileDiskFull(() => openForWatch(options, deps), options).catch(
      (error: unknown) => {
        if (!options.signal.aborted || (error as Error).name !== 'AbortError') throw error
      },
    )
    if (opened === undefined) return 'stopped'
    const { storage, lock } = opened
    try {
      return await watchFrom(storage, options, deps)
    } finally {
      await giveBack(lock)
    }
  }

const watchFrom = async (
  storage: ServerStorage,
  options: WatchOptions,
  deps: WatchDeps,
): Promise<WatchOutcome> => {
  const { spool } = storage
  if (spool === undefined) throw new Error('A watch needs a spool.')
  const sources = sourcesOf(options, deps, storage)
  const record = await openRecord(storage, sources, { options, deps })
  const changed = new AbortController()
  const signal = AbortSignal.any([options.signal, changed.signal])
  const [waker, catalog] = [createWaker(), createCatalog(sources)]
  const pacer = createPacer({ ...deps, isUnhurried: () => uploads.isInTrouble() })
  const { followTombstones, hear } = hearFrom({ storage, options, deps, signal }, record)
  await hear()
  const checkLogin = async (): Promise<void> => {
    await hear()
    if (!(await options.isStillCurrent().catch(() => true))) changed.abort()
  }
  const uploads = createUploadLoop({
    ...options,
    ...deps,
    signal,
    storage,
    spool,
    record,
    followTombstones,
    onNoAccess: () => void checkLogin(),
    onProgress: waker.wake,
  })
  const headOf = createHeadReader(deps)
  const parted = mirrorParts(storage, spool, uploads.wake)
  const mirror = await openMirror({ ...options, ...deps, ...parted, headOf, signal })
  const mirroring = createMirrorLoop({ ...options, ...deps, mirror, signal })
  const commits = await openCommitLoop({ storage, spool, options, deps, signal }, uploads.wake)
  const capture = createCapture({
    sources,
    storage,
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
  const parts = { storage, spool, options, deps, sources, record, signal, waker, catalog, pacer }
  const watcher = createPlaceWatcher(parts)
  const mirrorFigures = () => readMirrorFigures(storage.root)
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
    await writeAll(storage, record)
    await reporter.end()
  }
  return options.signal.aborted ? 'stopped' : 'login changed'
}

type Following = {
  storage: ServerStorage
  spool: Spool
  options: WatchOptions
  deps: WatchDeps
  signal: AbortSignal
}

/** What the server has to say: what was forgotten, of which nothing is to be sent, and what the team takes for secrets. */
const hearFrom = (
  { storage, options, deps, signal }: Omit<Following, 'spool'>,
  record: CaptureRecord,
): { followTombstones: () => Promise<void>; hear: () => Promise<void> } => {
  const followed = createFollowTombstones({
    ...options,
    storage,
    now: deps.now,
    signal,
    hold: storage.lock.hold,
    onRemoved: ({ sessions, again }) => options.onEvent({ kind: 'forgotten', sessions, again }),
  })
  // What cannot be cleaned, such as on a full disk, holds up nothing else, and is tried again by the next look.
  const followTombstones = () => followed().catch(record.failed)
  return {
    followTombstones,
    hear: async () => {
      await followTombstones()
      await storage.privacy.refresh(options.client)
    },
  }
}

/** Those of tools that are not switched off. */
const sourcesOf = (
  { surroundings, toolsOff = [] }: WatchOptions,
  { makeSources }: WatchDeps,
  storage: ServerStorage,
) =>
  makeSources({ ...surroundings, projectFolders: () => knownFolders(storage) }).filter(
    ({ info }) => !toolsOff.includes(info.name),
  )

/** What reports commits beside sessions. */
const openCommitLoop = async (
  { storage, spool, options, deps, signal }: Following,
  onSpooled: () => void,
) =>
  createCommitLoop({
    ...options,
    ...deps,
    spool,
    signal,
    onSpooled,
    privacy: storage.privacy,
    hold: storage.lock.hold,
    choice: options.gitChoice ?? 'all',
    lookMs: options.gitLookMs,
    followed: await openFollowed(join(storage.root, 'commits', 'repositories.json')),
    folders: storage.memoryFiles.folders,
    foldersOfAll: () => foldersOfSessions(storage.root),
    serverFolder: storage.root,
    hooksFile: options.gitHooksFile,
    resolveProject: createForgetfulResolver(deps.clock),
  })

/** The figures of capture, which name every file that cannot be read. */
const openRecord = (
  storage: ServerStorage,
  sources: readonly Source[],
  { options, deps }: { options: WatchOptions; deps: WatchDeps },
): Promise<CaptureRecord> =>
  createCaptureRecord({
    storage,
    sources,
    now: deps.now,
    server: options.server,
    kind: 'watch',
    onUnreadable: (path, reason) => options.onEvent({ kind: 'unreadable', path, reason }),
  })

/** What cannot be written is read again by the next watch. */
const writeAll = async (storage: ServerStorage, record: CaptureRecord): Promise<void> => {
  await storage.lock.hold(() => storage.store.flush()).catch(() => undefined)
  await writeFigures({ storage, record })
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
