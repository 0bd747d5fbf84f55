import type { TextEmbedder } from '../../search/text-embedder.ts'
import { VECTOR_LENGTH } from './classify.ts'

/**
 * Models of whose vectors the beginning is one of MiniLM, which the weights were fitted to: it alone, and what ships with Teamlore,
 * where it is joined with another. Other spaces mean other things.
 */
const MODELS = /^(?:(?:all-)?minilm-l6-v2|minilm-bge)-/i

/** Whether findings can be chosen by what sentences mean; with other models they are chosen by form alone. */
export const knowsModel = ({ id, dimensions }: TextEmbedder['space']): boolean =>
  dimensions >= VECTOR_LENGTH && MODELS.test(id)
const MAX_CHARS = 500
const REMEMBERED = 4_000

/** Vectors of sentences; none where there is no embedder that the weights know. */
export type SentenceVectors = (
  texts: readonly string[],
  signal: AbortSignal | undefined,
) => Promise<ReadonlyMap<string, Float32Array>>

export const noVectors: SentenceVectors = async () => new Map()

/**
 * Remembers the latest few thousand, so that a session which grows does not pay again for what was weighed before.
 * A failing embedder fails no distilling: sentences are then weighed by their form.
 */
export const createSentenceVectors = (embedder: TextEmbedder | undefined): SentenceVectors => {
  if (embedder === undefined || !knowsModel(embedder.space)) return noVectors
  const known = new Map<string, Float32Array>()
  const keep = (text: string, vector: Float32Array) => {
    known.delete(text)
    known.set(text, vector)
    const oldest = known.size > REMEMBERED ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
  }
  return async (texts, signal) => {
    const missing = [...new Set(texts)].filter((text) => !known.has(text))
    if (missing.length > 0) {
      const cut = missing.map((text) => text.slice(0, MAX_CHARS))
      const made = await embedder.embed(cut, { mode: 'document', signal }).catch((error) => {
        signal?.throwIfAborted()
        if (error instanceof Error) return []
        throw error
      })
      for (const [n, text] of missing.entries()) {
        const vector = made[n]
        if (vector !== undefined) keep(text, minilmPartOf(vector))
      }
    }
    const found = texts.flatMap((text) => {
      const vector = known.get(text)
      return vector === undefined ? [] : [[text, vector] as const]
    })
    return new Map(found)
  }
}

/** Of length 1, as a vector of MiniLM alone is. */
const minilmPartOf = (vector: Float32Array): Float32Array => {
  if (vector.length === VECTOR_LENGTH) return vector
  const part = vector.slice(0, VECTOR_LENGTH)
  const length = Math.hypot(...part)
  return length > 0 ? part.map((value) => value / length) : part
}
