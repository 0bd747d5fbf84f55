import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isFolder } from '../files/is-folder.ts'
import { createSqliteReader, type SqliteReader } from '../files/kept-sqlite.ts'
import { looksLikeSqlite, type SqliteFile, SqliteProblem } from '../files/open-sqlite.ts'
import { type Unread, whyHidden, whyUnread } from '../files/why-unread.ts'
import type { Found, Place, ReadOutcome, Source } from '../source.ts'
import type { SessionFacts, Turn } from '../turns/session-draft.ts'
import { walkAnyName } from './any-name.ts'
import { buildSession } from './build-session.ts'
import { existingFolders } from './folders.ts'
import { readPlaces } from './merge-sessions.ts'

/** A session of a database: its native id, and what changes whenever it does. */
export type StoredSession = { part: string; version: string }

export type StoreReading =
  | {
      facts: Omit<SessionFacts, 'tool' | 'figures'>
      turns: readonly Turn[]
      rows: number
      /** Rows that could not be understood; `first` counts from 1. */
      badRows: { count: number; first: number }
      unknownRecords: Record<string, number>
    }
  | { reason: string }

/** What a tool keeps in its database, and how it is read. Everything is asked of one state of the file. */
export type SqliteStore<Beside = undefined> = {
  /** Whether the tables are this tool's. */
  isOwn: (file: SqliteFile, path: string) => boolean
  list: (file: SqliteFile, path: string) => readonly StoredSession[]
  read: (file: SqliteFile, part: string, path: string, beside: Beside) => StoreReading
  /** What other files say about the sessions of this one. */
  lookBeside?: (path: string) => Promise<Beside>
}

type Options<Beside> = {
  info: Source['info']
  /** Databases of the tool, whether they are there or not. */
  databases: () => Promise<readonly string[]>
  /** Names under which the tool writes such a database; one that was copied may have any. */
  fits: (name: string) => boolean
  store: SqliteStore<Beside>
  reader?: SqliteReader
}

/** A tool that keeps its sessions in a SQLite database. */
export const createSqliteSource = <Beside = undefined>(options: Options<Beside>): Source => {
  const { info, databases, fits, store, reader = createSqliteReader() } = options

  const existing = async (): Promise<string[]> => {
    const paths = [...new Set(await databases())]
    const checked = await Promise.all(paths.map(async (path) => ((await isFile(path)) ? path : '')))
    return checked.filter((path) => path !== '')
  }

  return {
    info,
    isInstalled: async () => (await existing()).length > 0,
    async *find(path) {
      if (path === undefined)
        for (const own of new Set(await databases())) yield* ownSessions(own, { reader, store })
      else if (await isFolder(path)) yield* findUnder(resolve(path), { fits, reader, store })
      else yield* sessionsIn(resolve(path), { reader, store }, true)
    },
    recognises: async (path, signal) => {
      signal?.throwIfAborted()
      try {
        return (
          (await looksLikeSqlite(path)) &&
          (await reader.read(path, (file) => store.isOwn(file, path)))
        )
      } catch (error) {
        if (error instanceof SqliteProblem) return false
        throw error
      }
    },
    read: (places, signal) =>
      readPlaces(places, (place) => readStored(place, { info, reader, store }, signal), signal),
    watchPaths: async () => existingFolders((await existing()).map((path) => dirname(path))),
  }
}

/** A database that is there or should be: what hides it is reported, a missing one is not. */
async function* ownSessions<Beside>(path: string, finding: Finding<Beside>): AsyncGenerator<Found> {
  const hidden = await whyHidden(path)
  if (hidden !== undefined) yield { path, ...hidden }
  else if (await isFile(path)) yield* sessionsIn(path, finding)
}

const isFile = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

type Finding<Beside> = { reader: SqliteReader; store: SqliteStore<Beside> }

async function* findUnder<Beside>(
  folder: string,
  { fits, ...finding }: Finding<Beside> & { fits: (name: string) => boolean },
): AsyncGenerator<Found> {
  for await (const found of walkAnyName(folder, { fits, startsRight: looksLikeSqlite })) {
    if ('problem' in found) yield found
    else
      for await (const session of sessionsIn(found.path, finding))
        if (found.hasName || !('problem' in session)) yield session
  }
}

/** A file that was named is handed on even when it is no such database, so that its reading says what is wrong with it. */
async function* sessionsIn<Beside>(
  path: string,
  { reader, store }: Finding<Beside>,
  isNamed = false,
): AsyncGenerator<Found> {
  try {
    const sessions = await reader.read(path, (file) =>
      store.isOwn(file, path) ? store.list(file, path) : null,
    )
    for (const { part, version } of sessions ?? [])
      yield { path, part, group: `${path}\n${part}`, version }
    if (isNamed && (sessions ?? []).length === 0) yield { path, group: path }
  } catch (error) {
    if (isNamed) yield { path, group: path }
    else yield { path, ...problemOf(error) }
  }
}

const problemOf = (error: unknown): Unread =>
  error instanceof SqliteProblem
    ? { problem: error.message, cause: error.unread }
    : whyUnread(error)

const readStored = async <Beside>(
  { path, part }: Place,
  { info, reader, store }: Finding<Beside> & { info: Source['info'] },
  signal?: AbortSignal,
): Promise<ReadOutcome> => {
  signal?.throwIfAborted()
  await stat(path)
  try {
    const beside = (await store.lookBeside?.(path)) as Beside
    return await reader.read(path, (file) => {
      if (!store.isOwn(file, path))
        return { status: 'skipped', reason: `is no database of ${info.label}` }
      // Found by its file alone, such as a state kept from an earlier time: a database of one session needs no name.
      const only = part ?? onlyPart(store.list(file, path))
      if (only === null)
        return { status: 'skipped', reason: `is a database of ${info.label} with several sessions` }
      return asOutcome(store.read(file, only, path, beside), { path, part }, info)
    })
  } catch (error) {
    if (!(error instanceof SqliteProblem)) throw error
    // A session was found in it, so that it is surely one of the tool's.
    const isDamaged = part !== undefined && error.unread === 'damaged'
    return { status: 'skipped', reason: error.message, isDamaged }
  }
}

const onlyPart = (sessions: readonly StoredSession[]): string | null =>
  sessions.length > 1 ? null : (sessions[0]?.part ?? '')

const asOutcome = (reading: StoreReading, place: Place, info: Source['info']): ReadOutcome => {
  if ('reason' in reading) return { status: 'skipped', reason: reading.reason }
  const { facts, turns, rows, badRows, unknownRecords } = reading
  if (turns.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
  const file = { ...place, offset: 0, hasUnfinishedTail: false, badLines: badRows }
  const figures = { lines: rows, unknownRecords, files: [file] }
  return {
    status: 'session',
    session: buildSession({ ...facts, tool: info.name, figures }, turns),
  }
}
