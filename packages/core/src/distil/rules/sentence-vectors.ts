import type { TextEmbedder } from '../../search/text-embedder.ts'
import { VECTOR_LENGTH } from './classify.ts'

/** The model that the weights were fitted to. Other spaces of the same length mean other things. */
const MODEL = /^(?:all-)?minilm-l6-v2-/i
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
  if (embedder === undefined || embedder.space.dimensions !== VECTOR_LENGTH) return noVectors
  if (!MODEL.test(embedder.space.id)) return noVectors
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
        if (vector !== undefined) keep(text, vector)
      }
    }
    const found = texts.flatMap((text) => {
      const vector = known.get(text)
      return vector === undefined ? [] : [[text, vector] as const]
    })
    return new Map(found)
  }
}
