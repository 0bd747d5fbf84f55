import { copyFile, link, mkdir, rename, stat, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { NO_IGNORE } from '@teamlore/redaction'
import type { TranscriptRecord } from '@teamlore/shared'
import { makeDelta, type SessionDelta } from '@teamlore/sources/delta/session-delta'
import { emptyState } from '@teamlore/sources/delta/session-state'
import { looksLikeSqlite } from '@teamlore/sources/files/open-sqlite'
import type { ReadSession, Source } from '@teamlore/sources/source'
import { partsOf, sessionJson } from '../capture/batch.ts'
import { findWith, type Group, groupsOf } from '../capture/find-groups.ts'
import type { FoundPlace } from '../capture/import-group.types.ts'
import { createReportBuilder } from '../capture/import-report.ts'
import { leaveOut } from '../privacy/leave-out.ts'
import { createProjectResolver } from '../project/resolve-project.ts'

type Options = {
  sources: readonly Source[]
  /** Empty and ours alone. The file is read under it, in two places one after the other. */
  workFolder: string
  signal?: AbortSignal
}

/**
 * What one file holds, as lines of JSON (see `transcriptRecordSchema`): each session ready to be sent, secrets taken out by
 * the rules that everybody has. Neither the network nor anything beside the file is looked at, and nothing is remembered.
 * A session is handed on only if it would be the same one wherever the file lay; else the same file would be another session
 * each time.
 */
export async function* readTranscript(
  file: string,
  { sources, workFolder, signal }: Options,
): AsyncGenerator<string> {
  const place = await createPlaces(file, workFolder)
  const report = createReportBuilder(undefined)
  const groups = await groupsOf(findWith(sources, place.path), { report, signal })
  const { skippedFiles, failed } = report.done()
  const unknown = [...skippedFiles, ...failed][0]
  if (unknown !== undefined) yield lineOf(await nobodys(place.path, unknown.reason))
  const namesOwn = createTrust(place, signal)
  const refused = new Set<Source>()
  let sessions = 0
  for (const { source, found } of groups.flatMap(placesOf)) {
    if (refused.has(source)) continue
    const read = await readPlace(source, found, place, signal)
    if ('skipped' in read) yield lineOf(read.skipped)
    else if (await namesOwn(source, found, read.session)) {
      sessions++
      yield* linesOf(await deltaOf(read.session, place))
    } else {
      refused.add(source)
      yield lineOf(knownByPlace(source))
    }
  }
  yield lineOf({ type: 'end', sessions })
}

const placesOf = ({ source, places }: Group) => places.map((found) => ({ source, found }))

type Skipped = Extract<TranscriptRecord, { type: 'skipped' }>
type Places = Awaited<ReturnType<typeof createPlaces>>

const lineOf = (record: Exclude<TranscriptRecord, { type: 'session' }>): string =>
  `${JSON.stringify(record)}\n`

/** The file under its own name in one of two folders. Its time is kept: some tools write none down. */
const createPlaces = async (file: string, workFolder: string) => {
  const name = basename(file)
  const [here, there] = ['here', 'there'].map((folder) => join(workFolder, folder)) as [
    string,
    string,
  ]
  await mkdir(here)
  await mkdir(there)
  const path = join(here, name)
  await link(file, path).catch(() => copyWithTime(file, path))
  return {
    name,
    path,
    workFolder,
    /** Runs `work` while the file lies in the other folder. */
    elsewhere: async <T>(work: (path: string) => Promise<T>): Promise<T> => {
      const other = join(there, name)
      await rename(path, other)
      try {
        return await work(other)
      } finally {
        await rename(other, path)
      }
    },
  }
}

const copyWithTime = async (from: string, to: string): Promise<void> => {
  const { atime, mtime } = await stat(from)
  await copyFile(from, to)
  await utimes(to, atime, mtime)
}

const readPlace = async (
  { info, read }: Source,
  { part }: FoundPlace,
  { path }: Places,
  signal: AbortSignal | undefined,
): Promise<{ session: ReadSession } | { skipped: Skipped }> => {
  const skipped = (reason: string): { skipped: Skipped } => ({
    skipped: {
      type: 'skipped',
      why: 'unreadable',
      tool: info.label,
      reason: reason.slice(0, 1_000),
    },
  })
  try {
    const outcome = await read([{ path, part }], signal)
    return outcome.status === 'session' ? outcome : skipped(outcome.reason)
  } catch (error) {
    signal?.throwIfAborted()
    return skipped(`cannot be read as one of ${info.label} (${messageOf(error)})`)
  }
}

/**
 * Whether sessions of a file keep their names when the file lies elsewhere. Asked once for each source: those of a file are
 * all named in one way, and there may be thousands of them.
 */
const createTrust = (place: Places, signal: AbortSignal | undefined) => {
  const asked = new Map<Source, Promise<boolean>>()
  const ask = (source: Source, { part }: FoundPlace, { native_id }: ReadSession) =>
    place.elsewhere(async (path) => {
      const again = await source.read([{ path, part }], signal)
      return again.status === 'session' && again.session.native_id === native_id
    })
  return (source: Source, found: FoundPlace, session: ReadSession): Promise<boolean> => {
    // Named by itself inside a store, it is the same wherever that lies.
    if (session.native_id === found.part) return Promise.resolve(true)
    const answer = asked.get(source) ?? ask(source, found, session)
    asked.set(source, answer)
    return answer
  }
}

const nobodys = async (path: string, reason: string): Promise<Skipped> =>
  (await looksLikeSqlite(path))
    ? { type: 'skipped', why: 'unreadable', tool: null, reason: EMPTY_DATABASE }
    : { type: 'skipped', why: 'unknown', tool: null, reason }

const EMPTY_DATABASE =
  'is a database in which no tool known here has kept a session; what was written last may stand in the -wal file beside it until the tool is closed'

const knownByPlace = ({ info }: Source): Skipped => ({
  type: 'skipped',
  why: 'elsewhere',
  tool: info.label,
  reason: `is known by the folder it lies in, as ${info.label} has it`,
})

const messageOf = (error: unknown): string =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'unknown error'

/** Folders named in a transcript are those of another machine: here nobody looks for a repository in them. */
const projectOf = createProjectResolver(async () => null)

const deltaOf = async (read: ReadSession, { name, workFolder }: Places): Promise<SessionDelta> => {
  const isOurs = read.cwd?.startsWith(workFolder) === true
  // Files of secrets are left out wherever they were; what a project keeps back is known on its own machine alone.
  const { session } = leaveOut(isOurs ? { ...read, cwd: null } : read, {
    ignore: NO_IGNORE,
    root: null,
  })
  return makeDelta({
    session,
    project: await projectOf(session.cwd),
    state: emptyState(session.tool, session.native_id),
    dropped: new Map(),
    sourcePath: name,
  })
}

function* linesOf(delta: SessionDelta): Generator<string> {
  for (const { messages, edits } of partsOf(delta)) {
    const counts: Record<string, number> = {}
    for (const { kinds } of messages)
      for (const [kind, n] of Object.entries(kinds)) counts[kind] = (counts[kind] ?? 0) + n
    const session = sessionJson(delta.header, messages, edits)
    yield `{"type":"session","session":${session},"redactions":${JSON.stringify(counts)}}\n`
  }
}
