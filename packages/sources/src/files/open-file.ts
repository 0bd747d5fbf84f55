import { createReadStream } from 'node:fs'
import { Decompress } from 'fzstd'

type Options = {
  signal?: AbortSignal | undefined
  /** How much is read at a time. */
  chunkBytes?: number
  /** Called when a packed file ends before its end, or is damaged; what stands before was handed on. */
  onDamage?: () => void
}

/** The bytes of a file, unpacked when its name says that it is packed (`.zst`). */
export const openFile = (
  path: string,
  { signal, chunkBytes = 1 << 20, onDamage }: Options = {},
): AsyncIterable<Buffer> => {
  const stream = createReadStream(path, {
    highWaterMark: chunkBytes,
    ...(signal ? { signal } : {}),
  })
  return isPacked(path) ? unpacked(stream, onDamage) : stream
}

export const isPacked = (path: string): boolean => /\.zst$/i.test(path)

/** So little at a time that what it unpacks to is little too, whatever the file was made for. */
const PIECE_BYTES = 2 * 1024
const MAX_BYTES = 2 * 1024 * 1024 * 1024
/** Each block costs a walk over the window, so neither may grow without bounds. */
const MAX_WINDOW = 64 * 1024 * 1024
const MAX_BLOCKS = 100_000

async function* unpacked(
  packed: AsyncIterable<Buffer>,
  onDamage: (() => void) | undefined,
): AsyncGenerator<Buffer> {
  const ready: Buffer[] = []
  let bytes = 0
  let blocks = 0
  let isFirst = true
  const decompressor = new Decompress((chunk) => {
    bytes += chunk.length
    blocks++
    if (bytes > MAX_BYTES || blocks > MAX_BLOCKS) throw new Error('more than any session')
    ready.push(Buffer.from(chunk))
  })
  const push = (piece: Buffer, isLast: boolean): boolean => {
    try {
      decompressor.push(piece, isLast)
      return true
    } catch {
      return false
    }
  }
  for await (const chunk of packed) {
    if (isFirst && windowOf(chunk) > MAX_WINDOW) return onDamage?.()
    isFirst = false
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const isGood = push(chunk.subarray(at, at + PIECE_BYTES), false)
      yield* ready.splice(0)
      if (!isGood) return onDamage?.()
    }
  }
  const isWhole = push(Buffer.alloc(0), true)
  yield* ready.splice(0)
  if (!isWhole) onDamage?.()
}

/** How far back a frame may look, by its first bytes (RFC 8878, 3.1.1.1). */
const windowOf = (head: Buffer): number => {
  if (head.length < 14) return 0
  const descriptor = head.readUInt8(4)
  const isSingle = (descriptor & 0x20) !== 0
  const window = head.readUInt8(5)
  if (!isSingle) return 2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8)
  const at = 5 + ([0, 1, 2, 4][descriptor & 3] ?? 0)
  const size = [1, 2, 4, 6][descriptor >> 6] ?? 1
  return at + size > head.length ? Number.POSITIVE_INFINITY : head.readUIntLE(at, size)
}
