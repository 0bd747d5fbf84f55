import { lstatSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { NO_IGNORE, type ProjectIgnore } from '@teamlore/redaction'
import { IGNORE_FILE, parseProjectIgnore } from './project-ignore.ts'

/** What folders on the way up from a path keep to themselves. Paths are absolute. */
export type KeptElsewhere = {
  /** Of what may be no path at all, too. */
  isFileKept: (path: string) => boolean
  /** Whether all is kept of what happens in a folder. */
  isFolderKept: (folder: string) => boolean
}

const MAX_KNOWN = 20_000
/** No system opens a longer one. */
const MAX_PATH_CHARS = 4_096

/**
 * Asks the `.loreignore` of each folder on a path's own way up, so that a project that keeps to itself does so whatever folder a
 * session that names it began in.
 *
 * @param own folders that have been asked already: of what lies in them, only folders within them are.
 */
export const createKeptElsewhere = (own: readonly (string | null)[]): KeptElsewhere => {
  const find = createFinder()
  const isKept = (path: string, isMeant: (found: Found) => boolean): boolean => {
    // To ask a folder of another machine would be to greet that machine.
    if (/^[\\/]{2}/.test(path)) return false
    const end = own.find((folder) => folder !== null && isWithin(folder, path)) ?? null
    let found = find(path.slice(0, MAX_PATH_CHARS).replace(/(?<=[^\\/:])[\\/]$/, ''))
    for (; found !== undefined; found = find(dirname(found.folder))) {
      // Neither the end is asked nor what is above it.
      if (end !== null && isWithin(found.folder, end)) return false
      if (isMeant(found)) return true
      if (dirname(found.folder) === found.folder) return false
    }
    return false
  }
  return {
    isFileKept: (path) =>
      isKept(path, ({ folder, ignore }) => {
        if (ignore === NO_IGNORE) return false
        const inner = path.slice(folder.length).replaceAll('\\', '/').replace(/^\//, '')
        // `customers/` means a folder, which is named without the slash as well.
        const names = inner.endsWith('/') ? [inner] : [inner, `${inner}/`]
        return ignore.isWhole || (inner !== '' && names.some(ignore.matches))
      }),
    isFolderKept: (path) => isKept(path, ({ ignore }) => ignore.isWhole),
  }
}

type Found = { folder: string; ignore: ProjectIgnore }

/** Finds the nearest folder there is, from a path upwards, and what it keeps to itself. What is within none is not looked for. */
const createFinder = () => {
  const known = new Map<string, Found | undefined>()
  const look = (path: string): Found | undefined => {
    const found = isFolder(path) ? { folder: path, ignore: ignoreIn(path) } : undefined
    // A search finds more files than anybody has folders.
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(path, found)
    return found
  }
  return (path: string): Found | undefined => {
    const below: string[] = []
    let top = path
    for (; known.get(top) === undefined && dirname(top) !== top; top = dirname(top)) below.push(top)
    let nearest = known.get(top) ?? look(top)
    for (let one = below.pop(); one !== undefined && nearest !== undefined; one = below.pop()) {
      const found = known.has(one) ? known.get(one) : look(one)
      if (found === undefined) return nearest
      nearest = found
    }
    return nearest
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
