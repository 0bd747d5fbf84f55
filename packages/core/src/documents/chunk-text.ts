import { modelTokens } from './model-tokens.ts'

/** How large chunks are, in whatever `measure` counts. What it says of two texts together is about the sum of both. */
export type ChunkSize = {
  /** A chunk is filled up to here. */
  target: number
  /** No chunk exceeds this by more than the error of the measure. */
  max: number
  measure: (text: string) => number
}

/** Where a token has fewer characters than this, tokens count instead of characters. */
const DENSE = 2.9

/**
 * The local model sees 256 tokens, some 1,100 characters of prose or 800 of code. Larger chunks lose their ends to it, and
 * measured worse by words too; smaller ones lose what holds them together, which measured worse still. So prose and code are
 * parted by characters, and only what is denser, such as Chinese or columns of hashes, by what the model makes of it.
 */
export const EMBEDDED_SIZE: ChunkSize = {
  target: 1_000,
  max: 1_300,
  measure: (text) => Math.max(text.length, modelTokens(text) * DENSE),
}

/** For texts that are found by words alone: no model's limit, so that long outputs make few rows. */
export const WORDS_SIZE: ChunkSize = {
  target: 1_000,
  max: 1_300,
  measure: ({ length }) => length,
}

/** Where a text may be parted, best first: headings and fences, blank lines, lines, sentences, words. */
const SEAMS = [
  /\n(?=#{1,6} |```|~~~)/g,
  /\n\s*\n/g,
  /\n/g,
  /(?<=[.!?…。！？])\s+/g,
  /\s+/g,
] as const

/** Parts a text by its structure into chunks. Joined again they are the text, but for white space at the seams. */
export const chunkText = (text: string, size: ChunkSize = EMBEDDED_SIZE): string[] => {
  const whole = text.trim()
  if (whole === '') return []
  const measured = size.measure(whole)
  if (measured <= size.max) return [whole]
  return pack(split({ text: whole, measured }, size, 0), size)
}

type Part = { text: string; measured: number }
type Piece = Part & { glue: string }

const split = (part: Part, size: ChunkSize, level: number): Piece[] => {
  const seam = SEAMS[level]
  if (seam === undefined) return hardCuts(part, size)
  return part.text.split(seam).flatMap((text) => {
    if (text.trim() === '') return []
    const measured = size.measure(text)
    if (measured > size.max) return split({ text, measured }, size, level + 1)
    return [{ text, measured, glue: GLUE[level] ?? ' ' }]
  })
}

const GLUE = ['\n', '\n\n', '\n', ' ', ' '] as const

const hardCuts = ({ text, measured }: Part, { max, measure }: ChunkSize): Piece[] => {
  const pieces: Piece[] = []
  const length = Math.max(2, Math.floor((text.length * max) / measured))
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + length, text.length)
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--
    const piece = text.slice(at, end)
    pieces.push({ text: piece, measured: measure(piece), glue: '' })
    at = end
  }
  return pieces
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

/** A last bit smaller than this part of a chunk may overfill it, so that it does not stand alone. */
const BIT = 0.2

const pack = (pieces: readonly Piece[], { target, max }: ChunkSize): string[] => {
  const chunks: string[] = []
  let current = ''
  let filled = 0
  for (const { text, measured, glue } of pieces) {
    const joined = filled + measured
    const fits = joined <= target || (joined <= max && measured < target * BIT)
    if (current === '' || fits) {
      current = current === '' ? text : current + glue + text
      filled = joined
      continue
    }
    chunks.push(current.trim())
    current = text
    filled = measured
  }
  if (current.trim() !== '') chunks.push(current.trim())
  return chunks
}
