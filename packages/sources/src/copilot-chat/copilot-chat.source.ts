import { join, resolve } from 'node:path'
import { isFolder } from '../files/is-folder.ts'
import { walkFiles } from '../files/walk-files.ts'
import { editorUserFolders } from '../shared/editor-folders.ts'
import { existingFolders, foldersIn } from '../shared/folders.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import type { Found, Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { formOf } from './chat-log.ts'
import { readChat, TOOL } from './read-chat.ts'

/** GitHub Copilot Chat: a file per chat, in a folder per window of VS Code or one of its kin. */
export const createCopilotChatSource = (surroundings: Surroundings): Source => {
  const users = editorUserFolders(surroundings)

  const chatFolders = async (): Promise<string[]> => {
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
    info: { name: TOOL, label: 'GitHub Copilot Chat' },
    isInstalled: async () => (await chatFolders()).length > 0,
    async *find(path) {
      if (path !== undefined) yield* findUnder(resolve(path))
      else for (const folder of await chatFolders()) yield* findUnder(folder)
    },
    recognises: async (path, signal) => (await formOf(path, signal)) !== null,
    read: (places, signal) => readPlaces(places, (place) => readChat(place, signal)),
    watchPaths: chatFolders,
  }
}

async function* findUnder(path: string): AsyncGenerator<Found> {
  if (!(await isFolder(path))) {
    yield { path, group: groupOf(path) }
    return
  }
  for await (const found of walkFiles(path, (name) => /\.jsonl?$/i.test(name)))
    yield 'problem' in found ? found : { path: found.path, group: groupOf(found.path) }
}

/** VS Code turned documents into logs of operations under the same name, and may leave both. */
const groupOf = (path: string): string => path.replace(/\.jsonl?$/i, '')
