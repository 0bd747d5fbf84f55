import type { Embedder } from './embedder.ts'
import { EmbedderError } from './embedder-error.ts'
import type { EmbedderLog } from './remote/create-remote-embedder.ts'

/** Longer than a healthy provider takes; a start must not hang on one that is not. */
const WAIT_MS = 10_000

/**
 * Asks a provider for one vector at start. Wrong dimensions are a setting to change, so nothing should start with them;
 * with anything else search goes on by words and the log says why.
 *
 * @throws EmbedderError `embedder.dimensions_mismatch`
 */
export const verifyEmbedder = async (
  embedder: Pick<Embedder, 'embed'>,
  { log, waitMs = WAIT_MS }: { log?: EmbedderLog | undefined; waitMs?: number } = {},
): Promise<void> => {
  try {
    const signal = AbortSignal.timeout(waitMs)
    await embedder.embed(['Is anybody there?'], { mode: 'query', signal })
  } catch (error) {
    if (error instanceof EmbedderError && error.code === 'embedder.dimensions_mismatch') throw error
    const reason = error instanceof EmbedderError ? error.message : 'It did not answer in time.'
    log?.warn({ reason }, 'embedding does not work yet; search goes by words until it does')
  }
}
