import { EmbedderError } from '../embedder-error.ts'

type Expected = { title: string; texts: number; dimensions: number }

/** Checks what came back, number by number, and brings each vector to length 1. */
export const readVectors = (rows: unknown[] | undefined, expected: Expected): Float32Array[] => {
  const { title, texts } = expected
  if (rows === undefined) throw badAnswer(`${title} answered something that holds no vectors.`)
  if (rows.length !== texts)
    throw badAnswer(`${title} gave ${rows.length} vectors for ${texts} texts.`)
  return Array.from(rows, (row) => readVector(row, expected))
}

const readVector = (row: unknown, { title, dimensions }: Expected): Float32Array => {
  if (!Array.isArray(row)) throw badAnswer(`${title} answered something that is not a vector.`)
  if (row.length !== dimensions)
    throw new EmbedderError(
      'embedder.dimensions_mismatch',
      `${title} gives vectors of ${row.length} dimensions, but ${dimensions} are configured. Set EMBEDDING_DIMENSIONS=${row.length}, or choose a model of ${dimensions} dimensions.`,
    )
  // A text among the numbers becomes NaN here, as does null.
  const vector = Float32Array.from(row, (value) => (typeof value === 'number' ? value : Number.NaN))
  const length = Math.hypot(...vector)
  if (!Number.isFinite(length) || length === 0)
    throw badAnswer(`${title} gave a vector that has no direction.`)
  return vector.map((value) => value / length)
}

const badAnswer = (message: string): EmbedderError =>
  new EmbedderError(
    'embedder.bad_answer',
    `${message} Check that EMBEDDING_URL and EMBEDDING_PROVIDER belong together.`,
  )
