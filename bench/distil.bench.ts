/**
 * What rules make of real sessions: findings per session that worked with tools, what they cost, and how useful a reader
 * found a random sample of them (bench/data/judged). `--sample` writes a new sample, without confidences, to be judged.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createExtractiveDistiller, createSentenceVectors, type Distillate } from '@teamlore/core'
import { createLocalEmbedder } from '@teamlore/models'
import { benchEnv } from './harness/bench-env.ts'
import { distilInputOf } from './harness/distil-input.ts'
import { judgedRows } from './harness/judged-findings.ts'
import { createRandom } from './harness/random.ts'
import { realSessions } from './harness/real-sessions.ts'
import { type Replayed, recordedAnswers, replay, replayRow } from './harness/recorded-answers.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { percentile } from './harness/statistics.ts'

const JUDGED = join(import.meta.dirname, 'data/judged')
const SAMPLE = { seed: 20_261_124, findings: 100, summaries: 50 }

type Distilled = Distillate & {
  name: string
  isWorking: boolean
  ms: number
  replayed: Replayed | undefined
}

const distilAll = async (): Promise<Distilled[]> => {
  const embedder = createLocalEmbedder()
  const distiller = createExtractiveDistiller({ vectors: createSentenceVectors(embedder) })
  const answers = new Map(recordedAnswers().map(({ key, answer }) => [key, answer]))
  const names = new Set(recordedAnswers().map(({ session }) => session))
  const all: Distilled[] = []
  for await (const { name, session } of realSessions(benchEnv().sharedDir)) {
    const input = distilInputOf(session)
    const isWorking = session.messages.some(({ kind }) => kind === 'tool_result')
    const started = performance.now()
    const distillate = await distiller.distil(input)
    const ms = performance.now() - started
    const replayed = names.has(name) ? await replay(answers, { name, session }) : undefined
    all.push({ ...distillate, name, isWorking, ms, replayed })
    if (all.length % 50 === 0) progress(`${all.length} sessions`)
  }
  await embedder.close()
  return all
}

const round = (value: number): number => Math.round(value * 100) / 100

const figuresOf = (what: string, sessions: readonly Distilled[]): Row => {
  const findings = sessions.flatMap(({ observations, isWorking }) =>
    observations.filter(({ purpose }) => purpose === 'finding').map(() => isWorking),
  )
  const working = sessions.filter(({ isWorking }) => isWorking).length
  const times = sessions.map(({ ms }) => ms)
  return {
    what,
    sessions: sessions.length,
    working,
    findings: findings.length,
    'findings per working session': round(findings.filter(Boolean).length / working),
    summaries: sessions.reduce((sum, { summaries }) => sum + summaries.length, 0),
    'p50 ms': Math.round(percentile(times, 0.5)),
    'p95 ms': Math.round(percentile(times, 0.95)),
  }
}

const draw = <T>(items: readonly T[], count: number): T[] => {
  const random = createRandom(SAMPLE.seed)
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ item }) => item)
}

/** No confidence goes in: who judges must not know what the rules think. */
const writeSample = (folder: string, sessions: readonly Distilled[]) => {
  const findings = sessions.flatMap(({ name, observations }) =>
    observations
      .filter(({ purpose }) => purpose === 'finding')
      .map(({ key, origin, title, narrative }) => ({
        session: name,
        key,
        origin,
        title,
        narrative,
      })),
  )
  const summaries = sessions.flatMap(({ name, summaries: all }) =>
    all.map(({ promptId: _, occurredAt: __, ...parts }) => ({ session: name, ...parts })),
  )
  mkdirSync(folder, { recursive: true })
  const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  writeFileSync(join(folder, 'findings.jsonl'), lines(draw(findings, SAMPLE.findings)))
  writeFileSync(join(folder, 'summaries.jsonl'), lines(draw(summaries, SAMPLE.summaries)))
  progress(`${findings.length} findings and ${summaries.length} summaries to draw from: ${folder}`)
}

const report = (...tables: Row[][]) =>
  printReport(
    { ...newReport('distil'), figures: tables.flat(), tables },
    { json: process.argv.includes('--json') },
  )

const sampleFolder = process.argv.find((argument) => argument.startsWith('--sample='))?.slice(9)

if (!existsSync(join(benchEnv().sharedDir, 'sessions'))) {
  progress('There are no real sessions here (TEAMLORE_SHARED), so only what was judged is counted.')
  report(judgedRows(JUDGED))
} else {
  const fitted = new Set(readFileSync(join(JUDGED, 'fitted-sessions.txt'), 'utf8').split('\n'))
  const all = await distilAll()
  const fresh = all.filter(({ name }) => !fitted.has(name))
  if (sampleFolder !== undefined) writeSample(sampleFolder, fresh)
  const replayed = all.flatMap((one) => one.replayed ?? [])
  report(
    [figuresOf('all', all), figuresOf('not fitted on', fresh)],
    [replayRow(replayed)],
    judgedRows(JUDGED),
  )
}
