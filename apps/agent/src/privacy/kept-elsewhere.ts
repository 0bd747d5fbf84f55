import { lstatSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { IGNORE_FILE, NO_IGNORE, type ProjectIgnore, parseProjectIgnore } from './project-ignore.ts'

/** What folders on the way up from a path keep to themselves. Paths are absolute. */
export type KeptElsewhere = {
  isFileKept: (path: string) => boolean
  /** The same of what may be no path at all: only folders that are there are asked. */
  isNamedKept: (path: string) => boolean
  /** Whether all is kept of what happens in a folder. */
  isFolderKept: (folder: string) => boolean
}

const MAX_FOLDERS = 20_000

/**
 * Asks the `.loreignore` of each folder on a path's own way up, so that a project that keeps to itself does so whatever folder a
 * session of which it is told began in. Each folder is asked once.
 *
 * @param own folders that have been asked already: of what lies in them, only folders within them are.
 */
export const createKeptElsewhere = (own: readonly (string | null)[]): KeptElsewhere => {
  const known = new Map<string, ProjectIgnore>()
  const ignoreOf = (folder: string): ProjectIgnore => {
    const before = known.get(folder)
    if (before !== undefined) return before
    // Nobody works in that many folders. Of a text made to name them, what cannot be asked any more is kept.
    const ignore = known.size < MAX_FOLDERS ? ignoreIn(folder) : parseProjectIgnore('')
    if (known.size < MAX_FOLDERS) known.set(folder, ignore)
    return ignore
  }
  const isKept = (
    path: string,
    isMeant: (ignore: ProjectIgnore, folder: string) => boolean,
    start = path,
  ) => {
    // To ask a folder of another machine would be to greet that machine.
    if (/^[\\/]{2}/.test(path)) return false
    const end = own.find((folder) => folder !== null && isWithin(folder, path))
    for (let folder = start; folder !== end; folder = dirname(folder)) {
      if (isMeant(ignoreOf(folder), folder)) return true
      if (dirname(folder) === folder) return false
    }
    return false
  }
  const isMeantIn =
    (path: string) =>
    (ignore: ProjectIgnore, folder: string): boolean => {
      if (ignore === NO_IGNORE) return false
      const inner = path.slice(folder.length).replaceAll('\\', '/').replace(/^\//, '')
      // `customers/` means a folder, which is named without the slash as well.
      const names = inner.endsWith('/') ? [inner] : [inner, `${inner}/`]
      return ignore.isWhole || (inner !== '' && names.some(ignore.matches))
    }
  return {
    isFileKept: (path) => isKept(path, isMeantIn(path)),
    isNamedKept: (path) => {
      if (/^[\\/]{2}/.test(path)) return false
      let start = path.replace(/(?<=[^\\/:])[\\/]$/, '')
      while (!known.has(start) && !isFolder(start) && dirname(start) !== start)
        start = dirname(start)
      // Above its end nobody is asked.
      if (
        own.some((folder) => folder !== null && isWithin(folder, path) && !isWithin(folder, start))
      )
        return false
      return isKept(path, isMeantIn(path), start)
    },
    isFolderKept: (path) => isKept(path, ({ isWhole }) => isWhole),
  }
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false
  }
}

const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** Looked up at once: what it says is needed for each line that a search found, and most folders have none. */
const ignoreIn = (folder: string): ProjectIgnore => {
  const file = join(folder, IGNORE_FILE)
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return NO_IGNORE
  } catch {
    // No folder, or one that is closed to us.
    return NO_IGNORE
  }
  try {
    return parseProjectIgnore(readFileSync(file, 'utf8'))
  } catch {
    // Somebody meant to keep something back.
    return parseProjectIgnore('')
  }
}
