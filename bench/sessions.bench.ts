/**
 * How long a question takes over real sessions that came in as people's do: the agent reads and sends them, ingest takes them
 * in, the product's worker distils, embeds and counts them and looks after the tables. Nothing is prepared here. Questions
 * are words of real prompts, and the model that reads them is in the times. `--help` names the options.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeSearch, type TextEmbedder } from '@teamlore/core'
import { createLocalEmbedder, type Embedder } from '@teamlore/models'
import type { TeamId, UserId } from '@teamlore/shared'
import { benchEnv } from './harness/bench-env.ts'
import { type BenchEngine, type BenchOptions, readBenchOptions } from './harness/bench-options.ts'
import {
  type BenchTeam,
  type BenchWorld,
  benchTeamOf,
  openBenchWorld,
} from './harness/bench-world.ts'
import { cachedEmbedder } from './harness/cached-embedder.ts'
import { sendSessions } from './harness/import-sessions.ts'
import { type PromptQuestion, promptQuestions } from './harness/prompt-questions.ts'
import { readRows } from './harness/read-rows.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { runWorker } from './harness/run-worker.ts'
import { mean, percentile } from './harness/statistics.ts'
import { ALONE, time } from './harness/timing.ts'

const QUESTIONS = 200
const WARM_UP = 30

const SESSIONS = join(benchEnv().sharedDir, 'sessions')

const round = (value: number): number => Math.round(value * 10) / 10

/** The one team of a database that an earlier run has filled. */
const knownTeam = async (world: BenchWorld): Promise<BenchTeam | undefined> => {
  const [found] = await readRows<{ team_id: TeamId; user_id: UserId }>(
    world,
    'select team_id, user_id from teamlore.memberships where exists (select from teamlore.sessions) limit 1',
  )
  return found && benchTeamOf(found.team_id, [found.user_id])
}

const askAll = async (
  { engine, unitOfWork }: BenchWorld,
  { scope }: BenchTeam,
  {
    questions,
    embedder,
  }: { questions: readonly PromptQuestion[]; embedder: TextEmbedder | undefined },
): Promise<Row> => {
  const search = makeSearch({ unitOfWork, embedder, questionsKept: 0 })
  const hits: number[] = []
  const ask = async (index: number): Promise<void> => {
    const question = questions[index % questions.length]
    if (question === undefined) throw new Error('There are no prompts to ask with.')
    const query = { q: question.text, scope: 'all', include_superseded: false, limit: 10 } as const
    const { items } = await search(scope, query)
    hits.push(items.some(({ id }) => id === question.sourceId) ? 1 : 0)
  }
  await time(engine, WARM_UP, ALONE, (index) => ask(index + questions.length - WARM_UP))
  hits.length = 0
  const { ms, cpuMs, databaseMs } = await time(engine, questions.length, ALONE, ask)
  return {
    'p50 ms': round(percentile(ms, 0.5)),
    'p95 ms': round(percentile(ms, 0.95)),
    'p99 ms': round(percentile(ms, 0.99)),
    'node cpu ms/query': round(cpuMs),
    'database cpu ms/query': databaseMs === undefined ? null : round(databaseMs),
    'its prompt among 10': round(mean(hits)),
  }
}

const sizeOf = async (world: BenchWorld): Promise<Row> => {
  const [size] = await readRows<Row>(
    world,
    `select (select count(*)::int from teamlore.messages) as messages,
       (select count(*)::int from teamlore.documents) as documents,
       (select count(*)::int from teamlore.document_vectors) as vectors`,
  )
  return { ...size }
}

/** What was read, sent and taken in a second; its worker runs beside it. */
const importAll = async (world: BenchWorld, team: BenchTeam): Promise<Row> => {
  progress(`${world.engine.kind}: importing ${SESSIONS}`)
  const begun = performance.now()
  await sendSessions(world, team, [SESSIONS])
  const seconds = (performance.now() - begun) / 1_000
  const { messages } = await sizeOf(world)
  return { 'import messages/s': Math.round(Number(messages) / seconds) }
}

const measure = async (
  kind: BenchEngine,
  local: Embedder,
  { keep, questions: count = QUESTIONS }: Pick<BenchOptions, 'keep' | 'questions'>,
): Promise<Row[]> => {
  const world = await openBenchWorld(kind, keep ? 'sessions' : undefined, { isOnDisk: true })
  const cached = cachedEmbedder(local)
  // What is embedded again in each run is read from a file; what is asked is read by the model, as its time counts.
  const embedder: Embedder = {
    ...local,
    embed: (texts, options) => (options.mode === 'document' ? cached : local).embed(texts, options),
  }
  const worker = await runWorker(world, embedder)
  try {
    const known = await knownTeam(world)
    const team = known ?? (await world.addTeam())
    const importing = known === undefined ? await importAll(world, team) : {}
    progress(`${kind}: waiting for the worker`)
    await worker.settled(team)
    const questions = await promptQuestions(world, team, count)
    const size = await sizeOf(world)
    progress(`${kind}: asking ${count} questions, twice`)
    return [
      {
        engine: kind,
        ...size,
        what: 'search',
        ...importing,
        ...(await askAll(world, team, { questions, embedder })),
      },
      {
        engine: kind,
        ...size,
        what: 'by words alone',
        ...(await askAll(world, team, { questions, embedder: undefined })),
      },
    ]
  } finally {
    await worker.close()
    await world.close()
  }
}

const { json, engines, ...options } = readBenchOptions()
const report = newReport('sessions')
if (existsSync(SESSIONS)) {
  const local = createLocalEmbedder()
  try {
    for (const kind of engines) {
      const rows = await measure(kind, local, options)
      report.figures.push(...rows)
      report.tables.push(rows)
    }
  } finally {
    await local.close()
  }
  report.notes.push(
    'One user; the model that reads the question is in the times. The worker runs on beside it.',
  )
} else report.notes.push(`Left out: ${SESSIONS} is not here.`)
printReport(report, { json })
