import { join } from 'node:path'
import { createSourceOfStores } from '../shared/several-stores.ts'
import { createSqliteSource } from '../shared/sqlite-source.ts'
import type { Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { createLinesStore } from './lines.ts'
import { gooseStore } from './store.ts'

const INFO = { name: 'goose', label: 'Goose' }

/** Goose: one database, and from before that a file of lines per session in the same folder. */
export const createGooseSource = (surroundings: Surroundings): Source => {
  const folder = sessionsFolder(surroundings)
  const database = createSqliteSource({
    info: INFO,
    databases: async () => [join(folder, 'sessions.db')],
    fits: (name) => /sessions\.db$/i.test(name),
    store: gooseStore,
  })
  return createSourceOfStores(INFO, [database, createLinesStore(INFO, folder)])
}

const sessionsFolder = ({ home, platform, variables }: Surroundings): string => {
  if (variables.GOOSE_PATH_ROOT) return join(variables.GOOSE_PATH_ROOT, 'data', 'sessions')
  if (platform === 'win32') {
    const roaming = variables.APPDATA ?? join(home, 'AppData', 'Roaming')
    return join(roaming, 'Block', 'goose', 'data', 'sessions')
  }
  return join(variables.XDG_DATA_HOME || join(home, '.local', 'share'), 'goose', 'sessions')
}
