import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

type Led = { path: string; isThere: boolean }

const MAX_FOLDERS = 20_000

/**
 * What a path leads to by links on this disk, of what is not there its folder; itself where it leads nowhere else. The path is
 * absolute. Each folder is looked at once: thousands of paths are named in few of them, and most of those are long gone.
 */
export const createLeadsTo = (): ((path: string) => string) => {
  const folders = new Map<string, Led>()
  const folderOf = (folder: string): Led => {
    const led = folders.get(folder) ?? look(folder)
    if (folders.size < MAX_FOLDERS) folders.set(folder, led)
    return led
  }
  const look = (path: string): Led => {
    const above = dirname(path)
    if (above === path) return { path, isThere: true }
    const folder = folderOf(above)
    const whole = join(folder.path, basename(path))
    return folder.isThere ? followed(whole) : { path: whole, isThere: false }
  }
  // To ask a folder of another machine would be to greet that machine.
  return (path) => (/^[\\/]{2}/.test(path) ? path : look(path).path)
}

const followed = (path: string): Led => {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined) return { path, isThere: false }
    return { path: found.isSymbolicLink() ? realpathSync(path) : path, isThere: true }
  } catch {
    // Closed to us, or a link that leads nowhere.
    return { path, isThere: false }
  }
}
