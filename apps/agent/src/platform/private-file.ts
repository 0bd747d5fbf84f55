import { chmod, readFile, stat } from 'node:fs/promises'
import { writeDurably } from '../files/write-durably.ts'

const OWNER_ONLY = 0o600
const OTHERS = 0o077

/** Windows keeps a user's profile to its user by other means than modes. */
const hasModes = process.platform !== 'win32'

/** All of it or nothing, also after a power cut, for its owner's eyes only. */
export const writePrivateFile = (path: string, text: string): Promise<void> =>
  writeDurably(path, [Buffer.from(text)])

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
