/**
 * How well and how fast secrets are taken out. Quality: the labelled set, whose one half was in view when rules were made
 * while the other was held back. Speed: texts as sessions have them, and texts made to keep the rules busy, at two sizes:
 * twice the text must take about twice the time.
 */
import { redactMessage, redactSecrets } from '@teamlore/redaction'
import { readBenchOptions } from './harness/bench-options.ts'
import { hostileTexts } from './harness/hostile-texts.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { sessionTexts } from './harness/session-texts.ts'
import {
  crossedSecrets,
  type Half,
  labelledLookAlikes,
  labelledSecrets,
  precisionOf,
  recallOf,
  type Score,
  scoreNegative,
  scorePositive,
  sumOf,
} from './labelled/index.ts'

const HALVES: readonly Half[] = ['tuned', 'held']
const MB = 1_000_000

type Scored = { half: Half; group: string; score: Score }

const positives: Scored[] = labelledSecrets().map((positive) => ({
  half: positive.half,
  group: positive.kind,
  score: scorePositive(redactSecrets, positive),
}))
const negatives: Scored[] = labelledLookAlikes().map((negative) => ({
  half: negative.half,
  group: negative.family,
  score: scoreNegative(redactSecrets, negative),
}))

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

const overall = (half: Half | 'both'): Row => {
  const isIn = (one: Scored): boolean => half === 'both' || one.half === half
  const secrets = sumOf(positives.filter(isIn).map(({ score }) => score))
  const lookAlikes = sumOf(negatives.filter(isIn).map(({ score }) => score))
  const all = sumOf([secrets, lookAlikes])
  return {
    half,
    secrets: secrets.secrets,
    'look-alikes': lookAlikes.texts,
    caught: all.caught,
    wrong: all.wrong,
    recall: rounded(recallOf(all)),
    precision: rounded(precisionOf(all)),
  }
}

const perKind = (): Row[] =>
  [...new Set(positives.map(({ group }) => group))].map((kind): Row => {
    const row: Row = { kind }
    for (const half of HALVES) {
      const scores = positives.filter((one) => one.group === kind && one.half === half)
      const sum = sumOf(scores.map(({ score }) => score))
      row[`${half} n`] = scores.length
      row[`${half} recall`] = scores.length === 0 ? null : rounded(recallOf(sum))
      row[`${half} precision`] = scores.length === 0 ? null : rounded(precisionOf(sum))
    }
    return row
  })

const perFamily = (): Row[] =>
  [...new Set(negatives.map(({ group }) => group))].map((family): Row => {
    const row: Row = { 'look-alikes': family }
    for (const half of HALVES) {
      const scores = negatives.filter((one) => one.group === family && one.half === half)
      row[`${half} n`] = scores.length
      row[`${half} wrong`] = sumOf(scores.map(({ score }) => score)).wrong
    }
    return row
  })

/** Every kind in everything that programs wrap around a text. */
const perWrapping = (): Row[] => {
  const crossed = crossedSecrets()
  return [...new Set(crossed.map(({ context }) => context))].map((wrapping): Row => {
    const scores = crossed
      .filter(({ context }) => context === wrapping)
      .map((one) => scorePositive(redactSecrets, one))
    const sum = sumOf(scores)
    return {
      wrapping,
      n: scores.length,
      recall: rounded(recallOf(sum)),
      precision: rounded(precisionOf(sum)),
    }
  })
}

/** Milliseconds of the fastest of `runs`: what else the machine does only ever adds. */
const fastest = (runs: number, work: () => void): number => {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < runs; i++) {
    const began = performance.now()
    work()
    best = Math.min(best, performance.now() - began)
  }
  return best
}

const speedOf = (characters: number, ms: number): number =>
  Math.round((characters / MB / (ms / 1000)) * 10) / 10

const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, { length }) => sum + length, 0)

const throughput = (): Row[] => {
  const secrets = labelledSecrets().map(({ before, secret, after }) => before + secret + after)
  const plain = sessionTexts(8 * MB, [])
  const mixed = sessionTexts(8 * MB, secrets)
  const messages = mixed.map((text) => ({
    kind: 'assistant' as const,
    cwd: null,
    git_branch: null,
    model: null,
    blocks: [{ type: 'text' as const, text }],
  }))
  const rows = [
    {
      input: 'texts of sessions, no secrets',
      texts: plain,
      work: () => {
        for (const text of plain) redactSecrets(text)
      },
    },
    {
      input: 'a secret in every 50th text',
      texts: mixed,
      work: () => {
        for (const text of mixed) redactSecrets(text)
      },
    },
    {
      input: 'the same, as messages',
      texts: mixed,
      work: () => {
        for (const message of messages) redactMessage(message)
      },
    },
  ]
  return rows.map(({ input, texts, work }): Row => {
    const ms = fastest(5, work)
    return { input, MB: lengthOf(texts) / MB, 'MB/s': speedOf(lengthOf(texts), ms) }
  })
}

const SMALL = 250_000

const hostile = (): Row[] =>
  hostileTexts(SMALL).map(({ name, text }): Row => {
    const small = fastest(3, () => redactSecrets(text))
    const large = fastest(3, () => redactSecrets(text + text))
    return {
      'hostile input': name,
      'MB/s': speedOf(text.length * 2, large),
      'twice the text takes': Math.round((large / small) * 100) / 100,
    }
  })

const options = readBenchOptions()
const report = newReport('redaction')
const quality = [...HALVES, 'both' as const].map(overall)
const kinds = perKind()
const families = perFamily()
const wrappings = perWrapping()
progress('timing texts of sessions')
const speeds = throughput()
progress('timing hostile texts')
const worst = hostile()
report.figures.push({ quality, kinds, families, wrappings, throughput: speeds, hostile: worst })
report.tables.push(quality, kinds, families, wrappings, speeds, worst)
report.notes.push(
  'recall: secrets of which nothing is left. precision: those, against replacements that hit no secret or more than it.',
  'MB/s: the fastest of a few runs on one core; a character counts as a byte.',
)
printReport(report, options)
