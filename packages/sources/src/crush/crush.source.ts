import { basename, dirname, join, resolve } from 'node:path'
import { readJsonBeside } from '../shared/read-document.ts'
import { createSqliteSource } from '../shared/sqlite-source.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import type { Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { makeCrushStore } from './store.ts'

type Project = { path: string; databases: string[] }

/** Crush: a database in each project it was used in, and a list of the projects. */
export const createCrushSource = (surroundings: Surroundings): Source => {
  const list = join(dataFolder(surroundings), 'projects.json')
  return createSqliteSource({
    info: { name: 'crush', label: 'Crush' },
    databases: async () => (await projectsIn(list)).flatMap(({ databases }) => databases),
    fits: (name) => /(crush|opencode)[^/\\]*\.db$/i.test(name),
    store: makeCrushStore(async (path) => {
      const folder = dirname(path)
      if (/^\.(crush|opencode)$/.test(basename(folder))) return dirname(folder)
      const projects = await projectsIn(list)
      return projects.find(({ databases }) => databases.includes(path))?.path ?? null
    }),
  })
}

const dataFolder = ({ home, platform, variables }: Surroundings): string => {
  if (variables.CRUSH_GLOBAL_DATA) return variables.CRUSH_GLOBAL_DATA
  if (variables.XDG_DATA_HOME) return join(variables.XDG_DATA_HOME, 'crush')
  return platform === 'win32'
    ? join(variables.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'crush')
    : join(home, '.local', 'share', 'crush')
}

type RawProject = { path?: unknown; data_dir?: unknown }

const projectsIn = async (list: string): Promise<Project[]> => {
  const { projects } = fieldsOf<{ projects?: unknown }>(await readJsonBeside(list))
  return (Array.isArray(projects) ? projects : []).flatMap((one): Project[] => {
    const { path, data_dir } = fieldsOf<RawProject>(one)
    const folder = textOrNull(path, 4_096)
    if (folder === null) return []
    const data = resolve(folder, textOrNull(data_dir, 4_096) ?? '.crush')
    // Before it got its name, it kept its database under another.
    return [
      {
        path: folder,
        databases: [join(data, 'crush.db'), join(folder, '.opencode', 'opencode.db')],
      },
    ]
  })
}
