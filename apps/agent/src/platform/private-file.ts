import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const OWNER_ONLY = 0o600
const OTHERS = 0o077

/** Windows keeps a user's profile to its user by other means than modes. */
const hasModes = process.platform !== 'win32'

/** Writes all of it or nothing, for its owner's eyes only, and makes the folder likewise where it is missing. */
export const writePrivateFile = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const file = await open(draft, 'wx', OWNER_ONLY)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

export type PrivateFile = {
  text: string
  /** Whether others than its owner could read it until now: repaired, could not be repaired, or never. */
  exposure: 'none' | 'repaired' | 'open'
}

/** A file that should be its owner's alone; undefined when there is none. */
export const readPrivateFile = async (path: string): Promise<PrivateFile | undefined> => {
  try {
    const exposure = await closeToOthers(path)
    return { text: await readFile(path, 'utf8'), exposure }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const closeToOthers = async (path: string): Promise<PrivateFile['exposure']> => {
  const { mode } = await stat(path)
  if (!hasModes || (mode & OTHERS) === 0) return 'none'
  try {
    await chmod(path, OWNER_ONLY)
    return 'repaired'
  } catch {
    return 'open'
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
