/**
 * Fits packages/core/src/statements/change-weights.ts to `bench/data/corrections-dev`, and says how the pairs of each project fare by
 * the others: `npx tsx bench/corrections/fit.ts`.
 */
import { writeFileSync } from 'node:fs'
import { createLocalEmbedder } from '@teamlore/models'
import { likenessFeatures } from '../../packages/core/src/statements/change-between.ts'
import {
  type ChangeFeatures,
  changeFeatures,
} from '../../packages/core/src/statements/change-features.ts'
import { corpusOf } from '../../packages/core/src/statements/corpus.ts'
import { readSaid } from '../../packages/core/src/statements/said.ts'
import { cachedEmbedder } from '../harness/cached-embedder.ts'
import { type Fitted, fitLogistic } from '../harness/logistic.ts'
import { type Message, readSaidSet } from './said-sets.ts'

type Sort = 'correction' | 'look-alike' | 'stranger'
type Sample = { project: string; sort: Sort; features: ChangeFeatures; nearness: number }

const { corrections, lookAlikes, messages } = readSaidSet('corrections-dev')
const partners = new Map(
  [...corrections, ...lookAlikes].map(({ earlier, later }) => [later, earlier]),
)
const corrected = new Set(corrections.map(({ later }) => later))
const projects = [...new Set(messages.map(({ project }) => project))]

const embedder = cachedEmbedder(createLocalEmbedder())
const vectors = await embedder.embed(
  messages.map(({ text }) => text),
  { mode: 'document' },
)
const vectorOf = new Map(messages.map(({ id }, at) => [id, vectors[at] ?? new Float32Array()]))
const { unrelated = 0 } = embedder.space
const nearnessOf = (a: Message, b: Message): number => {
  const [left = new Float32Array(), right = new Float32Array()] = [a, b].map(({ id }) =>
    vectorOf.get(id),
  )
  const cosine = left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0)
  return (cosine - unrelated) / (1 - unrelated)
}

const sortOf = (older: Message, newer: Message): Sort => {
  if (partners.get(newer.id) !== older.id) return 'stranger'
  return corrected.has(newer.id) ? 'correction' : 'look-alike'
}

const samplesOf = (project: string): Sample[] => {
  const said = messages
    .filter((one) => one.project === project)
    .map((message) => ({ message, parts: readSaid(message.text) }))
  const corpus = corpusOf(said.map(({ message }) => message.text))
  return said.flatMap((newer) =>
    said
      .filter((older) => older.message.date < newer.message.date)
      .map((older) => ({
        project,
        sort: sortOf(older.message, newer.message),
        features: changeFeatures(older.parts, newer.parts, corpus),
        nearness: nearnessOf(older.message, newer.message),
      }))
      // What shares no word, or speaks of another part or thing by its number, is not weighed.
      .filter(({ features }) => features.mass > 0 && features.labels + features.narrow === 0),
  )
}

const all = projects.flatMap(samplesOf)
type Input = (sample: Sample) => Record<string, number>
const scoreOf = ({ bias, weights }: Fitted, x: Record<string, number>): number =>
  Object.values(x).reduce((sum, value, at) => sum + value * (weights[at] ?? 0), bias)
const fit = (samples: readonly Sample[], input: Input): Fitted =>
  fitLogistic(
    samples.map((one) => Object.values(input(one))),
    samples.map(({ sort }) => Number(sort === 'correction')),
  )

/** What each sample scores by the projects that it is not of. */
const scoresApart = (input: Input): Map<Sample, number> =>
  new Map(
    projects.flatMap((project) => {
      const fitted = fit(
        all.filter((one) => one.project !== project),
        input,
      )
      const own = all.filter((one) => one.project === project)
      return own.map((one) => [one, scoreOf(fitted, input(one))] as const)
    }),
  )

const report = (what: string, scores: ReadonlyMap<Sample, number>): void => {
  for (const least of [1.5, 1, 0.75, 0.5, 0, -0.5, -1]) {
    const count = (sort: Sort) =>
      all.filter((one) => one.sort === sort && (scores.get(one) ?? 0) >= least).length
    const figures = [count('correction'), count('look-alike'), count('stranger')]
    process.stdout.write(
      `${what}, from ${least}: ${figures[0]} of ${corrections.length} corrections, ${figures[1]} of ${lookAlikes.length} look-alikes, ${figures[2]} strangers\n`,
    )
  }
}

const byWords: Input = ({ features }) => features
const apart = scoresApart(byWords)
report('words', apart)
const byLikeness =
  (words: (sample: Sample) => number): Input =>
  (sample) =>
    likenessFeatures(sample.features, sample.nearness, words(sample))
// The words are scored by other projects, as they are of texts that nobody fitted to.
const input = byLikeness((sample) => apart.get(sample) ?? 0)
report('words and likeness', scoresApart(input))

const written = ({ bias, weights }: Fitted, names: readonly string[]): string =>
  [['bias', bias] as const, ...names.map((name, at) => [name, weights[at] ?? 0] as const)]
    .map(([name, weight]) => `  ${name}: ${Math.round(weight * 100) / 100},`)
    .join('\n')
const [first] = all
if (first === undefined) throw new Error('There are no pairs.')
writeFileSync(
  new URL('../../packages/core/src/statements/change-weights.ts', import.meta.url),
  `import type { ChangeFeatures } from './change-features.ts'

/** Fitted by bench/corrections/fit.ts; not written by hand. */
export const CHANGE_WEIGHTS: Readonly<Record<'bias' | keyof ChangeFeatures, number>> = {
${written(fit(all, byWords), Object.keys(first.features))}
}

export const LIKENESS_WEIGHTS = {
${written(fit(all, input), Object.keys(input(first)))}
} as const
`,
)
process.exit(0)
