import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { readHead } from '../files/first-records.ts'
import { outlineOf } from '../shared/json-outline.ts'
import { readJsonBeside } from '../shared/read-document.ts'
import { fieldsOf } from '../shared/values.ts'

/** Where the files of one session lie in a tree of files: the way before there was a database. */
export type TreePlace = {
  nativeId: string
  /** `<id>.json`, which may be missing. */
  infoPath: string | null
  messages: string
  partsOf: (messageId: string) => string
}

const OLD_INFO = /^(.*)\/session\/info\/([^/]+)\.json$/
const OLD_MESSAGE = /^(.*)\/session\/message\/([^/]+)\/[^/]+\.json$/
const MESSAGE = /^(.*)\/message\/([^/]+)\/[^/]+\.json$/
const INFO = /^(.*)\/session\/(?!info\/|message\/|part\/)[^/]+\/([^/]+)\.json$/

/** The session a file belongs to, by where it lies; null for any other file, the pieces of messages included. */
export const locateTree = (path: string): TreePlace | null => {
  const plain = path.split(sep).join('/')
  const old = OLD_INFO.exec(plain) ?? OLD_MESSAGE.exec(plain)
  if (old?.[1] !== undefined && old[2] !== undefined) {
    const [, root, id] = old
    return {
      nativeId: id,
      infoPath: OLD_INFO.test(plain) ? path : null,
      messages: join(root, 'session', 'message', id),
      partsOf: (message) => join(root, 'session', 'part', id, message),
    }
  }
  const found = MESSAGE.exec(plain) ?? INFO.exec(plain)
  if (found?.[1] === undefined || found[2] === undefined) return null
  const [, root, id] = found
  return {
    nativeId: id,
    infoPath: INFO.test(plain) && !MESSAGE.test(plain) ? path : null,
    messages: join(root, 'message', id),
    partsOf: (message) => join(root, 'part', message),
  }
}

const PART = /^(.*)\/part\/[^/]+\/[^/]+\.json$/
const OLD_PART = /^(.*)\/session\/part\/([^/]+)\/[^/]+\/[^/]+\.json$/

/** The session that a part of a message belongs to: its folder says so, or else the part itself. Null where its messages are not beside it. */
export const locatePart = async (path: string, signal?: AbortSignal): Promise<TreePlace | null> => {
  const plain = path.split(sep).join('/')
  const [, oldRoot, oldId] = OLD_PART.exec(plain) ?? []
  const [, root] = PART.exec(plain) ?? []
  const messages =
    oldRoot !== undefined && oldId !== undefined
      ? join(oldRoot, 'session', 'message', oldId)
      : root === undefined
        ? null
        : await messagesOfPart(path, root, signal)
  const [first] = messages === null ? [] : await jsonFilesIn(messages)
  return first === undefined ? null : locateTree(first)
}

/** Where a file lies that may be a part of a message. */
export const isPartPath = (path: string): boolean => {
  const plain = path.split(sep).join('/')
  return PART.test(plain) || OLD_PART.test(plain)
}

const messagesOfPart = async (
  path: string,
  root: string,
  signal?: AbortSignal,
): Promise<string | null> => {
  if ((await kindOfJson(path, signal)) !== 'part') return null
  const { sessionID } = fieldsOf<{ sessionID?: unknown }>(await readJsonBeside(path, signal))
  // An id is a name of a folder, and leads nowhere else.
  return typeof sessionID === 'string' && /^[\w-]{1,300}$/.test(sessionID)
    ? join(root, 'message', sessionID)
    : null
}

/** The same place with the session's own file, also where it was found by a message. */
export const withInfo = async (place: TreePlace): Promise<TreePlace> => {
  if (place.infoPath !== null) return place
  const root = dirname(dirname(place.messages))
  const name = `${place.nativeId}.json`
  const beside = await readdir(join(root, 'session')).catch(() => [])
  // Old trees have a folder `info` beside that of messages, newer ones a folder for each project.
  const folders = [join(root, 'info'), ...beside.map((folder) => join(root, 'session', folder))]
  for (const folder of folders) {
    const path = join(folder, name)
    const isThere = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    )
    if (isThere && locateTree(path)?.messages === place.messages)
      return { ...place, infoPath: path }
  }
  return place
}

const HEAD_BYTES = 64 * 1024

export type JsonKind = 'info' | 'message' | 'part' | 'export'

/** What of OpenCode's a JSON file is, by its keys. */
export const kindOfJson = async (path: string, signal?: AbortSignal): Promise<JsonKind | null> => {
  const head = await readHead(path, HEAD_BYTES, signal)
  const { kind, keys } = outlineOf(head)
  if (kind !== 'object') return null
  const has = (...names: string[]): boolean => names.every((name) => keys.has(name))
  if (has('info', 'messages')) return /"(sessionID|projectID|parts)"/.test(head) ? 'export' : null
  if (has('id', 'sessionID', 'role', 'time')) return 'message'
  if (has('id', 'messageID', 'type')) return 'part'
  if (has('id', 'version', 'time') && ['projectID', 'directory', 'title'].some((one) => has(one)))
    return 'info'
  return null
}

/** JSON files directly in a folder, in the order of their names. */
export const jsonFilesIn = async (folder: string): Promise<string[]> => {
  try {
    const names = await readdir(folder)
    return names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** Every file of the session: each is rewritten by itself. */
export const filesOfTree = async (place: TreePlace): Promise<string[]> => {
  const messages = await jsonFilesIn(place.messages)
  const parts: string[] = []
  for (const path of messages) parts.push(...(await jsonFilesIn(place.partsOf(stemOf(path)))))
  return [...(place.infoPath === null ? [] : [place.infoPath]), ...messages, ...parts]
}

export const stemOf = (path: string): string =>
  (path.split(/[\\/]/).at(-1) ?? '').replace(/\.json$/, '')

export const versionOfTree = async (files: readonly string[]): Promise<string> => {
  const hash = createHash('sha256')
  for (const path of files) {
    const found = await stat(path).catch(() => null)
    hash.update(`${path} ${found?.size ?? '-'} ${found?.mtimeMs ?? '-'}\n`)
  }
  return hash.digest('base64url').slice(0, 22)
}
