import { type Claim, settleOwnership } from '@teamlore/sources/delta/ownership'
import { whyUnread } from '@teamlore/sources/files/why-unread'
import { placeKey } from '@teamlore/sources/place'
import type { ReadSession } from '@teamlore/sources/source'
import { StartOverError } from '@teamlore/sources/turns/start-over'
import { type FileStat, isUntouched, statFile, wasReplaced } from '../files/file-identity.ts'
import type { FileEntry } from './file-index.ts'
import type { FoundPlace, GroupDeps } from './import-group.types.ts'
import { type Changed, importSession, type SessionTask } from './import-session.ts'
import { readPlace } from './read-place.ts'

/** Together small enough to be held until each is captured. */
const HELD_BYTES = 8 * 1024 * 1024

/**
 * Imports the places of one group, such as the files of a project's folder. Those that did not change since their session was
 * acknowledged are not opened. Of the others it is learned first which sessions hold the same messages; then one session at
 * a time is captured. Where they are large they are read twice: whole transcripts of a project never stand in memory together.
 */
export const importGroup = async (
  group: string,
  places: readonly FoundPlace[],
  deps: GroupDeps,
): Promise<void> => {
  const changed = await changedOf(places, deps)
  if (changed.length === 0 || deps.signal?.aborted) return
  const claims = changed.length === 1 ? changed.map(({ claim }) => claim) : changed.map(wholeClaim)
  const sessions = new Set(changed.map(({ claim }) => claim.nativeId))
  const verdicts = settleOwnership(mergeClaims(claims), await settledKeys(group, claims, deps))
  for (const nativeId of [...sessions].sort()) {
    if (deps.signal?.aborted) return
    const dropped = verdicts.get(nativeId)?.dropped ?? new Map<string, string>()
    const own = changed.filter(({ claim }) => claim.nativeId === nativeId)
    await importChanged({ nativeId, group, changed: own, dropped }, deps)
    for (const one of own) one.read = undefined
    deps.onRelease?.()
  }
}

/** What changed, with what was read of it as long as that is little. */
const changedOf = async (places: readonly FoundPlace[], deps: GroupDeps): Promise<Changed[]> => {
  const changed: Changed[] = []
  let held = 0
  for (const place of places) {
    if (deps.signal?.aborted) break
    const looked = await lookAt(place, deps)
    deps.report.progress.placeDone()
    if (looked === null) continue
    deps.onRead?.(place)
    changed.push(looked)
    held += heldBy(looked)
    if (held <= HELD_BYTES || changed.length === 1) continue
    for (const one of changed) if (heldBy(one) > 0) one.read = undefined
    held = 0
    deps.onRelease?.()
  }
  return changed
}

/** Bytes of a file whose contents are in memory. How much a part of a store is, nobody knows. */
const heldBy = ({ place, stat, read }: Changed): number => {
  if (read === undefined || read.isGrown || read.end !== undefined) return 0
  return place.part === undefined ? stat.size : HELD_BYTES + 1
}

const importChanged = async (task: SessionTask, deps: GroupDeps): Promise<void> => {
  try {
    await importSession(task, deps)
  } catch (error) {
    if (!(error instanceof StartOverError)) throw error
    // What was remembered of it is not true any more, or not known to the server: all of it is read again.
    const changed = task.changed.map((one) => ({ ...one, read: undefined }))
    await importSession({ ...task, changed }, deps)
  }
}

/** Null for a place with nothing new in it, or nothing at all. */
const lookAt = async (place: FoundPlace, deps: GroupDeps): Promise<Changed | null> => {
  const { source, report, signal, onLooked } = deps
  const { path } = place
  report.progress.reading(path)
  report.lookedAt(source.info.name, path)
  try {
    const changed = isCapturedElsewhere(place, deps) ? null : await lookInto(place, deps)
    onLooked?.(place, changed?.foreign ?? null)
    return changed?.foreign === undefined ? changed : null
  } catch (error) {
    if (signal?.aborted) throw error
    // Tools clear their old sessions away by themselves.
    const reason = (await isGone(path)) ? null : reasonOf(error)
    if (reason !== null) report.failed(path, reason)
    onLooked?.(place, reason)
    return null
  }
}

const isGone = (path: string): Promise<boolean> =>
  statFile(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )

/** Why something is surely another tool's, where nobody expects that. */
type Foreign = { foreign: string }

const lookInto = async (
  place: FoundPlace,
  deps: GroupDeps,
): Promise<(Changed & { foreign?: undefined }) | Foreign | null> => {
  const { source, store, report, since } = deps
  const { path } = place
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
  const read = await readPlace(place, stat, deps)
  const { outcome } = read
  if (outcome.status === 'skipped') {
    if (outcome.isDamaged) throw new DamagedPlace(outcome.reason)
    report.skipped(path, outcome.reason)
    return outcome.isForeign && deps.isByPath !== true ? { foreign: outcome.reason } : null
  }
  if (isOlder(outcome.session, since)) {
    report.older()
    return null
  }
  return { place, stat, claim: claimOf(outcome.session, read.isGrown), read }
}

/** Its message is a sentence without its subject. */
class DamagedPlace extends Error {}

const isBefore = (ms: number, since: string): boolean => ms < Date.parse(since)

const isOlder = ({ ended_at, started_at }: ReadSession, since: string | undefined): boolean => {
  const last = ended_at ?? started_at
  return since !== undefined && last !== null && isBefore(Date.parse(last), since)
}

/** Captured from another place, which may be gone by now. */
const isCapturedElsewhere = (place: FoundPlace, { source, store }: GroupDeps): boolean => {
  const { lesserCopyOf: nativeId } = place
  if (nativeId === undefined || !store.has(source.info.name, nativeId)) return false
  for (const known of store.files()) if (placeKey(known) === placeKey(place)) return false
  return true
}

const isSame = ({ version }: FoundPlace, before: FileEntry, now: FileStat): boolean =>
  version === undefined ? isUntouched(before, now) : before.version === version

const reasonOf = (error: unknown): string =>
  error instanceof DamagedPlace ? error.message : whyUnread(error).problem

/** Of a session that is read on alone, only what is new can still become anybody's. */
const claimOf = (
  { native_id, precedence, messages }: ReadSession,
  isOfNew: boolean | undefined = false,
): Claim => ({
  nativeId: native_id,
  precedence,
  keys: (isOfNew ? messages.filter(({ captured }) => captured === undefined) : messages).map(
    ({ key, ts, is_replay }) => ({ key, ts, isReplay: is_replay }),
  ),
})

/** Also of what is known already: it says which of several sessions is the older one. */
const wholeClaim = ({ claim, read }: Changed): Claim =>
  read?.isGrown && read.outcome.status === 'session' ? claimOf(read.outcome.session) : claim

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
  claims: readonly Claim[],
  { source, store }: GroupDeps,
): Promise<Map<string, Set<string>>> => {
  const tool = source.info.name
  const settled = new Map<string, Set<string>>()
  const claimed = new Set(claims.flatMap(({ keys }) => keys.map(({ key }) => key)))
  const settle = async (nativeId: string): Promise<void> => {
    const { messages } = await store.session(tool, nativeId)
    for (const key of claimed) {
      if (!messages.has(key)) continue
      const owners = settled.get(key)
      if (owners) owners.add(nativeId)
      else settled.set(key, new Set([nativeId]))
    }
  }
  const own = new Set(claims.map(({ nativeId }) => nativeId))
  for (const nativeId of own) await settle(nativeId)
  const fresh = [...claimed].filter((key) => !settled.has(key))
  if (!(await store.mayHold({ tool, group }, fresh))) return settled
  const others = new Set<string>()
  for (const entry of store.files())
    if (entry.group === group && entry.tool === tool && !own.has(entry.native_id))
      others.add(entry.native_id)
  for (const nativeId of others) await settle(nativeId)
  return settled
}
