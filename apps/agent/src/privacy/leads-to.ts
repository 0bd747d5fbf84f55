import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const MAX_UP = 20

/**
 * What a path leads to by links on this disk, of what is not there its folder; itself where it leads nowhere else.
 * The path is absolute.
 */
export const leadsTo = (path: string): string => {
  // To ask a folder of another machine would be to greet that machine.
  if (/^[\\/]{2}/.test(path)) return path
  let above = path
  let rest = ''
  for (let turn = 0; turn < MAX_UP && dirname(above) !== above; turn++) {
    try {
      return join(realpathSync(above), rest)
    } catch {
      rest = join(basename(above), rest)
      above = dirname(above)
    }
  }
  return path
}
