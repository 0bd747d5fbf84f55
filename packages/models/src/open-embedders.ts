import {
  createEarlierEmbedders,
  createEmbedderFromConfig,
  type EmbeddingConfig,
} from './create-embedder-from-config.ts'
import type { Embedder } from './embedder.ts'
import type { EmbedderLog } from './remote/create-remote-embedder.ts'
import { verifyEmbedder } from './verify-embedder.ts'

type Deps = {
  log: EmbedderLog
  /** Takes the closing of what is opened. */
  shutdown: { add: (part: { name: string; close: () => Promise<void> }) => void }
}

type Opened = { embedder: Embedder | undefined; earlierEmbedders: Embedder[] }

/**
 * The embedders of a process, from its settings.
 *
 * @throws EmbedderError when a provider gives vectors of another length than the settings say.
 */
export const openEmbedders = async (
  config: EmbeddingConfig,
  { log, shutdown }: Deps,
): Promise<Opened> => {
  const embedder = createEmbedderFromConfig(config, { log })
  const earlierEmbedders = createEarlierEmbedders(config)
  for (const each of [embedder, ...earlierEmbedders])
    if (each !== undefined) shutdown.add({ name: 'embedder', close: () => each.close() })
  if (config.provider === 'local') {
    // So that the first question need not wait; where the model cannot be loaded, answers say so.
    embedder
      ?.warmUp()
      .catch((error) => log.warn({ failure: String(error) }, 'the built-in model is not loaded'))
  } else if (embedder !== undefined) await verifyEmbedder(embedder, { log })
  return { embedder, earlierEmbedders }
}
