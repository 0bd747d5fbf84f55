export type ChunkSize = {
  /** Characters a chunk is filled up to. */
  target: number
  /** Characters no chunk exceeds. */
  max: number
}

/**
 * The local model sees 256 tokens, some 1,100 characters of prose. Larger chunks lose their ends to it, and measured
 * worse by words too; smaller ones lose what holds them together.
 */
export const DEFAULT_CHUNK_SIZE: ChunkSize = { target: 1_000, max: 1_300 }

/** Where a text may be parted, best first: headings and fences, blank lines, lines, sentences, words. */
const SEAMS = [
  /\n(?=#{1,6} |```|~~~)/g,
  /\n\s*\n/g,
  /\n/g,
  /(?<=[.!?…。！？])\s+/g,
  /\s+/g,
] as const

/**
 * Parts a text by its structure into chunks of about `target` characters, none above `max`.
 * Joined again they are the text, but for white space at the seams.
 */
export const chunkText = (text: string, size: ChunkSize = DEFAULT_CHUNK_SIZE): string[] => {
  const whole = text.trim()
  if (whole === '') return []
  if (whole.length <= size.max) return [whole]
  return pack(split(whole, size.max, 0), size)
}

type Piece = { text: string; glue: string }

const split = (text: string, max: number, level: number): Piece[] => {
  if (text.length <= max) return [{ text, glue: GLUE[level] ?? ' ' }]
  const seam = SEAMS[level]
  if (seam === undefined) return hardCuts(text, max)
  const parts = text.split(seam).filter((part) => part.trim() !== '')
  return parts.flatMap((part) => {
    if (part.length > max) return split(part, max, level + 1)
    return [{ text: part, glue: GLUE[level] ?? ' ' }]
  })
}

const GLUE = ['\n', '\n\n', '\n', ' ', ' '] as const

const hardCuts = (text: string, max: number): Piece[] => {
  const pieces: Piece[] = []
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + max, text.length)
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--
    pieces.push({ text: text.slice(at, end), glue: '' })
    at = end
  }
  return pieces
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

const pack = (pieces: readonly Piece[], { target, max }: ChunkSize): string[] => {
  const chunks: string[] = []
  let current = ''
  for (const { text, glue } of pieces) {
    const joined = current === '' ? text : current + glue + text
    if (joined.length <= target || current === '' || (joined.length <= max && text.length < 200)) {
      current = joined
      continue
    }
    chunks.push(current.trim())
    current = text
  }
  if (current.trim() !== '') chunks.push(current.trim())
  return chunks
}
