import type { RegisterMachineRequest } from '@teamlore/shared'
import type { Source } from '@teamlore/sources/source'
import type { CaptureRecord } from '../capture/capture-record.ts'
import type { FoundTrouble, Group } from '../capture/find-groups.ts'
import type { FollowBranch } from '../capture/follow-branch.ts'
import { importGroup } from '../capture/import-group.ts'
import { createReportBuilder } from '../capture/import-report.ts'
import { createReadings } from '../capture/readings.ts'
import { createSender, type Sender } from '../capture/sender.ts'
import type { ServerStorage } from '../capture/server-storage.ts'
import type { Pacer } from '../pacing/pacer.ts'
import type { ResolveProject } from '../project/resolve-project.ts'
import { isAboutCapacity, reasonOfCapacity } from '../spool/capacity.ts'
import { type Spool, SpoolFullError } from '../spool/spool.ts'
import type { Catalog, KnownPlace } from './catalog.ts'
import type { WatchEvent } from './watch.types.ts'

type Deps = {
  /** All there are. */
  sources: readonly Source[]
  storage: ServerStorage
  spool: Spool
  catalog: Catalog
  pacer: Pacer
  record: CaptureRecord
  machine: RegisterMachineRequest
  followBranch: FollowBranch
  resolveProject: ResolveProject
  signal: AbortSignal
  clock: () => number
  onSpooled: () => void
  /** Called when memory that was used for reading is free. */
  onRelease: () => void
  onEvent: (event: WatchEvent) => void
  /** Milliseconds of a core this process has used. */
  cpuMs: () => number
}

export type Capture = ReturnType<typeof createCapture>

/** Reads what changed into the spool. While there is no room for it, nothing is read: it waits where it is. */
export const createCapture = (deps: Deps) => {
  const { spool, catalog, pacer, record, signal } = deps
  const pause = createPause(deps)
  const readGroups = createReader(deps)
  /** Places for which there was no room. As long as one of them rests, that others have room ends no pause. */
  let owed = new Set<string>()

  /** Reads as far as there is room. */
  const within = async (groups: () => Promise<readonly Group[]>, isAll: boolean): Promise<void> => {
    if (!spool.hasCapacity()) return pause.begin(new SpoolFullError(spool.limitBytes))
    let looked: readonly Group[] = []
    try {
      looked = await groups()
      const resting = await readGroups(looked)
      const read = isAll ? owed : pathsOf(looked)
      owed = new Set([...owed].filter((path) => resting.has(path) || !read.has(path)))
      if (owed.size === 0) pause.end()
    } catch (error) {
      if (!isAboutCapacity(error)) throw error
      for (const path of pathsOf(looked)) owed.add(path)
      pause.begin(error)
    }
  }

  return {
    /** How soon to look whether there is room by now; undefined when nothing waits for it, or it is known that there is none. */
    retryMs: (): number | undefined => (spool.hasCapacity() ? pause.retryMs() : undefined),
    /** Pauses for an error that is about room on the disk, wherever it was met. False for any other. */
    pauseFor: (error: unknown): boolean => {
      if (!isAboutCapacity(error)) return false
      pause.begin(error)
      return true
    },
    /** Asks these sources what there is, and reads what of it changed. */
    lookAt: (sources: readonly Source[]): Promise<void> =>
      within(async () => {
        const before = deps.cpuMs()
        const report = createReportBuilder(undefined)
        const troubles: FoundTrouble[] = []
        const onTrouble = (trouble: FoundTrouble) => troubles.push(trouble)
        const groups = await catalog.refresh(sources, { report, onTrouble, signal })
        const cost = deps.cpuMs() - before
        for (const { info } of sources) pacer.spent(`source ${info.name}`, cost / sources.length)
        record.found(groups, troubles)
        return groups.filter(({ source }) => sources.includes(source))
      }, sources.length === deps.sources.length),
    /** Reads known places, as far as they changed. */
    readPlaces: (places: readonly KnownPlace[]): Promise<void> =>
      within(
        async () => places.map(({ source, group, place }) => ({ source, group, places: [place] })),
        false,
      ),
  }
}

const pathsOf = (groups: readonly Group[]): Set<string> =>
  new Set(groups.flatMap(({ places }) => places.map(({ path }) => path)))

const createReader = (deps: Deps) => {
  const { storage, spool, pacer, record, signal } = deps
  const readings = createReadings(deps)

  const readGroup = async (
    { source, group, places }: Group,
    { sender, resting }: { sender: Sender; resting: Set<string> },
  ): Promise<void> => {
    for (const { path } of places) {
      if (!pacer.isResting(path)) continue
      pacer.note(path)
      resting.add(path)
    }
    const ready = places.filter(({ path }) => !resting.has(path))
    let before = deps.cpuMs()
    await importGroup(group, ready, {
      source,
      store: storage.store,
      sender,
      signal,
      report: record.reportFor(source, createReportBuilder(undefined)),
      onLooked: record.looked(source),
      resolveProject: deps.resolveProject,
      followBranch: deps.followBranch,
      privacy: storage.privacy,
      readings,
      onRelease: deps.onRelease,
      onRead: ({ path }) => {
        const now = deps.cpuMs()
        // What is done with it afterwards costs about as much again.
        pacer.spent(path, 2 * (now - before))
        before = now
      },
    })
  }

  /** @returns the places that could not be looked at, because they rest. */
  return async (groups: readonly Group[]): Promise<ReadonlySet<string>> => {
    const resting = new Set<string>()
    const sender = createSender({
      store: storage.store,
      spool,
      machine: deps.machine,
      forgotten: storage.forgotten,
      report: { requested: () => undefined, sent: () => undefined },
      onSpooled: async () => deps.onSpooled(),
    })
    for (const group of groups) {
      if (signal.aborted) return resting
      try {
        await readGroup(group, { sender, resting })
      } catch (error) {
        if (signal.aborted || isAboutCapacity(error)) throw error
        // One group that cannot be read says nothing about the others.
        record.failed(error)
      }
    }
    await sender.flush()
    return resting
  }
}

/** The spool says whether it has room; of a disk it is only known once everything was looked at, which costs something. */
const SPOOL_RETRY_MS = 1_000
const DISK_RETRY_MS = 5_000

const createPause = ({ record, onEvent }: Pick<Deps, 'record' | 'onEvent'>) => {
  let reason: string | null = null
  let retryMs: number | undefined
  return {
    retryMs: (): number | undefined => retryMs,
    begin: (error: Error): void => {
      const before = reason
      reason = reasonOfCapacity(error)
      retryMs = error instanceof SpoolFullError ? SPOOL_RETRY_MS : DISK_RETRY_MS
      record.paused(reason)
      if (before !== reason) onEvent({ kind: 'paused', reason })
    },
    end: (): void => {
      if (reason !== null) onEvent({ kind: 'resumed' })
      reason = null
      retryMs = undefined
      record.paused(null)
    },
  }
}
