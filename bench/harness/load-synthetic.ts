import { makeRefreshLexemeStats, type TextEmbedder } from '@teamlore/core'
import { registerEmbeddingSpace } from '@teamlore/db'
import type { BenchTeam, BenchWorld } from './bench-world.ts'
import { createSyntheticCorpus, type SyntheticCorpus } from './synthetic-corpus.ts'

const BATCH = 500
const SPACE = { id: 'bench-384', dimensions: 384 }

export type LoadedSynthetic = {
  corpus: SyntheticCorpus
  /** Gives a question of the corpus the vector of the document it is about; a model would cost time of its own. */
  embedder: TextEmbedder
  seconds: { documents: number; vectors: number; index: number; statistics: number }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}

/** Fills a team with `size` synthetic documents, their vectors, the vector index and the counts of words. */
export const loadSynthetic = async (
  { engine, unitOfWork }: BenchWorld,
  { teamId, userIds, systemScope }: BenchTeam,
  size: number,
): Promise<LoadedSynthetic> => {
  const [userId] = userIds
  if (userId === undefined) throw new Error('A team without anybody cannot have documents.')
  const corpus = createSyntheticCorpus({ teamId, userId, dimensions: SPACE.dimensions })
  const seconds = { documents: 0, vectors: 0, index: 0, statistics: 0 }
  // The index is built when all vectors are in, as a dump would be restored.
  await engine.db.execute(
    `insert into teamlore.embedding_spaces (id, dimensions) values ('${SPACE.id}', ${SPACE.dimensions}) on conflict do nothing`,
  )
  for (let from = 0; from < size; from += BATCH) {
    const documents = corpus.documents(from, Math.min(size, from + BATCH))
    const vectors = documents.map(({ id, contentHash }, index) => ({
      documentId: id,
      contentHash,
      vector: Float32Array.from(corpus.vector(from + index)),
    }))
    seconds.documents += await timed(() =>
      unitOfWork.inTeam(systemScope, (repositories) =>
        repositories.documents.replace(documents, { areNew: true }),
      ),
    )
    seconds.vectors += await timed(() =>
      unitOfWork.inTeam(systemScope, ({ documentVectors }) =>
        documentVectors.save(SPACE.id, vectors),
      ),
    )
  }
  seconds.index = await timed(() => registerEmbeddingSpace(engine, SPACE))
  seconds.statistics = await timed(() =>
    makeRefreshLexemeStats({ unitOfWork, lagMs: -60_000 })(systemScope),
  )
  await engine.db.execute('analyze')
  return { corpus, embedder: embedderOf(corpus), seconds }
}

const embedderOf = (corpus: SyntheticCorpus): TextEmbedder => ({
  space: SPACE,
  embed: async (texts) =>
    texts.map((text) => Float32Array.from(corpus.vector(corpus.indexOf(text) ?? 0))),
})
