import type { RegisterMachineRequest } from '@teamlore/shared'
import type { CaptureRecord } from '../import/capture-record.ts'
import type { Desk } from '../import/desk.ts'
import type { Group } from '../import/find-groups.ts'
import type { FollowBranch } from '../import/follow-branch.ts'
import { importGroup } from '../import/import-group.ts'
import { createReportBuilder, type ReportBuilder } from '../import/import-report.ts'
import { createReadings } from '../import/readings.ts'
import { createSender, type Sender } from '../import/sender.ts'
import type { ResolveProject } from '../project/resolve-project.ts'
import type { Source } from '../sources/source.ts'
import { type Spool, SpoolFullError } from '../spool/spool.ts'
import type { Catalog, KnownPlace } from './catalog.ts'
import { isAboutRoom, whyNoRoom } from './no-room.ts'
import type { Pacer } from './pacer.ts'
import type { WatchEvent } from './watch.types.ts'

type Deps = {
  desk: Desk
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
  onLetGo: () => void
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

  /** Reads as far as there is room. */
  const within = async (work: () => Promise<void>): Promise<void> => {
    if (!spool.hasRoom()) return pause.begin(new SpoolFullError(spool.limitBytes))
    try {
      await work()
      pause.end()
    } catch (error) {
      if (!isAboutRoom(error)) throw error
      pause.begin(error)
    }
  }

  return {
    isPaused: pause.isOn,
    /** Pauses for an error that is about room on the disk, wherever it was met. False for any other. */
    pauseFor: (error: unknown): boolean => {
      if (!isAboutRoom(error)) return false
      pause.begin(error)
      return true
    },
    /** Asks these sources what there is, and reads what of it changed. */
    lookAt: (sources: readonly Source[]): Promise<void> =>
      within(async () => {
        const before = deps.cpuMs()
        const report = createReportBuilder(undefined)
        const groups = await catalog.refresh(sources, { report, signal })
        const cost = deps.cpuMs() - before
        for (const { info } of sources) pacer.spent(`source ${info.name}`, cost / sources.length)
        record.found(groups)
        await readGroups(groups.filter(({ source }) => sources.includes(source)))
      }),
    /** Reads known places, as far as they changed. */
    readPlaces: (places: readonly KnownPlace[]): Promise<void> =>
      within(() =>
        readGroups(places.map(({ source, group, place }) => ({ source, group, places: [place] }))),
      ),
  }
}

const createReader = (deps: Deps) => {
  const { desk, spool, pacer, record, signal } = deps
  const readings = createReadings(deps)
  const reportFor = createReporter(deps)

  const readGroup = async ({ source, group, places }: Group, sender: Sender): Promise<void> => {
    const resting = places.filter(({ path }) => pacer.isResting(path))
    for (const { path } of resting) pacer.note(path)
    const ready = resting.length === 0 ? places : places.filter((one) => !resting.includes(one))
    let before = deps.cpuMs()
    await importGroup(group, ready, {
      ...{ source, store: desk.store, report: reportFor(source), sender, signal },
      ...{ resolveProject: deps.resolveProject, followBranch: deps.followBranch },
      ...{ privacy: desk.privacy, readings },
      onLetGo: deps.onLetGo,
      onRead: ({ path }) => {
        const now = deps.cpuMs()
        // What is done with it afterwards costs about as much again.
        pacer.spent(path, 2 * (now - before))
        before = now
      },
    })
  }

  return async (groups: readonly Group[]): Promise<void> => {
    const sender = createSender({
      ...{ store: desk.store, spool, machine: deps.machine },
      report: { requested: () => undefined, sent: () => undefined },
      onSpooled: async () => deps.onSpooled(),
    })
    for (const group of groups) {
      if (signal.aborted) return
      try {
        await readGroup(group, sender)
      } catch (error) {
        if (signal.aborted || isAboutRoom(error)) throw error
        // One group that cannot be read says nothing about the others.
        record.failed(error)
      }
    }
    await sender.flush()
  }
}

/** What cannot be read is said once, not at each look. */
const createReporter = ({ record, onEvent }: Pick<Deps, 'record' | 'onEvent'>) => {
  const unreadable = new Map<string, string>()
  return (source: Source): ReportBuilder => {
    const report = record.reportFor(source, createReportBuilder(undefined))
    return {
      ...report,
      failed: (path, reason) => {
        if (unreadable.get(path) !== reason) onEvent({ kind: 'unreadable', path, reason })
        unreadable.set(path, reason)
        return report.failed(path, reason)
      },
    }
  }
}

const createPause = ({ record, onEvent }: Pick<Deps, 'record' | 'onEvent'>) => {
  let reason: string | null = null
  return {
    isOn: (): boolean => reason !== null,
    begin: (error: Error): void => {
      const before = reason
      reason = whyNoRoom(error)
      record.paused(reason)
      if (before !== reason) onEvent({ kind: 'paused', reason })
    },
    end: (): void => {
      if (reason !== null) onEvent({ kind: 'resumed' })
      reason = null
      record.paused(null)
    },
  }
}
