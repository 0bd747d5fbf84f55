/**
 * How long a search takes by words and identifiers: known-item questions over synthetic documents, one and 50 users at a
 * time, beside the floor of one bare round trip to the same database. Vectors are left out: what they cost depends on the model.
 */
import { makeRefreshLexemeStats, makeSearch } from '@teamlore/core'
import { type BenchEngine, readBenchOptions } from './harness/bench-options.ts'
import { openBenchWorld } from './harness/bench-world.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { percentile } from './harness/statistics.ts'
import { createSyntheticCorpus } from './harness/synthetic-corpus.ts'

const BATCH = 500
const QUESTIONS = 200

const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Times `count` calls with at most `users` under way. */
const times = async (count: number, users: number, call: (index: number) => Promise<unknown>) => {
  const all: number[] = []
  let next = 0
  const user = async () => {
    for (let index = next++; index < count; index = next++) {
      const at = index
      all.push(await elapsed(() => call(at)))
    }
  }
  await Promise.all(Array.from({ length: users }, user))
  return all
}

const rounded = (value: number): number => Math.round(value * 100) / 100

const rowOf = (name: string, engine: BenchEngine, size: number, all: readonly number[]): Row => ({
  what: name,
  engine,
  documents: size,
  'p50 ms': rounded(percentile(all, 0.5)),
  'p95 ms': rounded(percentile(all, 0.95)),
  'p99 ms': rounded(percentile(all, 0.99)),
})

const measure = async (kind: BenchEngine, size: number, questions: number): Promise<Row[]> => {
  const world = await openBenchWorld(kind)
  try {
    const team = await world.addTeam()
    const [userId] = team.userIds
    if (userId === undefined) throw new Error('The team has nobody in it.')
    const corpus = createSyntheticCorpus({ teamId: team.teamId, userId, dimensions: 2 })
    progress(`search: writing ${size} documents into ${kind}`)
    for (let from = 0; from < size; from += BATCH) {
      const documents = corpus.documents(from, Math.min(size, from + BATCH))
      await world.unitOfWork.inTeam(team.systemScope, (repositories) =>
        repositories.documents.replace(documents, { areNew: true }),
      )
    }
    const { unitOfWork } = world
    await makeRefreshLexemeStats({ unitOfWork, lagMs: -60_000 })(team.systemScope)
    const search = makeSearch({ unitOfWork, embedder: undefined })
    const ask = (index: number) =>
      search(team.scope, {
        q: corpus.question((index * 7_919) % size),
        scope: 'all',
        include_superseded: false,
        limit: 10,
      })
    const floor = () => world.engine.db.execute('select 1')
    await times(20, 1, ask)
    return [
      rowOf('floor: select 1', kind, size, await times(questions, 1, floor)),
      rowOf('search, 1 user', kind, size, await times(questions, 1, ask)),
      rowOf('search, 50 users', kind, size, await times(questions, 50, ask)),
    ]
  } finally {
    await world.close()
  }
}

const { json, engines, sizes, questions = QUESTIONS } = readBenchOptions()
const report = newReport('search')
for (const kind of engines) {
  for (const size of sizes) report.figures.push(...(await measure(kind, size, questions)))
}
report.tables.push(report.figures as Row[])
report.notes.push('Questions are 3–6 words of one document. The vector arm is off.')
printReport(report, { json })
