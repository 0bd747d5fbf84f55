import { join, resolve } from 'node:path'
import { readHead } from '../files/first-records.ts'
import { isFolder } from '../files/is-folder.ts'
import { walkFiles } from '../files/walk-files.ts'
import { editorUserFolders } from '../shared/editor-folders.ts'
import { existingFolders, foldersIn } from '../shared/folders.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import { createSourceOfStores, type Store } from '../shared/several-stores.ts'
import type { Found, Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { formOf } from './chat-log.ts'
import { readChat, TOOL } from './read-chat.ts'
import { createTranscriptStore, isTranscript, stemOf, transcribedSession } from './transcripts.ts'
import { createTurnStore } from './turn-store.ts'

const INFO = { name: TOOL, label: 'GitHub Copilot Chat' }

/**
 * GitHub Copilot Chat in VS Code or one of its kin. VS Code keeps a file per chat; newer versions of the extension keep transcripts,
 * the last few of each window, and a database of what was asked and answered.
 */
export const createCopilotChatSource = (surroundings: Surroundings): Source => {
  const users = editorUserFolders(surroundings)
  const stores: Stores = {
    chats: createChatStore(users),
    transcripts: createTranscriptStore(users),
    turns: createTurnStore(INFO, users),
  }
  const source = createSourceOfStores(INFO, Object.values(stores))
  return { ...source, find: (path) => findOnce(stores, path) }
}

type Stores = { chats: Store; transcripts: Store; turns: Store }

/** Each session where most is known of it. */
async function* findOnce(stores: Stores, path?: string): AsyncGenerator<Found> {
  if (path !== undefined && !(await isFolder(path))) {
    yield* (await storeOf(stores, path)).find(path)
    return
  }
  const seen = new Set<string>()
  // Whoever copied a transcript may have given it any name.
  const renamed: Found[] = []
  for await (const found of stores.chats.find(path)) {
    if (isTranscript(found.path)) continue
    if ((await transcribedIn(found)) !== null) renamed.push(found)
    else {
      if (await holdsRequests(found)) seen.add(stemOf(found.path))
      yield found
    }
  }
  yield* lesserCopies(stores.transcripts.find(path), seen)
  yield* lesserCopies(renamed, seen)
  yield* lesserCopies(stores.turns.find(path), seen)
}

async function* lesserCopies(
  all: AsyncIterable<Found> | Iterable<Found>,
  seen: Set<string>,
): AsyncGenerator<Found> {
  for await (const found of all) {
    if ('problem' in found) yield found
    else {
      const lesserCopyOf = found.part ?? (await transcribedIn(found)) ?? stemOf(found.path)
      if (!seen.has(lesserCopyOf)) yield { ...found, lesserCopyOf }
      seen.add(lesserCopyOf)
    }
  }
}

const transcribedIn = async (found: Found): Promise<string | null> =>
  'problem' in found ? null : await transcribedSession(found.path).catch(() => null)

const storeOf = async (stores: Stores, path: string): Promise<Store> => {
  for (const store of [stores.transcripts, stores.turns])
    if (await store.recognises(path).catch(() => false)) return store
  return stores.chats
}

/** A chat that is kept as a transcript leaves an empty one there. */
const holdsRequests = async (found: Found): Promise<boolean> =>
  !('problem' in found) &&
  (await readHead(found.path, 256 * 1024).catch(() => '')).includes('"requestId"')

const createChatStore = (users: readonly string[]): Store => {
  const folders = async (): Promise<string[]> => {
    const windows = await Promise.all(
      users.map((user) => foldersIn(join(user, 'workspaceStorage'))),
    )
    return existingFolders([
      ...windows.flat().map((window) => join(window, 'chatSessions')),
      ...users.flatMap((user) => [
        join(user, 'globalStorage', 'emptyWindowChatSessions'),
        join(user, 'globalStorage', 'transferredChatSessions'),
      ]),
    ])
  }
  return {
    isInstalled: async () => (await folders()).length > 0,
    async *find(path) {
      if (path !== undefined) yield* findChats(resolve(path))
      else for (const folder of await folders()) yield* findChats(folder)
    },
    recognises: async (path, signal) => (await formOf(path, signal)) !== null,
    read: (places, signal) => readPlaces(places, (place) => readChat(place, signal)),
    watchPaths: folders,
  }
}

async function* findChats(path: string): AsyncGenerator<Found> {
  if (!(await isFolder(path))) {
    yield { path, group: groupOf(path) }
    return
  }
  for await (const found of walkFiles(path, (name) => /\.jsonl?$/i.test(name)))
    yield 'problem' in found ? found : { path: found.path, group: groupOf(found.path) }
}

/** VS Code turned documents into logs of operations under the same name, and may leave both. */
const groupOf = (path: string): string => path.replace(/\.jsonl?$/i, '')
