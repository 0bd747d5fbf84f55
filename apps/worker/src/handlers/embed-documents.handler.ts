import { type EmbedDocuments, grantSystemScope } from '@teamlore/core'
import type { JobHandlers } from '@teamlore/queue'

/** Embeds what is queued. Without an embedder the queue waits for one. */
export const createEmbedDocumentsHandler =
  (embedDocuments: EmbedDocuments | undefined): JobHandlers['embed-documents'] =>
  async ({ team_id }, { signal, turn }) => {
    await embedDocuments?.(grantSystemScope(team_id), { signal, turn })
    // What was cut off is not done: the queue gives it to the next worker.
    turn.throwIfAborted()
  }
