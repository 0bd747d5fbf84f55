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
import {
  type Replayed,
  recordedAnswers,
  recordedHandovers,
  replay,
  replayHandover,
  replayRow,
} from './harness/recorded-answers.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { percentile } from './harness/statistics.ts'

const JUDGED = join(import.meta.dirname, 'data/judged')
const SAMPLE = { seed: 20_261_125, findings: 100, summaries: 50 }

type Distilled = Distillate & {
  name: string
  isWorking: boolean
  ms: number
  replayed: Replayed | undefined
  handedOver: Replayed | undefined
}

const distilAll = async (): Promise<Distilled[]> => {
  const embedder = createLocalEmbedder()
  const distiller = createExtractiveDistiller({ vectors: createSentenceVectors(embedder) })
  const answers = new Map(recordedAnswers().map(({ key, answer }) => [key, answer]))
  const names = new Set(recordedAnswers().map(({ session }) => session))
  const handovers = new Map(recordedHandovers().map((one) => [one.session, one]))
  const all: Distilled[] = []
  for await (const { name, session } of realSessions(benchEnv().sharedDir)) {
    const input = distilInputOf(session)
    const isWorking = session.messages.some(({ kind }) => kind === 'tool_result')
    const started = performance.now()
    const distillate = await distiller.distil(input)
    const ms = performance.now() - started
    const replayed = names.has(name) ? await replay(answers, { name, session }) : undefined
    const handover = handovers.get(name)
    const handedOver = handover && (await replayHandover(handover, { name, session }))
    all.push({ ...distillate, name, isWorking, ms, replayed, handedOver })
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

type Sampled = { name: string } & Distillate

/** No confidence goes in: who judges must not know what the rules think. */
const writeSample = (folder: string, prefix: string, sessions: readonly Sampled[]) => {
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
  writeFileSync(join(folder, `${prefix}-findings.jsonl`), lines(draw(findings, SAMPLE.findings)))
  writeFileSync(join(folder, `${prefix}-summaries.jsonl`), lines(draw(summaries, SAMPLE.summaries)))
  progress(
    `${prefix}: ${findings.length} findings and ${summaries.length} summaries to draw from: ${folder}`,
  )
}

/** What the recorded answers and handovers come to; a finding that both have, once. */
const byModel = (sessions: readonly Distilled[]): Sampled[] => {
  const seen = new Set<string>()
  const isNew = ({ title }: { title: string }) => !seen.has(title) && seen.add(title) !== undefined
  return sessions.flatMap(({ name, replayed, handedOver }) =>
    [replayed, handedOver].flatMap((one) =>
      one === undefined
        ? []
        : {
            name,
            observations: one.distillate.observations.filter(isNew),
            summaries: one.distillate.summaries,
          },
    ),
  )
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
  if (sampleFolder !== undefined) {
    // What somebody has read to answer in a model's place is not fresh to them.
    const unread = fresh.filter(({ replayed }) => replayed === undefined)
    writeSample(sampleFolder, 'rules', unread)
    writeSample(sampleFolder, 'model', byModel(all))
  }
  const replayed = (of: readonly Distilled[]) => of.flatMap((one) => one.replayed ?? [])
  report(
    [figuresOf('all', all), figuresOf('not fitted on', fresh)],
    [
      replayRow('by a model, recorded answers', replayed(all)),
      replayRow('the same, with tools', replayed(all.filter(({ isWorking }) => isWorking))),
      replayRow('the same, rules not fitted on', replayed(fresh)),
      replayRow(
        'by the coding agent, recorded',
        all.flatMap((one) => one.handedOver ?? []),
      ),
    ],
    judgedRows(JUDGED),
  )
}
