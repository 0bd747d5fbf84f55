import { constants, mkdtempSync, rmSync } from 'node:fs'
import { copyFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Logs that belong to a database; its index (`-shm`) is left out, for it is made again from the log. */
const LOGS = ['-wal', '-journal']
const ATTEMPTS = 3

const kept = new Set<string>()

const removeKept = (): void => {
  for (const folder of kept) rmSync(folder, { recursive: true, force: true })
}

/**
 * A private copy of a database and its logs, as they stood at one moment; null when they never stood still for long
 * enough. Whoever is done with it removes it; what is left at the end of the process goes then.
 */
export const copySqlite = async (
  path: string,
): Promise<{ path: string; remove: () => void } | null> => {
  const folder = mkdtempSync(join(tmpdir(), 'lore-sqlite-'))
  if (kept.size === 0) process.once('exit', removeKept)
  kept.add(folder)
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true })
    kept.delete(folder)
    if (kept.size === 0) process.off('exit', removeKept)
  }
  const target = join(folder, 'copy.db')
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = await stampsOf(path)
      await copyFile(path, target, constants.COPYFILE_FICLONE)
      for (const log of LOGS) await copyIfThere(`${path}${log}`, `${target}${log}`)
      if ((await stampsOf(path)) === before) return { path: target, remove }
    }
  } catch (error) {
    remove()
    throw error
  }
  remove()
  return null
}

const copyIfThere = async (from: string, to: string): Promise<void> => {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    rmSync(to, { force: true })
  }
}

const stampsOf = async (path: string): Promise<string> => {
  const stamps = [path, ...LOGS.map((log) => `${path}${log}`)].map(async (file) => {
    try {
      const { ino, size, mtimeMs } = await stat(file)
      return `${ino} ${size} ${mtimeMs}`
    } catch {
      return 'none'
    }
  })
  return (await Promise.all(stamps)).join('\n')
}
