import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { withBuffer } from '@teamlore/sources/files/borrowed-buffer'
import { z } from 'zod'

/** What says whether a file is the one read before, and whether it only grew since. */
export const fileIdentitySchema = z.object({
  dev: z.number(),
  ino: z.number(),
  size: z.number(),
  mtime_ms: z.number(),
  /** sha256 of the first 4 KiB (of all of it, when it is shorter). */
  head: z.string(),
})
export type FileIdentity = z.infer<typeof fileIdentitySchema>

export type FileStat = Omit<FileIdentity, 'head'>

const HEAD_BYTES = 4096

export const statFile = async (path: string): Promise<FileStat> => {
  const { dev, ino, size, mtimeMs } = await stat(path)
  return { dev, ino, size, mtime_ms: mtimeMs }
}

export const headHash = async (path: string, bytes = HEAD_BYTES): Promise<string> => {
  const file = await open(path, 'r')
  try {
    return await withBuffer(Math.min(bytes, HEAD_BYTES), async (buffer) => {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
      return createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('hex')
    })
  } finally {
    await file.close()
  }
}

export const isUntouched = (before: FileStat, now: FileStat): boolean =>
  before.dev === now.dev &&
  before.ino === now.ino &&
  before.size === now.size &&
  before.mtime_ms === now.mtime_ms

/**
 * True when the file is no continuation of the one read before: shorter than what was read, another file under the
 * same name, or changed at its beginning.
 */
export const wasReplaced = async (
  path: string,
  before: FileIdentity & { offset: number },
  now: FileStat,
): Promise<boolean> =>
  now.size < before.offset ||
  now.ino !== before.ino ||
  now.dev !== before.dev ||
  (await headHash(path, Math.min(before.size, HEAD_BYTES))) !== before.head
