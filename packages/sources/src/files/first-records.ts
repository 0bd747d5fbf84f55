import { open } from 'node:fs/promises'
import { withBuffer } from './borrowed-buffer.ts'
import { recordsOfLine } from './line-records.ts'
import { isPacked, openFile } from './open-file.ts'

export const HEAD_BYTES = 256 * 1024

/**
 * The first records of a file of JSON lines: whole lines within its first 256 KiB that are JSON. What a file is shows in
 * its beginning; nothing here reads a whole transcript to find out that it is none.
 */
export const firstRecords = async (path: string, signal?: AbortSignal): Promise<unknown[]> => {
  const records: unknown[] = []
  for (const line of (await readHead(path, HEAD_BYTES, signal)).split('\n')) {
    try {
      if (line.trim() !== '') records.push(JSON.parse(line))
    } catch {
      // Not JSON, cut off by the bound, or several records on one line.
      records.push(...recordsOfLine(line).records)
    }
  }
  return records
}

/** The first `bytes` of a file, as text. */
export const readHead = async (
  path: string,
  bytes: number,
  signal?: AbortSignal,
): Promise<string> => {
  if (!isPacked(path)) return readStart(path, bytes, signal)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of openFile(path, { signal, chunkBytes: bytes })) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= bytes) break
  }
  return Buffer.concat(chunks).subarray(0, bytes).toString('utf8')
}

/** The same of a file as it lies there, packed or not. */
export const readStart = async (
  path: string,
  bytes: number,
  signal?: AbortSignal,
): Promise<string> => {
  signal?.throwIfAborted()
  const file = await open(path)
  try {
    return await withBuffer(bytes, async (buffer) => {
      let size = 0
      while (size < bytes) {
        const { bytesRead } = await file.read(buffer, size, bytes - size, size)
        if (bytesRead === 0) break
        size += bytesRead
      }
      return buffer.toString('utf8', 0, size)
    })
  } finally {
    await file.close()
  }
}
