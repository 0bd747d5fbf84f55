import { lstat, mkdir, readlink, stat, symlink, unlink } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

type Place = { home: string; path: string | undefined; platform: NodeJS.Platform }

/** @returns whether `lore` in a terminal now starts this program. Never in the place of another program of that name. */
export const linkProgram = async (
  script: string,
  { home, path = '', platform }: Place,
): Promise<boolean> => {
  if (platform === 'win32') return false
  const folder = join(home, '.local/bin')
  const isOnPath = path.split(delimiter).includes(folder)
  const isThere = await stat(folder).then(
    (known) => known.isDirectory(),
    () => false,
  )
  // Shells take it up by themselves when it is there at the next login; otherwise nobody asked for such a folder.
  if (!isOnPath && !isThere) return false
  await mkdir(folder, { recursive: true })
  const link = join(folder, 'lore')
  const before = await lstat(link).catch(() => undefined)
  if (before !== undefined) {
    if (!before.isSymbolicLink()) return false
    const target = await readlink(link)
    if (target === script) return isOnPath
    if (!target.endsWith('@teamlore/agent/bin/lore.mjs')) return false
    await unlink(link)
  }
  await symlink(script, link)
  return isOnPath
}
