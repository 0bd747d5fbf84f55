import type { MessagePort } from 'node:worker_threads'
import { EmbedderError } from '../embedder-error.ts'
import type { EmbeddingEngine } from './engine/embedding-engine.ts'
import { passGate } from './exit-gate.ts'
import type {
  ThreadReply,
  ThreadRequest,
  ThreadSettings,
  ThreadValues,
  ThreadWork,
} from './thread-messages.ts'

/** The thread's side: starts the engine, then answers one request after another until asked to stop. */
export const serveEmbedThread = async (
  port: MessagePort,
  { exitGate }: ThreadSettings,
  startEngine: () => Promise<EmbeddingEngine>,
): Promise<void> => {
  const reply = (message: ThreadReply, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer)

  let engine: EmbeddingEngine
  try {
    engine = await passGate(exitGate, startEngine)
  } catch (error) {
    reply({ type: 'start_failed', ...describeStartFailure(error) })
    port.close()
    return
  }

  let previous = Promise.resolve()
  port.on('message', (request: ThreadRequest) => {
    previous = previous.then(() => answer(request))
  })
  reply({ type: 'ready' })

  async function answer(request: ThreadRequest): Promise<void> {
    if (request.type === 'stop') {
      await passGate(exitGate, engine.release)
      port.close()
      return
    }
    const { id, work, texts } = request
    try {
      const values = await passGate(exitGate, () => ENGINE_CALL[work](engine, texts))
      reply({ type: 'done', id, values }, [values.buffer])
    } catch (error) {
      reply({ type: 'failed', id, message: messageOf(error) })
    }
  }
}

type EngineCall = (engine: EmbeddingEngine, texts: readonly string[]) => Promise<ThreadValues>

const ENGINE_CALL: Record<ThreadWork, EngineCall> = {
  embed: (engine, texts) => engine.embed(texts),
  count: (engine, texts) => engine.countTokens(texts),
}

const describeStartFailure = (error: unknown) =>
  error instanceof EmbedderError
    ? { code: error.code, message: error.message }
    : {
        code: 'embedder.unavailable' as const,
        message:
          `The local embedding model could not be started (${messageOf(error)}). Set EMBEDDING_PROVIDER=none ` +
          'to search without vectors.',
      }

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
