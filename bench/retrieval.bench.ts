/**
 * Quality of search: questions whose answers are known, through the product's own path (analyse, index, embed, count,
 * search), for each arm alone and for what the product does. `npm run bench -- retrieval --help` names the options.
 */
import { createLocalEmbedder } from '@teamlore/models'
import { readBenchOptions } from './harness/bench-options.ts'
import { cachedEmbedder } from './harness/cached-embedder.ts'
import { type Measured, measureSet, type SetOutcome } from './harness/measure-set.ts'
import { newReport, printReport, type Row } from './harness/report.ts'
import type { QuestionScores } from './harness/retrieval-metrics.ts'
import { loadRetrievalSets, type RetrievalSet } from './harness/retrieval-sets.ts'
import { bootstrapInterval, mean, pairedInterval } from './harness/statistics.ts'

const METRICS = [
  'recall@5',
  'recall@10',
  'hit@10',
  'mrr',
  'ndcg@10',
] as const satisfies (keyof QuestionScores)[]

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

const ndcgOf = ({ scores }: Measured): number[] => scores.map((score) => score['ndcg@10'])

const meanOf = ({ scores }: Measured, metric: keyof QuestionScores): number =>
  rounded(mean(scores.map((score) => score[metric])))

const figuresOf = (one: Measured, { isComplete }: RetrievalSet) => {
  const { low, high } = bootstrapInterval(ndcgOf(one))
  return {
    ...Object.fromEntries(METRICS.map((metric) => [metric, meanOf(one, metric)])),
    'ndcg@10 95% low': rounded(low),
    'ndcg@10 95% high': rounded(high),
    // Where every document is known to answer or not, this would only repeat the recall.
    ...(isComplete ? {} : { 'judged@10': meanOf(one, 'judged@10') }),
  }
}

/** How much better the product is than one of its parts, question by question. */
const gainOver = (final: Measured, one: Measured) => {
  const difference = pairedInterval(ndcgOf(final), ndcgOf(one))
  return {
    arm: one.arm,
    mean: rounded(difference.mean),
    low: rounded(difference.low),
    high: rounded(difference.high),
  }
}

/** NDCG of each arm by what the questions are examples of, where a set says so. */
const bySort = ({ asked, measured }: SetOutcome): Row[] => {
  const sorts = [...new Set(asked.flatMap(({ sort }) => sort ?? []))].sort()
  return sorts.map((sort): Row => {
    const places = asked.flatMap((question, place) => (question.sort === sort ? [place] : []))
    const ofArm = (one: Measured): number =>
      rounded(mean(places.map((place) => ndcgOf(one)[place] ?? 0)))
    return {
      sort,
      questions: places.length,
      ...Object.fromEntries(measured.map((one) => [one.arm, ofArm(one)])),
    }
  })
}

const tableOf = (place: Row, set: RetrievalSet, { measured }: SetOutcome, final: Measured): Row[] =>
  measured.map((one): Row => {
    const gain = gainOver(final, one)
    return {
      ...place,
      arm: one.arm,
      ...figuresOf(one, set),
      'final is better by': one === final ? null : `${gain.mean} (${gain.low} … ${gain.high})`,
    }
  })

const options = readBenchOptions()
const report = newReport('retrieval')
const { sets, missing } = loadRetrievalSets(options.sets)
const local = createLocalEmbedder()
try {
  const embedder = cachedEmbedder(local)
  for (const engine of options.engines) {
    for (const set of sets) {
      const asked = { ...set, queries: set.queries.slice(0, options.questions) }
      const outcome = await measureSet(engine, asked, embedder)
      const { measured, documents, lapsed } = outcome
      const final = measured.at(-1)
      if (final === undefined) continue
      const sorts = bySort(outcome)
      report.figures.push({
        set: set.name,
        engine,
        questions: asked.queries.length,
        documents,
        ...figuresOf(final, set),
        arms: measured.map((one) => ({ arm: one.arm, ...figuresOf(one, set) })),
        gains: measured.slice(0, -1).map((one) => gainOver(final, one)),
        ...(sorts.length > 0 && { sorts }),
        ...(lapsed > 0 && { 'answers no longer there': lapsed }),
      })
      report.tables.push(tableOf({ set: set.name, engine }, set, outcome, final))
      if (sorts.length > 0) report.tables.push(sorts)
      if (lapsed > 0)
        report.notes.push(`${set.name}: ${lapsed} answers are no longer there; judge it anew.`)
    }
  }
} finally {
  await local.close()
}
report.notes.push(
  'Intervals: 95 %, 2,000 bootstrap rounds over questions; differences are paired.',
  ...missing.map((name) => `${name} was left out: the sessions it asks about are not here.`),
)
printReport(report, options)
