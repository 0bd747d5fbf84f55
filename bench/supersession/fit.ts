/**
 * Fits packages/core/src/statements/weights.ts to the pairs of which `split` is `dev`, and to near strangers among them:
 * `npx tsx bench/supersession/fit.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { analyseStatement } from '../../packages/core/src/statements/analyse-statement.ts'
import { corpusOf, idf } from '../../packages/core/src/statements/corpus.ts'
import { featuresOf } from '../../packages/core/src/statements/features.ts'
import { predict, type Weights } from '../../packages/core/src/statements/model.ts'

type Sample = { x: number[]; y: number; weight: number }
type Statement = { id: string; split: string; group: string; text: string; at: string | null }
type Pair = { split: string; older: string; newer: string; relation: string }

const LABELS = ['conflict', 'duplicate', 'other']
const LABEL_OF: Record<string, number> = {
  supersedes: 0,
  contradicts: 0,
  duplicates: 1,
  independent: 2,
}
const STRANGERS = 6
const EPOCHS = 1_500
const RATE = 0.5
const DECAY = 2e-4

const data = new URL('../data/supersession/', import.meta.url)
const read = <T>(file: string): T[] =>
  readFileSync(new URL(file, data), 'utf8')
    .trim()
    .split('\n')
    .map((line): T => JSON.parse(line))

const statements = read<Statement>('statements.jsonl').filter(({ split }) => split === 'dev')
const corpus = corpusOf(statements.map(({ text }) => text))
const known = new Map(
  statements.map((one) => [one.id, { ...one, parts: analyseStatement(one.text, corpus) }]),
)
let names: string[] = []
const samples: Sample[] = []
const push = (older: string, newer: string, y: number, weight: number): void => {
  const [a, b] = [known.get(older), known.get(newer)]
  if (a === undefined || b === undefined) throw new Error(`no statement ${older} or ${newer}`)
  const features = featuresOf(a.parts, b.parts, corpus)
  names = Object.keys(features)
  samples.push({ x: Object.values(features), y, weight })
}

for (const { split, older, newer, relation } of read<Pair>('pairs.jsonl')) {
  const y = LABEL_OF[relation]
  if (split !== 'dev' || y === undefined) continue
  push(older, newer, y, relation === 'supersedes' ? 2 : 1)
  if (relation === 'contradicts' || relation === 'duplicates') push(newer, older, y, 0.5)
}
const all = [...known.values()]
for (const b of all) {
  const near = all
    .filter((a) => a.group !== b.group && (a.at ?? '') <= (b.at ?? ''))
    .map((a) => ({
      a,
      shared: [...a.parts.terms]
        .filter((term) => b.parts.terms.has(term))
        .reduce((sum, term) => sum + idf(corpus, term), 0),
    }))
    .sort((left, right) => right.shared - left.shared)
  for (const { a } of near.slice(0, STRANGERS)) push(a.id, b.id, 2, 0.3)
}

const rows = LABELS.map(() => names.map(() => 0))
const velocity = LABELS.map(() => names.map(() => 0))
const mass = samples.reduce((sum, { weight }) => sum + weight, 0)
const fitted: Weights = { labels: LABELS, features: names, rows }
for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
  const gradient = LABELS.map(() => names.map(() => 0))
  for (const { x, y, weight } of samples) {
    predict(fitted, x).forEach((p, label) => {
      const error = (p - (label === y ? 1 : 0)) * weight
      const row = gradient[label] ?? []
      x.forEach((value, index) => {
        if (value !== 0) row[index] = (row[index] ?? 0) + error * value
      })
    })
  }
  rows.forEach((row, label) => {
    row.forEach((weight, index) => {
      const pull = (gradient[label]?.[index] ?? 0) / mass + DECAY * weight
      const speed = 0.9 * (velocity[label]?.[index] ?? 0) - RATE * pull
      const speeds = velocity[label] ?? []
      speeds[index] = speed
      row[index] = weight + speed
    })
  })
}
const rounded = rows.map((row) => row.map((weight) => Math.round(weight * 1e4) / 1e4))
writeFileSync(
  new URL('../../packages/core/src/statements/weights.ts', import.meta.url),
  [
    "import type { Weights } from './model.ts'",
    '',
    '/** Fitted by bench/supersession/fit.ts; not written by hand. */',
    `export const WEIGHTS: Weights = ${JSON.stringify({ labels: LABELS, features: names, rows: rounded })}`,
    '',
  ].join('\n'),
)
process.stdout.write(`${samples.length} pairs, ${names.length} features\n`)
