import { join } from 'node:path'
import { createSqliteSource } from '../shared/sqlite-source.ts'
import type { Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { zedStore } from './store.ts'

/** Zed: the threads of its own agent. Those of other agents it runs are in the files of these. */
export const createZedSource = (surroundings: Surroundings): Source =>
  createSqliteSource({
    info: { name: 'zed', label: 'Zed' },
    databases: async () =>
      dataFolders(surroundings).map((folder) => join(folder, 'threads', 'threads.db')),
    fits: (name) => /threads\.db$/i.test(name),
    store: zedStore,
  })

const dataFolders = ({ home, platform, variables }: Surroundings): string[] => {
  if (platform === 'darwin') return [join(home, 'Library', 'Application Support', 'Zed')]
  if (platform === 'win32')
    return [join(variables.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'Zed')]
  return [
    join(variables.XDG_DATA_HOME || join(home, '.local', 'share'), 'zed'),
    join(home, '.var', 'app', 'dev.zed.Zed', 'data', 'zed'),
  ]
}
