import { makeRefreshLexemeStats, type TextEmbedder } from '@teamlore/core'
import { analyseTables, registerEmbeddingSpace } from '@teamlore/db'
import type { BenchTeam, BenchWorld } from './bench-world.ts'
import { withoutIndexes } from './bulk-indexes.ts'
import { createSyntheticCorpus, type SyntheticCorpus } from './synthetic-corpus.ts'

const BATCH = 500
/** Batches under way: while the database writes one, the next is made up. */
const WRITERS = 2
const SPACE = { id: 'bench-384', dimensions: 384 }

export type Synthetic = {
  corpus: SyntheticCorpus
  /** Gives a question of the corpus the vector of the document it is about; a model would cost time of its own. */
  embedder: TextEmbedder
}

export type LoadSeconds = Record<'documents' | 'indexes' | 'vectors' | 'statistics', number>

/** What a team that `loadSynthetic` filled is about. */
export const syntheticOf = ({ teamId, userIds }: BenchTeam): Synthetic => {
  const [userId] = userIds
  if (userId === undefined) throw new Error('A team without anybody cannot have documents.')
  const corpus = createSyntheticCorpus({ teamId, userId, dimensions: SPACE.dimensions })
  const embedder: TextEmbedder = {
    space: SPACE,
    embed: async (texts) =>
      texts.map((text) => Float32Array.from(corpus.vector(corpus.indexOf(text) ?? 0))),
  }
  return { corpus, embedder }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}

/** Fills a team with `size` synthetic documents and their vectors, with all indexes but that of the vectors. */
export const writeSynthetic = async (
  world: BenchWorld,
  team: BenchTeam,
  size: number,
): Promise<Pick<LoadSeconds, 'documents' | 'indexes'>> => {
  const { engine } = world
  const { corpus } = syntheticOf(team)
  // Indexes are built when everything is in, as a dump would be restored.
  await engine.db.execute(
    `insert into teamlore.embedding_spaces (id, dimensions) values ('${SPACE.id}', ${SPACE.dimensions}) on conflict do nothing`,
  )
  const rebuild = await withoutIndexes(engine, ['documents'])
  return {
    documents: await timed(() => writeAll(world, team, corpus, size)),
    indexes: await timed(rebuild),
  }
}

/** What a load lacks after `writeSynthetic`, or one of an earlier run that was cut off or is older than a migration. */
export const completeSynthetic = async (
  world: BenchWorld,
  team: BenchTeam,
  { size, isIndexed }: { size: number; isIndexed: boolean },
): Promise<Partial<LoadSeconds>> => {
  const { engine } = world
  await addProjects(world, team, syntheticOf(team).corpus, size)
  const seconds = {
    ...(isIndexed && { vectors: await timed(() => registerEmbeddingSpace(engine, SPACE)) }),
    statistics: await timed(() => countWords(world, team)),
  }
  // What the worker's housekeeping would do, as no worker runs here.
  await analyseTables(engine)
  return seconds
}

const countWords = ({ unitOfWork }: BenchWorld, team: BenchTeam): Promise<number> =>
  makeRefreshLexemeStats({ unitOfWork, lagMs: -60_000 })(team.systemScope)

/** The projects of the documents, each with the session by which a member may know of it. */
const addProjects = async (
  { engine }: BenchWorld,
  { teamId, userIds }: BenchTeam,
  corpus: SyntheticCorpus,
  size: number,
): Promise<void> => {
  const ids = [...new Set(Array.from({ length: size }, (_, index) => corpus.projectId(index)))]
  const insert = (table: string, columns: string, rows: readonly (readonly unknown[])[]) =>
    engine.db.execute(
      `insert into teamlore.${table} (${columns})
       values ${rows.map((row) => `('${row.join("','")}')`).join(', ')} on conflict do nothing`,
    )
  const machine = `mac_${teamId}`
  await insert(
    'projects',
    'id, team_id, identity, name',
    ids.map((id) => [id, teamId, `bench:${id}`, id]),
  )
  await insert('machines', 'id, team_id, user_id, fingerprint, name, platform, agent_version', [
    [machine, teamId, userIds[0], machine, 'bench', 'linux', '0'],
  ])
  await insert(
    'sessions',
    'id, team_id, machine_id, user_id, project_id, tool, native_id, kind',
    ids.map((id) => [`ses_${id}`, teamId, machine, userIds[0], id, 'claude-code', id, 'main']),
  )
}

const writeAll = async (
  { unitOfWork }: BenchWorld,
  { systemScope }: BenchTeam,
  corpus: SyntheticCorpus,
  size: number,
): Promise<void> => {
  let next = 0
  const writer = async (): Promise<void> => {
    for (let from = next; from < size; from = next) {
      next += BATCH
      const documents = corpus.documents(from, Math.min(size, from + BATCH))
      const vectors = documents.map(({ id, contentHash }, index) => ({
        documentId: id,
        contentHash,
        vector: Float32Array.from(corpus.vector(from + index)),
      }))
      await unitOfWork.inTeam(systemScope, async (repositories) => {
        await repositories.documents.replace(documents, { areNew: true })
        await repositories.documentVectors.save(SPACE.id, vectors)
      })
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
}
