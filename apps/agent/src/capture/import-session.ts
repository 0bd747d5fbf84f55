import type { Claim } from '@teamlore/sources/delta/ownership'
import { type Delta, makeDelta } from '@teamlore/sources/delta/session-delta'
import type { SessionState } from '@teamlore/sources/delta/session-state'
import { placeKey } from '@teamlore/sources/place'
import type { Place, ReadSession } from '@teamlore/sources/source'
import { type FileStat, headHash, statFile } from '../files/file-identity.ts'
import { isOwnAgentFolder } from '../own-agent/own-folder.ts'
import type { FileEntry } from './file-index.ts'
import type { FoundPlace, GroupDeps } from './import-group.types.ts'
import { createFileReader } from './read-edited-file.ts'
import { nameOf, type PlaceRead, readInSteps, readPlace } from './read-place.ts'
import type { Reading } from './readings.ts'
import { waitingBatches } from './stored-state.ts'

export type Changed = {
  place: FoundPlace
  /** As it was just before it was read. */
  stat: FileStat
  claim: Claim
  /** What was read of it; left out where that would be too much to hold. */
  read: PlaceRead | undefined
}

export type SessionTask = {
  nativeId: string
  group: string
  /** The changed places of the session. */
  changed: readonly Changed[]
  /** Its messages that belong to another session, with whose they are. */
  dropped: ReadonlyMap<string, string>
}

/** Captures what is new of one session: read already, or read once more, in steps where it is large. */
export const importSession = async (task: SessionTask, deps: GroupDeps): Promise<void> => {
  const { source, readings, signal, sender } = deps
  const name = `${source.info.name}\n${task.nativeId}`
  // A copy of it may stand in another group.
  await sender.settle(name)
  const places = await placesOf(task, deps)
  const [changed] = task.changed
  // Those that were let go are not reported again.
  const dropped = new Map([...(changed?.read?.reading?.dropped ?? []), ...task.dropped])
  const sourcePath = places[0]?.path ?? ''
  const captureSession = makeCaptureSession({ ...task, dropped, name, sourcePath }, deps)
  if (places.length !== 1 || changed === undefined) {
    const outcome = await source.read(places, signal)
    if (outcome.status === 'session') await captureSession(outcome.session, { isLast: true })
    return
  }
  const { place, stat } = changed
  const read = changed.read ?? (await readPlace(place, stat, deps))
  for await (const { session, reading, isLast } of stepsOf(place, read, deps)) {
    const captured = await captureSession(session, { isLast, rules: reading?.rules })
    if (captured === null) return
    reading?.reader.letGo(captured.as)
    if (!isLast) {
      await sender.settle(name)
      deps.onRelease?.()
    } else if (reading && mayGoOn(stat))
      readings?.putBack(nameOf(source, place), { ...reading, dropped, rules: captured.rules })
  }
}

/** A small file is as soon read from its beginning. */
const mayGoOn = ({ size }: FileStat): boolean => size > 256 * 1024

type Step = { session: ReadSession; reading?: Reading | undefined; isLast: boolean }

async function* stepsOf(
  place: Place,
  { outcome, reading, end }: PlaceRead,
  deps: GroupDeps,
): AsyncGenerator<Step> {
  if (outcome.status !== 'session') return
  if (end === undefined) yield { session: outcome.session, reading, isLast: true }
  else yield* readInSteps(place, { whole: outcome.session, end }, deps)
}

type Captured = { as: Delta['captured']; rules: string }
type Part = { isLast: boolean; rules?: string | undefined }
type CaptureSession = (read: ReadSession, part: Part) => Promise<Captured | null>

/** Null from it when nothing of the session is to be captured. */
const makeCaptureSession =
  (task: SessionTask & { name: string; sourcePath: string }, deps: GroupDeps): CaptureSession =>
  async (read, { isLast, rules }) => {
    const { source, store, report, sender, privacy } = deps
    const { name, nativeId, dropped, sourcePath } = task
    // The file was changed under our hands: the next run finds it as it then is.
    if (read.native_id !== nativeId) return null
    // A coding agent that was asked to distil: its session holds what was captured already.
    if (isOwnAgentFolder(read.cwd)) {
      report.leftOut(name)
      return null
    }
    const state = await store.session(source.info.name, nativeId)
    const project = await deps.resolveProject(read.cwd, { remote: read.git_remote })
    const allowed = await privacy.allowed(read, project, rules)
    report.leftOut(name, allowed?.leftOut)
    if (allowed === null) return null
    const { session, branches } = await deps.followBranch(allowed.session, state)
    const redactor = privacy.redactor()
    const { leftOutOf: leftOut } = allowed
    const delta = makeDelta({
      session,
      project,
      state,
      dropped,
      sourcePath,
      redactor,
      leftOut,
      readFile: createFileReader(),
    })
    deps.onRelease?.()
    const entries = isLast ? await entriesOf(task, { session, delta, state }) : []
    reportEntries(entries, { name, source, report })
    if (hasNews(delta)) await sender.add({ session: name, delta, entries, branches })
    else if (isLast) {
      report.unchanged(name)
      // Also when all of it belongs to another session: so that it is not read again and again.
      if (state.header === '') await store.saveSession(state)
      store.rememberFiles(entries)
    }
    return { as: delta.captured, rules: allowed.rules }
  }

type Reporting = Pick<GroupDeps, 'source' | 'report'> & { name: string }

const reportEntries = (
  entries: readonly FileEntry[],
  { name, source, report }: Reporting,
): void => {
  for (const { path, bad_lines } of entries) report.badLines(source.info.name, path, bad_lines)
  if (entries[0] !== undefined) report.holds(name, entries[0])
}

const hasNews = ({ messages, edits, isHeaderNew, counts }: Delta): boolean =>
  messages.length > 0 || edits.length > 0 || (isHeaderNew && counts.messages > 0)

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

type Read = { session: ReadSession; delta: Delta; state: SessionState }

const entriesOf = async (
  { nativeId, group, changed }: SessionTask,
  { session, delta, state }: Read,
): Promise<FileEntry[]> => {
  const { tool, figures } = session
  const { counts, redactions } = delta
  const unknown_records = Object.values(figures.unknownRecords).reduce((sum, n) => sum + n, 0)
  const places = new Map(changed.map((one) => [placeKey(one.place), one]))
  // Of a session that was read in steps, the first ones wait already.
  const batches = waitingBatches(state)
  const entries: FileEntry[] = []
  for (const { path, part, offset, badLines } of figures.files) {
    const read = places.get(placeKey({ path, part }))
    if (read === undefined) continue
    const { place, stat } = read
    entries.push({
      ...stat,
      // Of a store only its versions say whether a session changed, so nobody asks how it began.
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
      batches,
    })
  }
  return entries
}
