import { join } from 'node:path'
import { createSourceOfStores } from '../shared/several-stores.ts'
import { createSqliteSource } from '../shared/sqlite-source.ts'
import type { Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { createFileStore } from './session-files.ts'
import { kiroStore } from './store.ts'

const INFO = { name: 'kiro', label: 'Kiro' }

/** Kiro's command line, which was Amazon Q's before: a database of conversations, and files of sessions. */
export const createKiroSource = (surroundings: Surroundings): Source => {
  const data = dataFolder(surroundings)
  const database = createSqliteSource({
    info: INFO,
    databases: async () => ['kiro-cli', 'amazon-q'].map((name) => join(data, name, 'data.sqlite3')),
    fits: (name) => /\.sqlite3$/i.test(name),
    store: kiroStore,
  })
  const files = createFileStore(INFO, join(surroundings.home, '.kiro', 'sessions'))
  return createSourceOfStores(INFO, [database, files])
}

const dataFolder = ({ home, platform, variables }: Surroundings): string => {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return variables.LOCALAPPDATA ?? join(home, 'AppData', 'Local')
  return variables.XDG_DATA_HOME || join(home, '.local', 'share')
}
