import { parentPort, workerData } from 'node:worker_threads'
import { BUILTIN } from '../builtin/model.ts'
import type { EmbeddingEngine } from '../engine/embedding-engine.ts'
import { serveEmbedThread } from '../serve-embed-thread.ts'

/**
 * A real thread without a model. The first number of a vector says as the how-manieth text it was
 * worked on; a text of a name below does what the name says instead.
 */
const MISBEHAVIOUR: Record<string, () => void> = {
  exit: () => process.exit(3),
  throw: () => {
    setImmediate(() => {
      throw new Error('thrown in the thread')
    })
  },
  refuse: () => {
    throw new Error('this text is refused')
  },
}

let worked = 0

const engine: EmbeddingEngine = {
  embed: async (texts) => {
    const vectors = new Float32Array(texts.length * BUILTIN.dimensions)
    for (const [index, text] of texts.entries()) {
      MISBEHAVIOUR[text]?.()
      worked += 1
      vectors[index * BUILTIN.dimensions] = worked
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
    return vectors
  },
  countTokens: async (texts) => Uint32Array.from(texts, (text) => text.length),
  release: async () => {},
}

if (parentPort) await serveEmbedThread(parentPort, workerData, async () => engine)
