/**
 * `npm run bench -- brief`: whether a brief holds what a session then needed. Sessions of one project come in one after another, and
 * before each a brief is asked for by the prompt it begins with. What it needed of earlier ones is judged (bench/data/judged).
 * `--words` without the embedding; `--sample=FILE` writes what nobody judged yet. The sessions are those of TEAMLORE_SHARED_DIR; without
 * them there is nothing to measure.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLocalEmbedder } from '@teamlore/models'
import { benchEnv } from './harness/bench-env.ts'
import { readBenchOptions } from './harness/bench-options.ts'
import { openBenchWorld } from './harness/bench-world.ts'
import { type Answered, type BriefCase, briefCases } from './harness/brief-cases.ts'
import { type Need, pooled, readNeeds } from './harness/brief-needs.ts'
import { cachedEmbedder } from './harness/cached-embedder.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { mean, pairedInterval, percentile } from './harness/statistics.ts'

const SAMPLE = '--sample='
const NEEDS = fileURLToPath(new URL('data/judged/brief-needs.jsonl', import.meta.url))
const argv = process.argv.slice(2)
const sample = argv.find((word) => word.startsWith(SAMPLE))?.slice(SAMPLE.length)
const options = readBenchOptions(argv.filter((word) => !word.startsWith(SAMPLE)))
const { sharedDir } = benchEnv()

type Arm = 'asked' | 'unasked' | 'newest'
const ARMS: Record<Arm, string> = {
  asked: 'brief, asked by the prompt',
  unasked: 'brief, as a hook asks for it',
  newest: 'the newest ten',
}

/** 1 where something of what was needed is there. */
const holds = ({ facts }: Answered, needed: ReadonlySet<string>): number =>
  facts.some((fact) => needed.has(fact)) ? 1 : 0

const shareOf = ({ facts }: Answered, needed: ReadonlySet<string>): number =>
  facts.filter((fact) => needed.has(fact)).length / needed.size

type Judge = 'first' | 'second'

const neededBy = (needs: readonly Need[], { session }: BriefCase, judge: Judge): Set<string> =>
  new Set(
    needs
      .filter((one) => one.session === session && one[judge] === 'needed')
      .map(({ fact }) => fact),
  )

const percent = (value: number): number => Math.round(1_000 * value) / 10

type Verdicts = { cases: readonly BriefCase[]; needs: readonly Need[]; judge: Judge }

const rowOf = (arm: Arm, { cases, needs, judge }: Verdicts): Row => {
  const judged = cases.filter((one) => neededBy(needs, one, judge).size > 0)
  const of = (one: BriefCase) => [one[arm], neededBy(needs, one, judge)] as const
  return {
    judge,
    what: ARMS[arm],
    prompts: judged.length,
    'holds some of it %': percent(mean(judged.map((one) => holds(...of(one))))),
    'of all of it %': percent(mean(judged.map((one) => shareOf(...of(one))))),
    tokens: Math.round(mean(judged.map((one) => one[arm].tokens))),
    'ms p50': Math.round(
      percentile(
        judged.map((one) => one[arm].ms),
        0.5,
      ),
    ),
    'ms p95': Math.round(
      percentile(
        judged.map((one) => one[arm].ms),
        0.95,
      ),
    ),
  }
}

const run = async (): Promise<BriefCase[]> => {
  const world = await openBenchWorld('embedded')
  const local = options.words ? undefined : createLocalEmbedder()
  try {
    const cases: BriefCase[] = []
    const embedder = local && cachedEmbedder(local)
    const setting = { shared: sharedDir, embedder, most: options.questions }
    for await (const one of briefCases(world, setting)) {
      cases.push(one)
      progress(`${cases.length} prompts`)
    }
    return cases
  } finally {
    await world.close()
    await local?.close()
  }
}

if (!existsSync(join(sharedDir, 'sessions'))) {
  process.stdout.write('brief: skipped, the sessions of TEAMLORE_SHARED_DIR are not here.\n')
} else {
  const report = newReport('brief')
  const needs = readNeeds(NEEDS)
  const cases = await run()
  if (sample !== undefined) {
    const known = new Set(needs.map(({ session, fact }) => `${session} ${fact}`))
    const open = cases
      .flatMap(pooled)
      .filter(({ session, fact }) => !known.has(`${session} ${fact}`))
    writeFileSync(sample, open.map((one) => `${JSON.stringify(one)}\n`).join(''))
    progress(`${open.length} to judge in ${sample}`)
  }
  for (const judge of ['first', 'second'] as const) {
    const rows = (Object.keys(ARMS) as Arm[]).map((arm) => rowOf(arm, { cases, needs, judge }))
    report.tables.push(rows)
    report.figures.push(...rows)
    const judged = cases.filter((one) => neededBy(needs, one, judge).size > 0)
    const hits = (arm: Arm) => judged.map((one) => holds(one[arm], neededBy(needs, one, judge)))
    const beyond = pairedInterval(hits('asked'), hits('newest'))
    report.notes.push(
      `By the ${judge} judge (${needs.filter((one) => one[judge] !== null).length} verdicts) the brief asked by the prompt holds some of what was needed for ${percent(beyond.mean)} points more of the prompts than the newest ten (95 %: ${percent(beyond.low)} to ${percent(beyond.high)}).`,
    )
  }
  const both = needs.filter(({ first, second }) => first !== null && second !== null)
  const agreed = both.filter(({ first, second }) => first === second).length
  report.notes.push(`Of ${both.length} facts that both judged they agree on ${agreed}.`)
  printReport(report, options)
}
