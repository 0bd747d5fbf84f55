import { Decompress } from 'fzstd'

const MAX_BYTES = 256 * 1024 * 1024

/** The text of a stored thread, which may be compressed; null when it is damaged, or larger than any thread. */
export const unpack = (type: unknown, data: unknown, maxBytes = MAX_BYTES): string | null => {
  if (typeof data === 'string') return data
  if (!(data instanceof Uint8Array)) return null
  if (type !== 'zstd') return Buffer.from(data).toString('utf8')
  const chunks: Uint8Array[] = []
  let bytes = 0
  let isWhole = false
  const stream = new Decompress((chunk, isLast) => {
    bytes += chunk.length
    // A few bytes may unpack to more than there is memory.
    if (bytes > maxBytes) throw new Error('too large')
    chunks.push(chunk.slice())
    isWhole = isLast === true
  })
  try {
    // Piece by piece, so that a bomb is noticed before it is unpacked.
    for (let at = 0; at < data.length; at += PIECE)
      stream.push(data.subarray(at, at + PIECE), at + PIECE >= data.length)
  } catch {
    return null
  }
  return isWhole ? Buffer.concat(chunks).toString('utf8') : null
}

const PIECE = 64 * 1024
