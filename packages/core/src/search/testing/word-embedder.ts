import { createHash } from 'node:crypto'
import { tokenise } from '../../text/tokenise.ts'
import type { TextEmbedder } from '../text-embedder.ts'

/**
 * An embedder without a model: texts that share words are near. `texts` is all it was asked for. Core may not know
 * the package of models, so this stands in wherever only vectors matter, not their quality.
 */
export const createWordEmbedder = (
  dimensions = 64,
): TextEmbedder & { readonly texts: string[] } => {
  const texts: string[] = []
  return {
    texts,
    space: { id: `words-${dimensions}`, dimensions },
    embed: async (asked, { signal }) => {
      signal?.throwIfAborted()
      texts.push(...asked)
      return asked.map((text) => vectorOf(text, dimensions))
    },
  }
}

const vectorOf = (text: string, dimensions: number): Float32Array => {
  const vector = new Float32Array(dimensions).fill(1e-3)
  tokenise(text, ({ words }) => {
    for (const word of words) {
      const place = createHash('sha256').update(word).digest().readUInt16BE(0) % dimensions
      vector[place] = (vector[place] ?? 0) + 1
    }
  })
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
