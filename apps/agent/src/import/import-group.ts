import type { FileStat } from '../files/file-identity.ts'
import { headHash, isUntouched, statFile, wasReplaced } from '../files/file-identity.ts'
import type { Privacy } from '../privacy/privacy.ts'
import type { ResolveProject } from '../project/resolve-project.ts'
import type { Found, Place, ReadSession, Source } from '../sources/source.ts'
import { type FileEntry, placeKey } from './file-index.ts'
import type { FollowBranch } from './follow-branch.ts'
import type { ReportBuilder } from './import-report.ts'
import { type Claim, settleOwnership } from './ownership.ts'
import type { Sender } from './sender.ts'
import { makeDelta } from './session-delta.ts'
import type { StateStore } from './state-store.ts'

export type GroupDeps = {
  source: Source
  store: StateStore
  report: ReportBuilder
  sender: Sender
  resolveProject: ResolveProject
  followBranch: FollowBranch
  privacy: Privacy
  /** Told of each place that changed, once it was looked at. */
  onRead?: ((place: Place) => void) | undefined
  /** Sessions that ended before this are not wanted now. */
  since?: string | undefined
  signal?: AbortSignal | undefined
}

/** What a source found in a group and can be read. */
export type FoundPlace = Exclude<Found, { problem: string }>

type Changed = { place: FoundPlace; stat: FileStat; claim: Claim }

/**
 * Imports the places of one group, such as the files of a project's folder. Those that did not change since their session was
 * acknowledged are not opened. Of the others each is read once to learn which sessions hold the same messages, and again,
 * one session at a time, to be sent: whole transcripts of a project never stand in memory together.
 */
export const importGroup = async (
  group: string,
  places: readonly FoundPlace[],
  deps: GroupDeps,
): Promise<void> => {
  const changed: Changed[] = []
  let last: ReadSession | null = null
  for (const place of places) {
    if (deps.signal?.aborted) return
    const looked = await lookAt(place, deps)
    if (looked !== null) {
      deps.onRead?.(place)
      changed.push(looked.changed)
      last = looked.session
    }
    deps.report.progress.fileDone()
  }
  if (changed.length === 0) return
  const sessions = new Set(changed.map(({ claim }) => claim.nativeId))
  const verdicts = settleOwnership(
    mergeClaims(changed.map(({ claim }) => claim)),
    await settledKeys(group, changed, deps),
  )
  // A single changed file has just been read: no need to do it twice.
  const ready = changed.length === 1 ? last : null
  for (const nativeId of [...sessions].sort()) {
    if (deps.signal?.aborted) return
    const dropped = verdicts.get(nativeId)?.dropped ?? new Map<string, string>()
    const own = changed.filter(({ claim }) => claim.nativeId === nativeId)
    await importSession({ nativeId, group, changed: own, dropped, ready }, deps)
  }
}

/** Null for a place with nothing new in it, or nothing at all. */
const lookAt = async (
  place: FoundPlace,
  { source, store, report, since, signal }: GroupDeps,
): Promise<{ changed: Changed; session: ReadSession } | null> => {
  const { path } = place
  report.progress.reading(path)
  report.lookedAt(source.info.name, path)
  try {
    const stat = await statFile(path)
    const before = store.file(place)
    if (before !== undefined && isSame(place, before, stat)) {
      const session = `${before.tool}\n${before.native_id}`
      report.holds(session, before)
      report.badLines(source.info.name, path, before.bad_lines)
      report.unchanged(session)
      return null
    }
    if (before !== undefined && place.version === undefined)
      if (await wasReplaced(path, before, stat)) report.replaced(path)
    // Nothing was written to the file since; a store's own time says nothing of one session.
    if (since !== undefined && place.version === undefined && isBefore(stat.mtime_ms, since)) {
      report.older()
      return null
    }
    const outcome = await source.read([place], signal)
    if (outcome.status === 'session' && isOlder(outcome.session, since)) {
      report.older()
      return null
    }
    if (outcome.status === 'session')
      return { changed: { place, stat, claim: claimOf(outcome.session) }, session: outcome.session }
    report.skipped(path, outcome.reason)
  } catch (error) {
    if (signal?.aborted) throw error
    report.failed(path, reasonOf(error))
  }
  return null
}

const isBefore = (ms: number, since: string): boolean => ms < Date.parse(since)

const isOlder = ({ ended_at, started_at }: ReadSession, since: string | undefined): boolean => {
  const last = ended_at ?? started_at
  return since !== undefined && last !== null && isBefore(Date.parse(last), since)
}

const isSame = ({ version }: FoundPlace, before: FileEntry, now: FileStat): boolean =>
  version === undefined ? isUntouched(before, now) : before.version === version

const reasonOf = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (code === 'ENOENT') return 'is gone'
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read by you; check its permissions'
  return `cannot be read (${code ?? (error instanceof Error ? error.message : String(error))})`
}

const claimOf = ({ native_id, precedence, messages }: ReadSession): Claim => ({
  nativeId: native_id,
  precedence,
  keys: messages.map(({ key, ts, is_replay }) => ({ key, ts, isReplay: is_replay })),
})

/** One claim per session, whose messages may be spread over several files. */
const mergeClaims = (claims: readonly Claim[]): Claim[] => {
  const merged = new Map<string, Claim>()
  for (const claim of claims) {
    const before = merged.get(claim.nativeId)
    merged.set(
      claim.nativeId,
      before ? { ...before, keys: [...before.keys, ...claim.keys] } : claim,
    )
  }
  return [...merged.values()]
}

/**
 * Which sessions of the group each message was captured under. Those of sessions that did not change are read only when
 * one of them may hold a message that is new here: in most cases what is new belongs to nobody else.
 */
const settledKeys = async (
  group: string,
  changed: readonly Changed[],
  { source, store }: GroupDeps,
): Promise<Map<string, Set<string>>> => {
  const tool = source.info.name
  const settled = new Map<string, Set<string>>()
  const settle = async (nativeId: string): Promise<void> => {
    for (const key of (await store.session(tool, nativeId)).messages.keys()) {
      const owners = settled.get(key)
      if (owners) owners.add(nativeId)
      else settled.set(key, new Set([nativeId]))
    }
  }
  const own = new Set(changed.map(({ claim }) => claim.nativeId))
  for (const nativeId of own) await settle(nativeId)
  const fresh = changed.flatMap(({ claim }) =>
    claim.keys.flatMap(({ key }) => (settled.has(key) ? [] : [key])),
  )
  if (!(await store.mayHold({ tool, group }, fresh))) return settled
  const others = new Set<string>()
  for (const entry of store.files())
    if (entry.group === group && entry.tool === tool && !own.has(entry.native_id))
      others.add(entry.native_id)
  for (const nativeId of others) await settle(nativeId)
  return settled
}

type SessionTask = {
  nativeId: string
  group: string
  /** The changed places of the session, as they were just before they were read. */
  changed: readonly Changed[]
  dropped: ReadonlyMap<string, string>
  ready: ReadSession | null
}

const importSession = async (task: SessionTask, deps: GroupDeps): Promise<void> => {
  const { source, store, report, sender } = deps
  const name = `${source.info.name}\n${task.nativeId}`
  // A copy of it may stand in another group.
  await sender.settle(name)
  const places = await placesOf(task, deps)
  const outcome =
    task.ready !== null && places.length === 1
      ? ({ status: 'session', session: task.ready } as const)
      : await source.read(places, deps.signal)
  // The file was changed under our hands: the next run finds it as it then is.
  if (outcome.status !== 'session' || outcome.session.native_id !== task.nativeId) return
  const state = await store.session(source.info.name, task.nativeId)
  const project = await deps.resolveProject(outcome.session.cwd)
  const allowed = await deps.privacy.allowed(outcome.session, project)
  if (allowed === null) return report.leftOut(name)
  report.leftOut(name, allowed.leftOut)
  const { session, branches } = await deps.followBranch(allowed.session, state)
  const sourcePath = places[0]?.path ?? ''
  const redactor = deps.privacy.redactor()
  const delta = makeDelta({ session, project, state, dropped: task.dropped, sourcePath, redactor })
  const entries = await entriesOf(task, session, delta)
  for (const { path, bad_lines } of entries) report.badLines(source.info.name, path, bad_lines)
  if (entries[0] !== undefined) report.holds(name, entries[0])
  const isNothingNew =
    delta.messages.length === 0 &&
    delta.edits.length === 0 &&
    (!delta.isHeaderNew || delta.counts.messages === 0)
  if (!isNothingNew) return sender.add({ session: name, delta, entries, branches })
  report.unchanged(name)
  // Also when all of it belongs to another session: so that it is not read again and again.
  if (state.header === '') await store.saveSession(state)
  store.rememberFiles(entries)
}

/** The changed places of the session and those known from before, as far as they are still there. */
const placesOf = async ({ nativeId, changed }: SessionTask, { source, store }: GroupDeps) => {
  const places = new Map<string, Place>(changed.map(({ place }) => [placeKey(place), place]))
  for (const known of store.files()) {
    const { tool, native_id, path, part } = known
    if (tool !== source.info.name || native_id !== nativeId || places.has(placeKey(known))) continue
    if (await statFile(path).catch(() => null)) places.set(placeKey(known), { path, part })
  }
  return [...places].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place)
}

const entriesOf = async (
  { nativeId, group, changed }: SessionTask,
  { tool, figures }: ReadSession,
  { counts, redactions }: ReturnType<typeof makeDelta>,
): Promise<FileEntry[]> => {
  const unknown_records = Object.values(figures.unknownRecords).reduce((sum, n) => sum + n, 0)
  const places = new Map(changed.map((one) => [placeKey(one.place), one]))
  const entries: FileEntry[] = []
  for (const { path, part, offset, badLines } of figures.files) {
    const read = places.get(placeKey({ path, part }))
    if (read === undefined) continue
    const { place, stat } = read
    entries.push({
      ...stat,
      // Of a store only its versions tell whether a session changed, so nobody asks how it began.
      head: place.version === undefined ? await headHash(path, stat.size) : '',
      path,
      part,
      version: place.version,
      offset,
      group,
      tool,
      native_id: nativeId,
      counts,
      redactions,
      bad_lines: badLines,
      unknown_records,
      batches: [],
    })
  }
  return entries
}
