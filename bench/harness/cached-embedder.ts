import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TextEmbedder } from '@teamlore/core'

/**
 * Keeps vectors in the system's folder for temporary files, so that a benchmark of quality does not pay for the model
 * twice. Speed must not be measured with it.
 */
export const cachedEmbedder = (embedder: TextEmbedder): TextEmbedder => {
  const { id, dimensions } = embedder.space
  const folder = join(tmpdir(), 'teamlore-bench')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${id}.vectors`)
  const known = readVectors(file, dimensions)
  const keyOf = (mode: string, text: string): string =>
    createHash('sha256').update(`${mode}\n${text}`).digest('hex')
  return {
    space: embedder.space,
    embed: async (texts, options) => {
      const keys = texts.map((text) => keyOf(options.mode, text))
      const missing = texts.filter((_, index) => !known.has(keys[index] ?? ''))
      const vectors = missing.length === 0 ? [] : await embedder.embed(missing, options)
      for (const [index, text] of missing.entries()) {
        const vector = vectors[index]
        if (vector === undefined) continue
        const key = keyOf(options.mode, text)
        known.set(key, vector)
        appendFileSync(
          file,
          Buffer.concat([
            Buffer.from(key, 'hex'),
            Buffer.from(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)),
          ]),
        )
      }
      return keys.map((key) => known.get(key) ?? new Float32Array(dimensions))
    },
  }
}

const KEY_BYTES = 32

const readVectors = (file: string, dimensions: number): Map<string, Float32Array> => {
  const known = new Map<string, Float32Array>()
  if (!existsSync(file)) return known
  const bytes = readFileSync(file)
  const size = KEY_BYTES + dimensions * 4
  for (let at = 0; at + size <= bytes.length; at += size) {
    const key = bytes.subarray(at, at + KEY_BYTES).toString('hex')
    known.set(
      key,
      new Float32Array(new Uint8Array(bytes.subarray(at + KEY_BYTES, at + size)).buffer),
    )
  }
  return known
}
