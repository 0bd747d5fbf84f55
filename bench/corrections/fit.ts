/**
 * Fits packages/core/src/statements/change-weights.ts to `bench/data/corrections-dev`, and says how the pairs of each project fare by
 * the others: `npx tsx bench/corrections/fit.ts`.
 */
import { writeFileSync } from 'node:fs'
import { changeFeatures } from '../../packages/core/src/statements/change-features.ts'
import { corpusOf } from '../../packages/core/src/statements/corpus.ts'
import { readSaid } from '../../packages/core/src/statements/said.ts'
import { type Fitted, fitLogistic } from '../harness/logistic.ts'
import { type Message, readSaidSet } from './said-sets.ts'

type Sort = 'correction' | 'look-alike' | 'stranger'
type Sample = { project: string; sort: Sort; x: number[] }

const { corrections, lookAlikes, messages } = readSaidSet('corrections-dev')
const partners = new Map(
  [...corrections, ...lookAlikes].map(({ earlier, later }) => [later, earlier]),
)
const corrected = new Set(corrections.map(({ later }) => later))
const projects = [...new Set(messages.map(({ project }) => project))]
let names: string[] = []

const sortOf = (older: Message, newer: Message): Sort => {
  if (partners.get(newer.id) !== older.id) return 'stranger'
  return corrected.has(newer.id) ? 'correction' : 'look-alike'
}

const samplesOf = (project: string): Sample[] => {
  const said = messages
    .filter((one) => one.project === project)
    .map((one) => ({ ...one, parts: readSaid(one.text) }))
  const corpus = corpusOf(said.map(({ text }) => text))
  return said.flatMap((newer) =>
    said
      .filter(({ date }) => date < newer.date)
      .flatMap((older): Sample[] => {
        const features = changeFeatures(older.parts, newer.parts, corpus)
        names = Object.keys(features)
        // What shares no word is not looked at.
        return features.mass === 0
          ? []
          : [{ project, sort: sortOf(older, newer), x: Object.values(features) }]
      }),
  )
}

const fit = (samples: readonly Sample[]): Fitted =>
  fitLogistic(
    samples.map(({ x }) => x),
    samples.map(({ sort }) => Number(sort === 'correction')),
  )
const scoreOf = ({ bias, weights }: Fitted, { x }: Sample): number =>
  x.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), bias)

const all = projects.flatMap(samplesOf)
const scored = projects.flatMap((project) => {
  const fitted = fit(all.filter((one) => one.project !== project))
  return all
    .filter((one) => one.project === project)
    .map((one) => ({ sort: one.sort, score: scoreOf(fitted, one) }))
})
for (const least of [1.5, 1, 0.5, 0.25, 0, -0.5, -1]) {
  const count = (sort: Sort) =>
    scored.filter((one) => one.sort === sort && one.score >= least).length
  console.log(least, {
    corrections: `${count('correction')} of ${corrections.length}`,
    'look-alikes': `${count('look-alike')} of ${lookAlikes.length}`,
    strangers: `${count('stranger')} of ${scored.length}`,
  })
}

const { bias, weights } = fit(all)
const rows = [
  ['bias', bias] as const,
  ...names.map((name, at) => [name, weights[at] ?? 0] as const),
]
writeFileSync(
  new URL('../../packages/core/src/statements/change-weights.ts', import.meta.url),
  `import type { ChangeFeatures } from './change-features.ts'

/** Fitted by bench/corrections/fit.ts; not written by hand. */
export const CHANGE_WEIGHTS: Readonly<Record<'bias' | keyof ChangeFeatures, number>> = {
${rows.map(([name, weight]) => `  ${name}: ${Math.round(weight * 100) / 100},`).join('\n')}
}
`,
)
