import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { readHead } from '../files/first-records.ts'
import { outlineOf } from '../shared/json-outline.ts'

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

export const versionOfTree = async (place: TreePlace): Promise<string> => {
  const hash = createHash('sha256')
  for (const path of await filesOfTree(place)) {
    const found = await stat(path).catch(() => null)
    hash.update(`${path} ${found?.size ?? '-'} ${found?.mtimeMs ?? '-'}\n`)
  }
  return hash.digest('base64url').slice(0, 22)
}
