/** Frames of zstd made by hand: Node 20 can only be given packed bytes, not make any. */
const sized = (bytes: number): Buffer => {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0])
  header.writeUInt32LE(bytes, 5)
  return header
}

const BLOCK = 100_000

const block = (kind: 'raw' | 'repeated', size: number, isLast: boolean): Buffer => {
  const head = Buffer.alloc(3)
  head.writeUIntLE((size << 3) | (kind === 'raw' ? 0 : 2) | (isLast ? 1 : 0), 0, 3)
  return head
}

/** A frame that holds the content as it is. */
export const packedAs = (content: Buffer): Buffer => {
  const parts = [sized(content.length)]
  for (let at = 0; at < content.length || at === 0; at += BLOCK) {
    const piece = content.subarray(at, at + BLOCK)
    parts.push(block('raw', piece.length, at + BLOCK >= content.length), piece)
  }
  return Buffer.concat(parts)
}

/** The head of a frame that does not say how long it is, only how far back it may look: 1 KiB times a power of two. */
const windowed = (power: number): Buffer => Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, power << 3])

/** A frame of a few bytes that unpacks to so many blocks of one letter. */
export const repeated = (blocks: number, power = 8): Buffer =>
  Buffer.concat([
    windowed(power),
    ...Array.from({ length: blocks }, (_, n) =>
      Buffer.concat([block('repeated', BLOCK, n === blocks - 1), Buffer.from('x')]),
    ),
  ])
