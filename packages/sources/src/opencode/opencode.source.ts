import { readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { createSourceOfStores } from '../shared/several-stores.ts'
import { createSqliteSource } from '../shared/sqlite-source.ts'
import type { Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { makeDatabaseStore } from './database.ts'
import { createTreeStore } from './tree.ts'

/** OpenCode: a database, and from before that a tree of JSON files. */
export const createOpenCodeSource = (surroundings: Surroundings): Source =>
  createSource(
    {
      name: 'opencode',
      label: 'OpenCode',
      folder: 'opencode',
      isDatabase: (name) => /opencode[^/\\]*\.db$/i.test(name),
      isOwn: (path) => !isKilo(basename(path)),
      configured: surroundings.variables.OPENCODE_DB,
      hasTrees: true,
    },
    surroundings,
  )

/** Kilo's command line since it is built on OpenCode: the same tables in a file of its own. */
export const createKiloCliSource = (surroundings: Surroundings): Source =>
  createSource(
    {
      name: 'kilo-cli',
      label: 'Kilo CLI',
      folder: 'kilo',
      isDatabase: isKilo,
      isOwn: (path) => isKilo(basename(path)),
      configured: undefined,
      hasTrees: false,
    },
    surroundings,
  )

const isKilo = (name: string): boolean => /kilo[^/\\]*\.db$/i.test(name)

type Fork = {
  name: string
  label: string
  folder: string
  isDatabase: (name: string) => boolean
  /** The tables are the same in each fork; the name of the file shows which one it is. */
  isOwn: (path: string) => boolean
  /** A database that the tool is configured to use instead. */
  configured: string | undefined
  hasTrees: boolean
}

const createSource = (fork: Fork, surroundings: Surroundings): Source => {
  const { name, label, isDatabase, isOwn, configured, hasTrees } = fork
  const info = { name, label }
  const folders = dataFolders(fork.folder, surroundings)
  const databases = async (): Promise<string[]> => {
    const found = await Promise.all(folders.map((folder) => filesIn(folder, isDatabase)))
    // A name alone stands for a file in the tool's own folder.
    const named =
      configured === undefined || configured === ''
        ? []
        : folders.map((folder) => resolve(folder, configured))
    return [...new Set([...named, ...found.flat()])]
  }
  const database = createSqliteSource({
    info,
    databases,
    fits: isDatabase,
    store: makeDatabaseStore(isOwn),
  })
  if (!hasTrees) return database
  const trees = createTreeStore(
    name,
    folders.map((folder) => join(folder, 'storage')),
  )
  return createSourceOfStores(info, [database, trees])
}

const dataFolders = (folder: string, { home, platform, variables }: Surroundings): string[] => {
  const share = variables.XDG_DATA_HOME || join(home, '.local', 'share')
  if (platform !== 'win32') return [join(share, folder)]
  return [
    join(share, folder),
    join(variables.APPDATA ?? join(home, 'AppData', 'Roaming'), folder),
    join(variables.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), folder),
  ]
}

const filesIn = async (folder: string, fits: (name: string) => boolean): Promise<string[]> => {
  try {
    return (await readdir(folder))
      .filter(fits)
      .sort()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
