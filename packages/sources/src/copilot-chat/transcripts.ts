import { basename, dirname, join, resolve } from 'node:path'
import { createSessionBuilder } from '../copilot-cli/session-builder.ts'
import { firstRecords } from '../files/first-records.ts'
import { isFolder } from '../files/is-folder.ts'
import { walkFiles } from '../files/walk-files.ts'
import { buildSession } from '../shared/build-session.ts'
import { existingFolders, findInPlaces, foldersIn } from '../shared/folders.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import { readRecords } from '../shared/read-records.ts'
import type { Store } from '../shared/several-stores.ts'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import type { Found, Place, ReadOutcome } from '../source.ts'
import { editsOfCall } from './edits.ts'
import { TOOL } from './read-chat.ts'
import { workspaceOf } from './workspace.ts'

/** Names of the extension's folder, in the storage of a window and in that of the editor. */
export const EXTENSION_FOLDERS = ['GitHub.copilot-chat', 'github.copilot-chat']

/** Transcripts of newer versions: events as Copilot CLI writes them, the last few of a window. */
export const createTranscriptStore = (users: readonly string[]): Store => {
  const folders = async (): Promise<string[]> => {
    const windows = await Promise.all(
      users.map((user) => foldersIn(join(user, 'workspaceStorage'))),
    )
    const storages = [...windows.flat(), ...users.map((user) => join(user, 'globalStorage'))]
    return existingFolders(
      storages.flatMap((one) => EXTENSION_FOLDERS.map((name) => join(one, name, 'transcripts'))),
    )
  }
  return {
    isInstalled: async () => (await folders()).length > 0,
    async *find(path) {
      if (path !== undefined) yield* findUnder(resolve(path))
      else yield* findInPlaces(await folders(), findUnder)
    },
    recognises: async (path, signal) =>
      /\.jsonl$/i.test(path) &&
      (await firstRecords(path, signal)).some((one) => isOwnEvent(one, path)),
    read: (places, signal) => readPlaces(places, readTranscript, signal),
    watchPaths: folders,
  }
}

async function* findUnder(path: string): AsyncGenerator<Found> {
  if (!(await isFolder(path))) {
    yield { path, group: path }
    return
  }
  for await (const found of walkFiles(path, (name) => /\.jsonl$/i.test(name)))
    if ('problem' in found) yield found
    else if (isTranscript(found.path)) yield { path: found.path, group: found.path }
}

export const isTranscript = (name: string): boolean =>
  /(^|[\\/])transcripts[\\/][^\\/]+\.jsonl$/i.test(name)

const EVENT = /^(session|user|assistant|tool)\.[a-z_.]+$/
const OWN_PLACE = /[\\/]github\.copilot-chat[\\/]transcripts[\\/]/i

/** Its first event names VS Code; where that is lost, its place does. */
const isOwnEvent = (record: unknown, path: string): boolean => {
  const { type, data } = fieldsOf<{ type?: unknown; data?: unknown }>(record)
  if (typeof type !== 'string' || !EVENT.test(type) || !isObject(data)) return false
  return 'vscodeVersion' in data || OWN_PLACE.test(path)
}

/** The session that a transcript names in its beginning, else its file; null for what is no transcript. */
export const transcribedSession = async (path: string): Promise<string | null> => {
  const records = await firstRecords(path)
  if (!records.some((one) => isOwnEvent(one, path))) return null
  for (const record of records) {
    const { data } = fieldsOf<{ data?: unknown }>(record)
    const id = textOrNull(fieldsOf<{ sessionId?: unknown }>(data).sessionId, 300)
    if (id !== null) return id
  }
  return stemOf(path)
}

const readTranscript = async (place: Place, signal?: AbortSignal): Promise<ReadOutcome> => {
  const builder = createSessionBuilder(({ call }) =>
    editsOfCall({ ...call, result: { text: '', isError: false } }),
  )
  let isOwn = false
  const take = (record: object): boolean => {
    isOwn ||= isOwnEvent(record, place.path)
    builder.add(record)
    return true
  }
  const { lines, file } = await readRecords(place.path, take, signal)
  if (!isOwn) return { status: 'skipped', reason: 'holds nothing that Copilot Chat writes' }
  const { facts, messages, unknownRecords } = builder.built()
  if (messages.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
  const session = buildSession(
    {
      tool: TOOL,
      nativeId: facts.sessionId ?? stemOf(place.path),
      cwd: facts.cwd ?? (await workspaceOf(dirname(dirname(dirname(place.path))), signal)),
      gitBranch: facts.branch,
      gitHead: facts.head,
      toolVersion: facts.version,
      figures: { lines, unknownRecords, files: [file] },
    },
    messages,
  )
  return { status: 'session', session }
}

export const stemOf = (path: string): string =>
  basename(path)
    .replace(/\.jsonl?$/i, '')
    .slice(0, 300)
