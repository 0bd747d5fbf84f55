import type { Embedder } from '../embedder.ts'
import { EmbedderError } from '../embedder-error.ts'

type Options = { dimensions?: number | undefined }

/**
 * An embedder for tests: no model, no thread, the same vector for the same text on every machine.
 * It hashes words, so texts that share words are near and others far; it knows no synonyms, so a
 * test that needs meaning beyond words must not use it.
 */
export const createFakeEmbedder = ({
  dimensions = 384,
}: Options = {}): Embedder & Required<Pick<Embedder, 'countTokens'>> => {
  let closed = false
  const ensureOpen = () => {
    if (closed) throw new EmbedderError('embedder.closed', 'The fake embedder is closed.')
  }

  return {
    space: { id: `fake-${dimensions}`, dimensions, maxTokens: MAX_TOKENS },
    embed: async (texts, { signal }) => {
      const vectors: Float32Array[] = []
      ensureOpen()
      signal?.throwIfAborted()
      for (const text of texts) {
        // As with a real one, others get their turn between two texts.
        await new Promise((resolve) => setImmediate(resolve))
        ensureOpen()
        signal?.throwIfAborted()
        vectors.push(embedText(text, dimensions))
      }
      return vectors
    },
    countTokens: async (texts) => {
      ensureOpen()
      return texts.map((text) => wordsOf(text).length + FRAME_TOKENS)
    },
    warmUp: async () => ensureOpen(),
    close: async () => {
      closed = true
    },
  }
}

const MAX_TOKENS = 256
const FRAME_TOKENS = 2
/** Short words are mostly grammar; full weight would make all English alike. */
const SHORT_WORD_WEIGHT = 0.2
/** The first letters count for a half, so that `index` finds `indexing`. */
const STEM_LETTERS = 5
const STEM_WEIGHT = 0.5

const embedText = (text: string, dimensions: number): Float32Array => {
  const vector = new Float32Array(dimensions)
  // Gives the empty text a direction, and is nothing beside any word.
  add(vector, '', 1e-3)
  for (const word of wordsOf(text).slice(0, MAX_TOKENS - FRAME_TOKENS)) {
    const weight = word.length > 3 ? 1 : SHORT_WORD_WEIGHT
    add(vector, word, weight)
    add(vector, `stem:${word.slice(0, STEM_LETTERS)}`, weight * STEM_WEIGHT)
  }
  return scaleToUnit(vector)
}

/** Words and the parts of identifiers: `parseHTTPHeader` gives parse, http, header. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1$3 $2$4')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Two places with a sign each, so that a collision of two words seldom makes them the same. */
const add = (vector: Float32Array, feature: string, weight: number): void => {
  for (const salt of ['a', 'b']) {
    const hash = fnv1a(salt + feature)
    const place = (hash >>> 1) % vector.length
    vector[place] = (vector[place] ?? 0) + (hash & 1 ? weight : -weight)
  }
}

const fnv1a = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  // FNV's low bits are weak; one round of mixing spreads them.
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

const scaleToUnit = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector)
  return length > 0
    ? vector.map((value) => value / length)
    : vector.fill(1 / Math.sqrt(vector.length))
}
