import type { NewVector, QueuedDocument, UnitOfWork } from '@teamlore/db'
import { embeddingText } from '../documents/embedding-text.ts'
import { nameRemover } from '../documents/without-names.ts'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import type { TextEmbedder } from './text-embedder.ts'
import { createVectorQueue } from './vector-queue.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  embedder: TextEmbedder
  /** Makes the embedder's space known to the database; called before the first vector is stored. */
  registerSpace?: () => Promise<void>
  batchSize?: number
}

export type EmbeddedDocuments = {
  embedded: number
  /** Served with the vector of an equal text. */
  reused: number
  /** Still queued: the signal stopped the work. */
  left: number
}

const BATCH_SIZE = 32
/**
 * Embeds what the team has queued, most important first, until nothing waits or the signal says stop. May be cut off
 * anywhere and run twice at once: a document leaves the queue in the transaction that stores its vector.
 */
export const makeEmbedDocuments = ({
  unitOfWork,
  embedder,
  registerSpace,
  batchSize = embedder.preferredBatch ?? BATCH_SIZE,
}: Deps) => {
  const queue = createVectorQueue({ unitOfWork, space: embedder.space.id, batchSize })
  return async (
    scope: SystemScope,
    { signal, turn = signal }: { signal?: AbortSignal; turn?: AbortSignal | undefined } = {},
  ): Promise<EmbeddedDocuments> => {
    const done: EmbeddedDocuments = { embedded: 0, reused: 0, left: 0 }
    await registerSpace?.()
    const withoutNames = nameRemover(
      await unitOfWork.inTeam(scope, ({ search }) => search.personNames()),
    )
    // A batch that was begun is stored, or others could keep a slow model from ever storing one.
    while (turn?.aborted !== true) {
      const { reused, batch } = await queue.next(scope, signal)
      done.reused += reused
      if (batch.length === 0) break
      // Outside of any transaction: a model needs seconds, and the embedded database has one session.
      const vectors = await embedBatch(embedder, batch, withoutNames, signal)
      if (vectors === undefined) break
      done.embedded += await queue.store(scope, vectors)
    }
    if (signal?.aborted === true || turn?.aborted === true)
      done.left = await unitOfWork.inTeam(scope, ({ documentVectors }) =>
        documentVectors.countQueued(),
      )
    return done
  }
}

/** Undefined when the signal stopped it. */
const embedBatch = async (
  embedder: TextEmbedder,
  batch: readonly QueuedDocument[],
  withoutNames: (text: string) => string,
  signal: AbortSignal | undefined,
): Promise<NewVector[] | undefined> => {
  const texts = batch.map((document) => withoutNames(embeddingText(document)))
  try {
    const vectors = await embedder.embed(texts, { mode: 'document', signal })
    return batch.flatMap(({ id, contentHash }, index) => {
      const vector = vectors[index]
      return vector === undefined ? [] : [{ documentId: id, contentHash, vector }]
    })
  } catch (error) {
    if (signal?.aborted === true) return undefined
    throw error
  }
}

export type EmbedDocuments = ReturnType<typeof makeEmbedDocuments>
