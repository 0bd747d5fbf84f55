import { join } from 'node:path'
import { createSqliteReader } from '../files/kept-sqlite.ts'
import { foldersIn } from '../shared/folders.ts'
import { createSourceOfStores } from '../shared/several-stores.ts'
import { createSqliteSource } from '../shared/sqlite-source.ts'
import type { Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { agentStore } from './agent-store.ts'
import { createChatFolders } from './chat-folders.ts'
import { makeEditorStore } from './editor-store.ts'
import { createTrackedTitles } from './tracked-titles.ts'
import { createTranscriptStore } from './transcripts.ts'

const INFO = { name: 'cursor', label: 'Cursor' }

/** Cursor: the editor's chats, the command line's, transcripts of agents, and a database of what they wrote. */
export const createCursorSource = (surroundings: Surroundings): Source => {
  const { home, variables } = surroundings
  const user = join(settingsFolder(surroundings), 'Cursor', 'User')
  const own = variables.CURSOR_DATA_DIR || join(home, '.cursor')
  const editor = createSqliteSource({
    info: INFO,
    databases: async () => [
      join(user, 'globalStorage', 'state.vscdb'),
      ...(await foldersIn(join(user, 'workspaceStorage'))).map((one) => join(one, 'state.vscdb')),
    ],
    fits: (name) => /\.vscdb$/i.test(name),
    store: makeEditorStore(createChatFolders(createSqliteReader())),
  })
  const agents = createSqliteSource({
    info: INFO,
    databases: async () => {
      const workspaces = await foldersIn(join(own, 'chats'))
      const chats = await Promise.all(workspaces.map(foldersIn))
      return chats.flat().map((chat) => join(chat, 'store.db'))
    },
    fits: (name) => /^store\.db$/i.test(name),
    store: agentStore,
  })
  const tracking = join(own, 'ai-tracking', 'ai-code-tracking.db')
  const transcripts = createTranscriptStore({
    tool: INFO.name,
    root: join(own, 'projects'),
    titleOf: createTrackedTitles(tracking, createSqliteReader()),
  })
  return createSourceOfStores(INFO, [editor, agents, transcripts])
}

const settingsFolder = ({ home, platform, variables }: Surroundings): string => {
  if (platform === 'win32') return variables.APPDATA ?? join(home, 'AppData', 'Roaming')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  return variables.XDG_CONFIG_HOME || join(home, '.config')
}
