import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Ends of names of files that were being written when their process died. */
export const DRAFT = /\.[0-9a-f]{8}\.tmp$/

/**
 * All of the new content or all of the old, also after a power cut: written beside it, flushed to the disk, put in its
 * place. For its owner's eyes only; the folder is made where it is missing.
 */
export const writeDurably = async (path: string, chunks: readonly Uint8Array[]): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      for (const chunk of chunks) await file.writeFile(chunk)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** The new name itself must reach the disk too. Some systems cannot do that, and then it stands as soon as it can. */
const syncFolder = async (path: string): Promise<void> => {
  try {
    const folder = await open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  } catch {
    // Windows opens no folders.
  }
}
