import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isFolder } from '../files/is-folder.ts'
import { walkFiles } from '../files/walk-files.ts'
import { buildSession } from '../shared/build-session.ts'
import { existingFolders, findInPlaces } from '../shared/folders.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import { createBadCounter } from '../shared/parse-json.ts'
import { readJson, readJsonBeside } from '../shared/read-document.ts'
import type { Store } from '../shared/several-stores.ts'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import type { Found, Place, ReadOutcome } from '../source.ts'
import { readStored } from './read-stored.ts'
import {
  inOrder,
  type RawInfo,
  type RawMessage,
  type RawPart,
  type StoredMessage,
  type StoredSession,
} from './stored-session.ts'
import {
  filesOfTree,
  isPartPath,
  jsonFilesIn,
  kindOfJson,
  locatePart,
  locateTree,
  stemOf,
  type TreePlace,
  versionOfTree,
  withInfo,
} from './tree-place.ts'

/** Sessions as trees of small JSON files, and as the single file that `opencode export` writes. */
export const createTreeStore = (tool: string, roots: readonly string[]): Store => ({
  isInstalled: async () => (await existingFolders(roots)).length > 0,
  async *find(path) {
    if (path === undefined) yield* findInPlaces(roots, (root) => findUnder(root, false))
    else if (await isFolder(path)) yield* findUnder(resolve(path), true)
    else yield await foundBy(resolve(path))
  },
  recognises: async (path, signal) => (await kindOfJson(path, signal)) !== null,
  read: (places, signal) => readPlaces(places, (place) => readTree(place, tool, signal), signal),
  watchPaths: () => existingFolders(roots),
})

/** The session that any file of a tree is of: its own, a message's or a part's. */
const foundBy = async (path: string): Promise<Found> => {
  const place = locateTree(path) ?? (await locatePart(path).catch(() => null))
  return place === null ? { path, group: path } : foundAt(await withInfo(place), true)
}

/** A session is named by its own file where there is one, else by its first message, which stays the first. */
const foundAt = async (place: TreePlace, hasPieces: boolean): Promise<Found> => {
  const { nativeId: part } = place
  const files = await filesOfTree(place)
  const path = files[0] ?? place.infoPath ?? place.messages
  const version = await versionOfTree(files)
  const found = { path, part, group: `${path}\n${part}`, version }
  // Others find these files too where they look into the folder, and know none of them.
  return hasPieces ? { ...found, pieces: files.slice(1) } : found
}

async function* findUnder(folder: string, isNamed: boolean): AsyncGenerator<Found> {
  const tree = createTreeFinds(isNamed)
  for await (const found of walkFiles(folder, (name) => name.endsWith('.json')))
    if ('problem' in found) yield found
    else if (!tree.note(found.path) && (await kindOfJson(found.path)) === 'export')
      yield { path: found.path, group: found.path }
  yield* await tree.sessions()
}

/** Sessions by the files of them that were met. */
const createTreeFinds = (isNamed: boolean) => {
  const places = new Map<string, TreePlace>()
  const parts: string[] = []

  const sessionAt = async (met: TreePlace): Promise<Found[]> => {
    const found = await foundAt(isNamed ? await withInfo(met) : met, isNamed)
    return (await kindOfJson(found.path).catch(() => null)) === null ? [] : [found]
  }

  /** Somebody may have named a folder of parts alone. */
  const ofPartsAlone = async (covered: ReadonlySet<string>): Promise<Found[]> => {
    const found: Found[] = []
    for (const path of parts) {
      const place = covered.has(path) ? null : await locatePart(path).catch(() => null)
      if (place === null || places.has(place.messages)) continue
      places.set(place.messages, place)
      found.push(...(await sessionAt(place)))
    }
    return found
  }

  return {
    /** False for a file that is no piece of a session by its place. */
    note: (path: string): boolean => {
      const place = locateTree(path)
      const isPart = place === null && isNamed && isPartPath(path)
      if (isPart) parts.push(path)
      else if (place !== null && (!places.has(place.messages) || place.infoPath !== null))
        places.set(place.messages, place)
      return isPart || place !== null
    },
    sessions: async (): Promise<Found[]> => {
      const found: Found[] = []
      for (const place of places.values()) found.push(...(await sessionAt(place)))
      const covered = new Set(found.flatMap((one) => ('pieces' in one && one.pieces) || []))
      found.push(...(await ofPartsAlone(covered)))
      return found.sort((a, b) => (a.path < b.path ? -1 : 1))
    },
  }
}

const readTree = async (
  { path, part }: Place,
  tool: string,
  signal?: AbortSignal,
): Promise<ReadOutcome> => {
  signal?.throwIfAborted()
  await stat(path)
  const kind = await kindOfJson(path, signal)
  const place = locateTree(path)
  const stored =
    kind === 'export'
      ? await loadExport(path, signal)
      : kind === null || place === null
        ? { problem: notAlone(kind) }
        : await loadTree(place, signal)
  if ('problem' in stored) return { status: 'skipped', reason: stored.problem }
  const { facts, turns, rows, badRows, unknownRecords } = readStored(stored)
  if (turns.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
  const file = { path, part, offset: 0, hasUnfinishedTail: false, badLines: badRows }
  const figures = { lines: rows, unknownRecords, files: [file] }
  return { status: 'session', session: buildSession({ ...facts, tool, figures }, turns) }
}

const notAlone = (kind: string | null): string =>
  kind === null ? 'is a file of another program' : 'is a piece of a session, away from the rest'

const loadTree = async (place: TreePlace, signal?: AbortSignal): Promise<StoredSession> => {
  const { bad, note } = createBadCounter()
  let records = 0
  const load = async <T extends object>(path: string): Promise<T[]> => {
    const value = await readJsonBeside(path, signal)
    records++
    if (!isObject(value)) note(records)
    return isObject(value) ? [value as T] : []
  }
  const messages: StoredMessage[] = []
  for (const path of await jsonFilesIn(place.messages)) {
    const [data] = await load<RawMessage>(path)
    const id = textOrNull(data?.id) ?? stemOf(path)
    const parts: RawPart[] = []
    for (const file of await jsonFilesIn(place.partsOf(stemOf(path))))
      parts.push(...(await load<RawPart>(file)))
    if (data !== undefined || parts.length > 0) messages.push({ id, data: data ?? {}, parts })
  }
  const [info] = place.infoPath === null ? [] : await load<RawInfo>(place.infoPath)
  return {
    id: place.nativeId,
    info: info ?? {},
    messages: inOrder(messages),
    badRecords: bad,
    records,
  }
}

type RawExport = { info?: unknown; messages?: unknown }
type RawExportMessage = { info?: unknown; parts?: unknown }

const loadExport = async (
  path: string,
  signal?: AbortSignal,
): Promise<StoredSession | { problem: string }> => {
  const read = await readJson(path, signal)
  if ('problem' in read) return read
  const { info, messages } = fieldsOf<RawExport>(read.value)
  const header = fieldsOf<RawInfo>(info)
  const list: unknown[] = Array.isArray(messages) ? messages : []
  const { bad, note } = createBadCounter()
  const stored = list.flatMap((message, at): StoredMessage[] => {
    const { info: data, parts } = fieldsOf<RawExportMessage>(message)
    if (!isObject(data)) note(at + 1)
    const raw = fieldsOf<RawMessage>(data)
    // Names that were blacked out before the export was handed on are no names.
    const id = textOrNull(raw.id) ?? ''
    const readable: unknown[] = Array.isArray(parts) ? parts : []
    return isObject(data)
      ? [
          {
            id: id === '' || id === 'REDACTED' ? `#${at}` : id,
            data: raw,
            parts: readable.filter(isObject),
          },
        ]
      : []
  })
  const id = textOrNull(header.id, 300)
  const sessionId = id === null || id === 'REDACTED' ? sessionOf(stored, path) : id
  return {
    id: sessionId,
    info: header,
    messages: inOrder(stored),
    badRecords: bad,
    records: list.length,
  }
}

const sessionOf = (messages: readonly StoredMessage[], path: string): string =>
  messages
    .map(({ data }) => textOrNull(data.sessionID, 300))
    .find((id) => id !== null && id !== 'REDACTED') ?? stemOf(path)
