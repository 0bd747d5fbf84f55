import { stat } from 'node:fs/promises'
import type { Source } from '@teamlore/sources/source'
import { createSources } from '@teamlore/sources/sources'
import type { Surroundings } from '@teamlore/sources/surroundings'
import { holderOf } from '../locks/lock-file.ts'
import { watchLockPath } from '../locks/watch-lock.ts'
import { readMirrorFigures } from '../memory-files/mirror-figures.ts'
import { createMirrorLedger } from '../memory-files/mirror-ledger.ts'
import { PAYLOADS, type PlainKind } from '../payloads/payloads.ts'
import { createMemoryBound, giveBackMemory } from '../platform/give-back-memory.ts'
import { importAsking } from '../privacy/team-rules.ts'
import { createHeadReader, type HeadOf } from '../project/read-head.ts'
import { createProjectResolver, type ResolveProject } from '../project/resolve-project.ts'
import { reportOnce } from '../report/reporter.ts'
import type { Batch } from '../spool/batch-folder.ts'
import { PAYLOAD_KINDS, type PayloadKind } from '../spool/payload-kinds.ts'
import { isAbort, realTimes, shortRetries, type Times } from '../wire/retry-policy.ts'
import { type CaptureRecord, createCaptureRecord } from './capture-record.ts'
import { type DrainDeps, drain } from './drain.ts'
import { type FoundTrouble, findWith, type Group, groupsOf } from './find-groups.ts'
import { makeFollowBranch } from './follow-branch.ts'
import { createFollowTombstones } from './follow-tombstones.ts'
import type { ImportOptions, ImportReport, RunImport } from './import.types.ts'
import { importGroup } from './import-group.ts'
import { createReportBuilder, type ReportBuilder } from './import-report.ts'
import { mirroringOf } from './mirroring.ts'
import { createSendBehind } from './send-behind.ts'
import { createSender } from './sender.ts'
import { knownFolders, openServerStorage } from './server-storage.ts'
import { chosenSources, withoutThoseOff } from './tools-switched-off.ts'

type Deps = Times & {
  makeSources: (surroundings: Surroundings) => readonly Source[]
  resolveProject: ResolveProject
  headOf: HeadOf
  now: () => Date
  giveBackMemory: () => void
}

/**
 * Reads the sessions of the coding tools on this machine, takes secrets out, and sends the server what it does not have.
 * What an earlier run could not send goes first.
 *
 * @throws ApiError when the server cannot be reached, or does not let this machine in; what was acknowledged until then
 * is remembered, what was captured waits in the spool. CliError when another process is sending.
 */
export const makeRunImport =
  (deps: Deps): RunImport =>
  async (options) => {
    if (options.path !== undefined) for (const path of [options.path].flat()) await stat(path)
    const storage = await openServerStorage({
      ...options,
      isReadOnly: options.dryRun,
      now: deps.now,
      retry: { times: 20, sleep: () => deps.sleep(500) },
    })
    const work = () => run(options, deps, storage)
    return options.dryRun ? work() : storage.lock.hold(work)
  }

type ServerStorage = Awaited<ReturnType<typeof openServerStorage>>

const run = async (
  options: ImportOptions,
  deps: Deps,
  storage: ServerStorage,
): Promise<ImportReport> => {
  const { client, machine, dryRun, signal, onProgress, path } = options
  const { now } = deps
  const retryPolicy = shortRetries(deps, options.onWait)
  const { store, spool } = storage
  const started = deps.clock()
  const report = createReportBuilder(onProgress)
  const surroundings = { ...options.surroundings, projectFolders: () => knownFolders(storage) }
  const sources = chosenSources(deps.makeSources(surroundings), options)
  const record = await createCaptureRecord({ storage, sources, now, server: options.server })
  const send = makeSend({ ...options, retryPolicy, now }, storage, { record, report })
  const onRelease = createMemoryBound(deps)
  const isTight = () => spool !== undefined && spool.bytes() > spool.limitBytes / 8
  const behind = createSendBehind(send, isTight)
  const into = { store, spool, machine, forgotten: storage.forgotten }
  const sender = createSender({ ...into, report, onSpooled: behind.next, onRelease })
  const mirroring = await mirroringOf(options, deps, storage)
  const { resolveProject } = mirroring
  try {
    await hear(options, storage, { retryPolicy, now })
    await spool?.release()
    await send()
    const finding = { path, report, record, signal, toolsOff: options.toolsOff }
    const groups = await findAll(sources, finding)
    const followBranch = makeFollowBranch(deps)
    for (const { source, group, places } of withProgress(groups, report)) {
      if (signal?.aborted) break
      await importGroup(group, places, {
        source,
        store,
        sender,
        resolveProject,
        followBranch,
        onRelease,
        signal,
        since: options.since,
        isByPath: path !== undefined,
        report: record.reportFor(source, report),
        onLooked: record.looked(source),
        privacy: storage.privacy,
      })
    }
    if (!signal?.aborted) await sender.flush()
    await behind.finish()
  } catch (error) {
    if (!signal?.aborted || !isAbort(error)) {
      record.failed(error)
      throw error
    }
  } finally {
    await behind.settled()
    await store.flush()
    if (!dryRun) await record.write()
  }
  const isStopped = signal?.aborted === true
  // Whoever stopped it does not want to wait for a server that may not answer.
  if (!dryRun && !isStopped) {
    await mirroring.finish()
    // Sessions have arrived by now. What else waits is sent by the next run, or by a watch.
    await send(PAYLOAD_KINDS).catch(record.failed)
    await record.write()
    await reportFigures({ client, machine, now, record, root: storage.root, options })
  }
  return {
    ...report.done(),
    tookMs: Math.round(deps.clock() - started),
    dryRun,
    stopped: isStopped,
  }
}

/** What the server has to say before anything is sent: what was forgotten, and what the team takes for secrets. */
const hear = async (
  options: ImportOptions,
  storage: ServerStorage,
  { retryPolicy, now }: Pick<DrainDeps, 'retryPolicy'> & Pick<Deps, 'now'>,
): Promise<void> => {
  if (!options.dryRun) await createFollowTombstones({ ...options, storage, now })()
  await storage.privacy.refresh(options.client, importAsking(options, retryPolicy))
  options.signal?.throwIfAborted()
}

type Sending = Pick<DrainDeps, 'client' | 'signal' | 'retryPolicy'> & Pick<Deps, 'now'>
type Reports = { record: CaptureRecord; report: ReportBuilder }

/** Sends what waits: sessions, by default. What else the server would not have now is reported as failed. */
const makeSend = (
  { client, signal, retryPolicy, now }: Sending,
  { spool, store, memoryFiles, holdBack }: ServerStorage,
  { record, report }: Reports,
) => {
  /** Memory files are reported by figures of their own. */
  const saying = (kind: PlainKind) => ({
    failed: (
      { header }: Batch,
      { message, isRefused }: { message: string; isRefused: boolean },
    ) => {
      if (!isRefused) return
      const { label } = PAYLOADS[kind]
      report.failed(header.subject ? `${label}: ${header.subject}` : label, message)
    },
  })
  const ledgers = {
    'memory-files': createMirrorLedger(memoryFiles, now),
    books: saying('books'),
    commits: saying('commits'),
  }
  return async (kinds: readonly PayloadKind[] = ['sessions']): Promise<void> => {
    if (spool === undefined) return
    const sending = { client, spool, store, holdBack, signal, retryPolicy, ledgers, kinds }
    const troubles = await drain({ ...sending, ...record.alsoReporting(report) })
    for (const [kind, { message }] of troubles) report.failed(PAYLOADS[kind].label, message)
  }
}

/** The groups in their order; the progress is reported per tool as its first is taken. */
function* withProgress(groups: readonly Group[], report: ReportBuilder): Generator<Group> {
  const ofTools = placesByTool(groups)
  let tool = ''
  for (const group of groups) {
    const { name } = group.source.info
    if (name !== tool) report.progress.ofTool(name, ofTools.get(name) ?? 0)
    tool = name
    yield group
  }
}

type Figures = Pick<ImportOptions, 'client' | 'machine'> &
  Pick<Deps, 'now'> & { record: CaptureRecord; root: string; options: ImportOptions }

const reportFigures = async ({ root, options, ...figures }: Figures): Promise<void> => {
  const isWatching = (await holderOf(watchLockPath(root))) !== undefined
  const { toolsOff } = options
  const mirrorFigures = () => readMirrorFigures(root)
  await reportOnce({ ...figures, toolsOff, mirrorFigures }, { isWatching })
}

type Finding = {
  path: string | readonly string[] | undefined
  signal: AbortSignal | undefined
  report: ReportBuilder
  record: CaptureRecord
  toolsOff: readonly string[] | undefined
}

const findAll = async (
  sources: readonly Source[],
  { path, report, record, signal, toolsOff = [] }: Finding,
): Promise<Group[]> => {
  const troubles: FoundTrouble[] = []
  const onTrouble = (trouble: FoundTrouble) => troubles.push(trouble)
  const found = await groupsOf(findWith(sources, path), { report, onTrouble, signal })
  const groups = withoutThoseOff(found, { toolsOff, report })
  record.found(groups, troubles, path === undefined)
  return groups
}

const placesByTool = (groups: readonly Group[]): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const { source, places } of groups)
    sums.set(source.info.name, (sums.get(source.info.name) ?? 0) + places.length)
  return sums
}

export const runImport: RunImport = (options) =>
  makeRunImport({
    ...realTimes,
    makeSources: createSources,
    resolveProject: createProjectResolver(),
    headOf: createHeadReader(realTimes),
    now: () => new Date(),
    giveBackMemory,
  })(options)
