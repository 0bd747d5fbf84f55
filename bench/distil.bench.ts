/**
 * What rules make of real sessions: findings per session that worked with tools, what they cost, and how useful a reader
 * found a random sample of them (bench/data/judged). `--sample` writes a new sample, without confidences, to be judged.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createExtractiveDistiller, createSentenceVectors, type Distillate } from '@teamlore/core'
import { createLocalEmbedder } from '@teamlore/models'
import { benchEnv } from './harness/bench-env.ts'
import { distilInputOf } from './harness/distil-input.ts'
import { type Judgeable, judgeable, writeSample } from './harness/judge-sample.ts'
import { judgedRows } from './harness/judged-findings.ts'
import { type RealSession, realSessions } from './harness/real-sessions.ts'
import {
  type Replayed,
  recordedAnswers,
  recordedHandovers,
  recordedReviews,
  replay,
  replayHandover,
  replayRow,
} from './harness/recorded-answers.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { percentile } from './harness/statistics.ts'

const JUDGED = join(import.meta.dirname, 'data/judged')

type Distilled = Distillate & {
  real: RealSession
  isWorking: boolean
  ms: number
  replayed: Replayed | undefined
  handedOver: Replayed | undefined
}

const distilAll = async (): Promise<Distilled[]> => {
  const embedder = createLocalEmbedder()
  const distiller = createExtractiveDistiller({ vectors: createSentenceVectors(embedder) })
  const answers = {
    segments: new Map(recordedAnswers().map(({ key, answer }) => [key, answer])),
    reviews: new Map(recordedReviews().map(({ key, answer }) => [key, answer])),
  }
  const names = new Set(recordedAnswers().map(({ session }) => session))
  const handovers = new Map(recordedHandovers().map((one) => [one.session, one]))
  const all: Distilled[] = []
  for await (const real of realSessions(benchEnv().sharedDir)) {
    const { name, session } = real
    const input = distilInputOf(session)
    const isWorking = session.messages.some(({ kind }) => kind === 'tool_result')
    const started = performance.now()
    const distillate = await distiller.distil(input)
    const ms = performance.now() - started
    const replayed = names.has(name) ? await replay(answers, real) : undefined
    const handover = handovers.get(name)
    const handedOver = handover && (await replayHandover(handover, real))
    all.push({ ...distillate, real, isWorking, ms, replayed, handedOver })
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

/** What the recorded answers and handovers come to. */
const byModel = (sessions: readonly Distilled[]): Judgeable[] =>
  sessions.flatMap(({ real, replayed, handedOver }) =>
    [replayed, handedOver].flatMap((one) =>
      one === undefined ? [] : judgeable(real, one.distillate),
    ),
  )

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
  const fresh = all.filter(({ real }) => !fitted.has(real.name))
  if (sampleFolder !== undefined) {
    const byRules = (of: readonly Distilled[]) => of.map((one) => judgeable(one.real, one))
    // Of sessions nobody fitted on as far as they go: the others have taught the weights.
    const taught = all.filter((one) => !fresh.includes(one))
    progress(writeSample(sampleFolder, 'rules', [byRules(fresh), byRules(taught)]))
    progress(writeSample(sampleFolder, 'model', [byModel(all)]))
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
