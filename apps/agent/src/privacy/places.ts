import { homedir } from 'node:os'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isThere } from './expanded-paths.ts'
import { windowsPath } from './windows-path.ts'

export const slashes = (path: string): string => path.replaceAll('\\', '/')

export const resolveFrom = (base: string, path: string): string => {
  const whole = path.replace(/^(?:~|\$HOME|\$\{HOME\})(?=[\\/]|$)/, () => homedir())
  const named = sep === '\\' ? windowsPath(whole) : whole
  // `..` in a path would lead out of the folder whose patterns are asked.
  return isAbsolute(named) ? resolve(named) : resolve(base, slashes(named))
}

/** The path within the folder, with forward slashes; null outside of it. */
export const below = (root: string, path: string): string | null => {
  const inner = slashes(relative(root, path))
  return inner === '' || inner.startsWith('../') || inner === '..' || isAbsolute(inner)
    ? null
    : inner
}

/** The path as patterns are asked of it that hold wherever a file lies. */
export const withoutRoot = (path: string): string =>
  slashes(path)
    .replace(/^(?:[A-Za-z]:)?\/+|^~\//, '')
    .replace(/^\.\//, '')

const MAX_UP = 20

/** Where the repository of a folder begins; the folder itself where it is in none. */
export const topOf = (folder: string): string => {
  if (/^[\\/]{2}/.test(folder)) return folder
  let top = folder
  for (let turn = 0; turn < MAX_UP && dirname(top) !== top; turn++) {
    if (isThere(join(top, '.git'))) return top
    top = dirname(top)
  }
  return folder
}
