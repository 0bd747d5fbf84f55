import type { FileStat } from '../files/file-identity.ts'
import { headHash, isUntouched, statFile, wasReplaced } from '../files/file-identity.ts'
import type { ResolveProject } from '../project/resolve-project.ts'
import type { ReadSession, Source } from '../sources/source.ts'
import type { FileEntry } from './file-index.ts'
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
  signal?: AbortSignal | undefined
}

type Changed = { path: string; stat: FileStat; claim: Claim }

/**
 * Imports the files of one group, such as a project's folder. Files that did not change since their session was
 * acknowledged are not opened. Of the others each is read once to learn which sessions hold the same messages, and again,
 * one session at a time, to be sent: whole transcripts of a project never stand in memory together.
 */
export const importGroup = async (
  group: string,
  paths: readonly string[],
  deps: GroupDeps,
): Promise<void> => {
  const changed: Changed[] = []
  let last: ReadSession | null = null
  for (const path of paths) {
    if (deps.signal?.aborted) return
    const looked = await lookAt(path, deps)
    if (looked !== null) {
      changed.push(looked.changed)
      last = looked.session
    }
    deps.report.progress.fileDone()
  }
  if (changed.length === 0) return
  const sessions = new Set(changed.map(({ claim }) => claim.nativeId))
  const verdicts = settleOwnership(
    mergeClaims(changed.map(({ claim }) => claim)),
    await acknowledgedKeys(group, deps),
  )
  // A single changed file has just been read: no need to do it twice.
  const ready = changed.length === 1 ? last : null
  for (const nativeId of [...sessions].sort()) {
    if (deps.signal?.aborted) return
    const dropped = verdicts.get(nativeId)?.dropped ?? new Map<string, string>()
    const stats = new Map(
      changed
        .filter(({ claim }) => claim.nativeId === nativeId)
        .map(({ path, stat }) => [path, stat]),
    )
    await importSession({ nativeId, group, stats, dropped, ready }, deps)
  }
}

/** Null for a file with nothing new in it, or nothing at all. */
const lookAt = async (
  path: string,
  { source, store, report, signal }: GroupDeps,
): Promise<{ changed: Changed; session: ReadSession } | null> => {
  report.progress.reading(path)
  try {
    const stat = await statFile(path)
    const before = store.file(path)
    if (before !== undefined && isUntouched(before, stat)) {
      const session = `${before.tool}\n${before.native_id}`
      report.holds(session, before)
      report.badLines(path, before.bad_lines)
      report.unchanged(session)
      return null
    }
    if (before !== undefined && (await wasReplaced(path, before, stat))) report.replaced(path)
    const outcome = await source.read([path], signal)
    if (outcome.status === 'session')
      return { changed: { path, stat, claim: claimOf(outcome.session) }, session: outcome.session }
    report.skipped(path, outcome.reason)
  } catch (error) {
    if (signal?.aborted) throw error
    report.failed(path, reasonOf(error))
  }
  return null
}

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

/** Which sessions of the group the server has each message under. */
const acknowledgedKeys = async (
  group: string,
  { source, store }: GroupDeps,
): Promise<Map<string, Set<string>>> => {
  const sessions = new Set<string>()
  for (const entry of store.files())
    if (entry.group === group && entry.tool === source.info.name) sessions.add(entry.native_id)
  const acknowledged = new Map<string, Set<string>>()
  for (const nativeId of sessions) {
    const state = await store.session(source.info.name, nativeId)
    for (const key of state.messages.keys()) {
      const owners = acknowledged.get(key)
      if (owners) owners.add(nativeId)
      else acknowledged.set(key, new Set([nativeId]))
    }
  }
  return acknowledged
}

type SessionTask = {
  nativeId: string
  group: string
  /** The changed files, as they were just before they were read. */
  stats: ReadonlyMap<string, FileStat>
  dropped: ReadonlyMap<string, string>
  ready: ReadSession | null
}

const importSession = async (task: SessionTask, deps: GroupDeps): Promise<void> => {
  const { source, store, report, sender } = deps
  const paths = await pathsOf(task, deps)
  const outcome =
    task.ready !== null && paths.length === 1
      ? ({ status: 'session', session: task.ready } as const)
      : await source.read(paths, deps.signal)
  // The file was changed under our hands: the next run finds it as it then is.
  if (outcome.status !== 'session' || outcome.session.native_id !== task.nativeId) return
  const { session } = outcome
  const state = await store.session(source.info.name, task.nativeId)
  const project = await deps.resolveProject(session.cwd)
  const sourcePath = paths[0] ?? ''
  const delta = makeDelta({ session, project, state, dropped: task.dropped, sourcePath })
  const name = `${source.info.name}\n${task.nativeId}`
  const entries = await entriesOf(task, session, delta)
  for (const { path, bad_lines } of entries) report.badLines(path, bad_lines)
  if (entries[0] !== undefined) report.holds(name, entries[0])
  const isNothingNew =
    delta.messages.length === 0 &&
    delta.edits.length === 0 &&
    (!delta.isHeaderNew || delta.counts.messages === 0)
  if (!isNothingNew) return sender.add({ session: name, delta, state, entries })
  report.unchanged(name)
  // Also when all of it belongs to another session: so that it is not read again and again.
  if (state.header === '') await store.saveSession(state)
  store.rememberFiles(entries)
}

/** The changed files of the session and those known from before, as far as they are still there. */
const pathsOf = async ({ nativeId, stats }: SessionTask, { source, store }: GroupDeps) => {
  const paths = new Set(stats.keys())
  for (const { path, tool, native_id } of store.files()) {
    if (tool !== source.info.name || native_id !== nativeId || paths.has(path)) continue
    if (await statFile(path).catch(() => null)) paths.add(path)
  }
  return [...paths].sort()
}

const entriesOf = async (
  { nativeId, group, stats }: SessionTask,
  { tool, figures }: ReadSession,
  { counts, redactions }: ReturnType<typeof makeDelta>,
): Promise<FileEntry[]> => {
  const unknown_records = Object.values(figures.unknownRecords).reduce((sum, n) => sum + n, 0)
  const entries: FileEntry[] = []
  for (const { path, offset, badLines } of figures.files) {
    const stat = stats.get(path)
    if (stat === undefined) continue
    entries.push({
      ...stat,
      head: await headHash(path, stat.size),
      path,
      offset,
      group,
      tool,
      native_id: nativeId,
      counts,
      redactions,
      bad_lines: badLines,
      unknown_records,
    })
  }
  return entries
}
