/**
 * Whether searching, ingesting and building a vector index get in each other's way: each alone, then beside the others,
 * over synthetic documents. `--sizes` says how many documents there are before. `--help` names the options.
 */
import { makeIngest, makeSearch } from '@teamlore/core'
import { registerEmbeddingSpace } from '@teamlore/db'
import { ingestRequestSchema } from '@teamlore/shared'
import { type BenchEngine, readBenchOptions } from './harness/bench-options.ts'
import { openSynthetic, type SyntheticScene } from './harness/kept-synthetic.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { percentile } from './harness/statistics.ts'
import { syntheticRequests } from './harness/synthetic-sessions.ts'
import { ALONE, time } from './harness/timing.ts'

const QUESTIONS = 200
const WARM_UP = 30
const SENT = 4_000

type Work = () => Promise<Row>

const searching = (
  { world, team, synthetic: { corpus, embedder } }: SyntheticScene,
  { size, questions }: { size: number; questions: number },
): Work => {
  const search = makeSearch({ unitOfWork: world.unitOfWork, embedder, questionsKept: 0 })
  const ask = (index: number) =>
    search(team.scope, {
      q: corpus.question((index * 7_919 + 13) % size),
      scope: 'all',
      include_superseded: false,
      limit: 10,
    })
  return async () => {
    await time(world.engine, WARM_UP, ALONE, (index) => ask(index + questions))
    const { ms } = await time(world.engine, questions, ALONE, ask)
    return {
      'search p50 ms': round(percentile(ms, 0.5)),
      'search p95 ms': round(percentile(ms, 0.95)),
      'search p99 ms': round(percentile(ms, 0.99)),
    }
  }
}

/** Each call sends messages nobody has sent before. */
const ingesting = ({ world, team: { member } }: SyntheticScene): Work => {
  const ingest = makeIngest({ unitOfWork: world.unitOfWork })
  let turn = 0
  return async () => {
    turn++
    const requests = syntheticRequests(SENT).map((request) =>
      ingestRequestSchema.parse({
        ...request,
        sessions: request.sessions.map((session) => ({
          ...session,
          native_id: `${session.native_id}-${Date.now()}-${turn}`,
        })),
      }),
    )
    const began = performance.now()
    for (const request of requests) await ingest(member, request)
    return { 'messages/s': Math.round((SENT / (performance.now() - began)) * 1_000) }
  }
}

/** A second space with the vectors of the first, as after a change of the model. */
const SECOND = { id: 'bench-second', dimensions: 384 }

const building = ({ world: { engine } }: SyntheticScene): Work => {
  return async () => {
    const began = performance.now()
    await registerEmbeddingSpace(engine, SECOND)
    return { 'index built in s': round((performance.now() - began) / 1_000) }
  }
}

const fillSecond = async ({ world: { engine } }: SyntheticScene): Promise<void> => {
  await engine.db.execute(
    `insert into teamlore.embedding_spaces (id, dimensions) values ('${SECOND.id}', ${SECOND.dimensions})`,
  )
  await engine.db.execute(
    `insert into teamlore.document_vectors (document_id, space, team_id, content_hash, embedding)
      select document_id, '${SECOND.id}', team_id, content_hash, embedding from teamlore.document_vectors`,
  )
}

const round = (value: number): number => Math.round(value * 100) / 100

/** All at once; what is measured of the first counts while the others last. */
const together = async (works: readonly Work[]): Promise<Row> =>
  Object.assign({}, ...(await Promise.all(works.map((work) => work()))))

const measure = async (engine: BenchEngine, size: number, questions: number): Promise<Row[]> => {
  // Never kept: what is sent here would stand in the way of the next run.
  const scene = await openSynthetic(engine, size)
  try {
    const search = searching(scene, { size, questions })
    const ingest = ingesting(scene)
    const line = { engine, documents: size }
    const rows: Row[] = []
    const add = async (what: string, works: readonly Work[]) => {
      progress(`${engine}: ${what}`)
      rows.push({ ...line, what, ...(await together(works)) })
    }
    await add('search', [search])
    await add('ingest', [ingest])
    await add('search beside ingest', [search, ingest])
    await fillSecond(scene)
    await add('both beside a new vector index', [search, ingest, building(scene)])
    return rows
  } finally {
    await scene.world.close()
  }
}

const { json, engines, sizes, questions = QUESTIONS } = readBenchOptions()
const report = newReport('beside')
for (const engine of engines) {
  for (const size of sizes) {
    const rows = await measure(engine, size, questions)
    report.figures.push(...rows)
    report.tables.push(rows)
  }
}
report.notes.push(
  'One asks and one sends at a time; all of it and the database share the cores of this machine.',
)
printReport(report, { json })
