import { lstat, mkdir, readlink, realpath, symlink, unlink } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { pathLine } from './path-line.ts'

type Place = {
  home: string
  path: string | undefined
  shell: string | undefined
  platform: NodeJS.Platform
}

/**
 * `ready`: `lore` in a terminal starts this program. `line`: it does after this line. `none`: another program stands in its place, or
 * the system has no such folder.
 */
export type LinkOutcome = { is: 'ready' } | { is: 'line'; line: string } | { is: 'none' }

/** Puts `lore` into the folder for a person's own programs. Never in the place of another program of that name. */
export const linkProgram = async (
  script: string,
  { home, path = '', shell, platform }: Place,
): Promise<LinkOutcome> => {
  if (platform === 'win32') return { is: 'none' }
  const folder = join(home, '.local/bin')
  if (!(await putLink(join(folder, 'lore'), script, folder))) return { is: 'none' }
  const found = await firstOnPath(path)
  return found !== null && found === (await realpath(script).catch(() => script))
    ? { is: 'ready' }
    : { is: 'line', line: pathLine(shell, platform) }
}

const putLink = async (link: string, script: string, folder: string): Promise<boolean> => {
  await mkdir(folder, { recursive: true })
  const before = await lstat(link).catch(() => undefined)
  if (before !== undefined) {
    if (!before.isSymbolicLink()) return false
    const target = await readlink(link)
    if (target === script) return true
    if (!target.endsWith('@teamlore/agent/bin/lore.mjs')) return false
    await unlink(link)
  }
  await symlink(script, link)
  return true
}

/** What `lore` starts: a program of that name in an earlier folder would be another one. */
const firstOnPath = async (path: string): Promise<string | null> => {
  for (const folder of path.split(delimiter)) {
    const found = folder === '' ? null : await realpath(join(folder, 'lore')).catch(() => null)
    if (found !== null) return found
  }
  return null
}
