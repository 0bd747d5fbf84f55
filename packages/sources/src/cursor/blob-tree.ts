const MAX_BLOBS = 200_000
const MAX_DEPTH = 60
const HASH_BYTES = 32

export type Blob = { name: string; text: string }

/**
 * The messages of a session, in order: the root names its children by their hashes, a child is a message in JSON or names
 * further ones. The root is a protobuf of which nothing but those names is of interest.
 */
export const blobsInOrder = (
  root: string,
  load: (name: string) => Uint8Array | null,
): { blobs: Blob[]; missing: number } => {
  const blobs: Blob[] = []
  let missing = 0
  let left = MAX_BLOBS
  const visit = (name: string, depth: number, path: ReadonlySet<string>): void => {
    if (left-- <= 0 || depth > MAX_DEPTH || path.has(name)) return
    const data = load(name)
    if (data === null) {
      // A field of 32 bytes below the root may be something else than a name.
      if (depth < 2) missing++
      return
    }
    if (data[0] === 0x7b) {
      blobs.push({ name, text: Buffer.from(data).toString('utf8') })
      return
    }
    const inside = new Set([...path, name])
    for (const child of hashesIn(data)) visit(child, depth + 1, inside)
  }
  visit(root, 0, new Set())
  return { blobs, missing }
}

/** Fields of a protobuf that are 32 bytes long, as hex. What is no protobuf has none. */
export const hashesIn = (data: Uint8Array): string[] => {
  const hashes: string[] = []
  let at = 0
  while (at < data.length) {
    const tag = varintAt(data, at)
    if (tag === null) break
    const type = tag.value % 8
    const next = type === 2 ? lengthAt(data, tag.end) : skipScalar(data, tag.end, type)
    if (next === null || next.end > data.length) break
    if (type === 2 && next.end - next.start === HASH_BYTES)
      hashes.push(Buffer.from(data.subarray(next.start, next.end)).toString('hex'))
    at = next.end
  }
  return hashes
}

type Span = { start: number; end: number }

const lengthAt = (data: Uint8Array, at: number): Span | null => {
  const length = varintAt(data, at)
  return length === null ? null : { start: length.end, end: length.end + length.value }
}

const skipScalar = (data: Uint8Array, at: number, type: number): Span | null => {
  if (type === 0) {
    const value = varintAt(data, at)
    return value === null ? null : { start: at, end: value.end }
  }
  if (type === 1) return { start: at, end: at + 8 }
  return type === 5 ? { start: at, end: at + 4 } : null
}

const varintAt = (data: Uint8Array, at: number): { value: number; end: number } | null => {
  let value = 0
  for (let index = 0; index < 10; index++) {
    const byte = data[at + index]
    if (byte === undefined) return null
    value += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return { value, end: at + index + 1 }
  }
  return null
}
