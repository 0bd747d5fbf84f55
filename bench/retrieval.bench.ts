/**
 * Quality of search: questions whose answers are known, through the product's own path (analyse, index, embed, count,
 * search), for each arm alone and for what the product does. `npm run bench -- retrieval --help` names the options.
 */
import { type Fusion, makeSearch, type TextEmbedder } from '@teamlore/core'
import { createLocalEmbedder } from '@teamlore/models'
import { type BenchEngine, readBenchOptions } from './harness/bench-options.ts'
import { type BenchWorld, openBenchWorld } from './harness/bench-world.ts'
import { cachedEmbedder } from './harness/cached-embedder.ts'
import { type LoadedCorpus, loadCorpus } from './harness/load-corpus.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { type QuestionScores, scoreRanking } from './harness/retrieval-metrics.ts'
import { loadRetrievalSets, type RetrievalSet } from './harness/retrieval-sets.ts'
import { bootstrapInterval, mean, pairedInterval } from './harness/statistics.ts'

type Variant = {
  arm: string
  fusion?: Fusion
  weights?: { text: number; vector: number; exact: number }
}

/** `final` is what the product does; the others say what each part of it is worth. */
const VARIANTS: Variant[] = [
  { arm: 'text', weights: { text: 1, vector: 0, exact: 0 } },
  { arm: 'vector', weights: { text: 0, vector: 1, exact: 0 } },
  { arm: 'rrf k=60', fusion: { kind: 'rrf', k: 60 }, weights: { text: 1, vector: 1, exact: 0 } },
  { arm: 'rrf k=10', fusion: { kind: 'rrf', k: 10 }, weights: { text: 1, vector: 0.6, exact: 0 } },
  {
    arm: 'score',
    fusion: { kind: 'score', depth: 200 },
    weights: { text: 0.6, vector: 0.4, exact: 0 },
  },
  { arm: 'final' },
]

const METRICS = [
  'recall@5',
  'recall@10',
  'mrr',
  'ndcg@10',
] as const satisfies (keyof QuestionScores)[]

type Measured = { variant: Variant; scores: QuestionScores[] }

const measure = async (
  world: BenchWorld,
  set: RetrievalSet,
  corpora: ReadonlyMap<string, LoadedCorpus>,
  embedder: TextEmbedder,
): Promise<Measured[]> => {
  const measured: Measured[] = []
  for (const variant of VARIANTS) {
    const { fusion, weights } = variant
    const search = makeSearch({
      unitOfWork: world.unitOfWork,
      embedder,
      ...(fusion && { fusion }),
      ...(weights && { weights }),
    })
    const scores: QuestionScores[] = []
    for (const { text, rel, corpus } of set.queries) {
      const loaded = corpora.get(corpus)
      if (loaded === undefined) throw new Error(`${set.name} has no corpus ${corpus}.`)
      const { items } = await search(loaded.team.scope, {
        q: text,
        scope: 'all',
        include_superseded: false,
        limit: 10,
      })
      const ranked = items.map(({ id }) => loaded.idOf.get(id) ?? id)
      scores.push(scoreRanking(ranked, new Set(rel)))
    }
    measured.push({ variant, scores })
  }
  return measured
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

const figuresOf = ({ scores }: Measured) => {
  const ndcg = scores.map((score) => score['ndcg@10'])
  const { low, high } = bootstrapInterval(ndcg)
  return {
    ...Object.fromEntries(
      METRICS.map((metric) => [metric, rounded(mean(scores.map((score) => score[metric])))]),
    ),
    'ndcg@10 95% low': rounded(low),
    'ndcg@10 95% high': rounded(high),
  }
}

/** How much better the product is than one of its parts, question by question. */
const gainOver = (final: Measured, { variant, scores }: Measured) => {
  const difference = pairedInterval(
    final.scores.map((score) => score['ndcg@10']),
    scores.map((score) => score['ndcg@10']),
  )
  return {
    arm: variant.arm,
    mean: rounded(difference.mean),
    low: rounded(difference.low),
    high: rounded(difference.high),
  }
}

const runSet = async (kind: BenchEngine, set: RetrievalSet, embedder: TextEmbedder) => {
  const world = await openBenchWorld(kind)
  try {
    const corpora = new Map<string, LoadedCorpus>()
    for (const [name, texts] of Object.entries(set.corpora)) {
      progress(`${set.name} on ${kind}: indexing and embedding ${texts.length} texts of ${name}`)
      corpora.set(name, await loadCorpus(world, texts, embedder))
    }
    progress(
      `${set.name} on ${kind}: asking ${set.queries.length} questions, ${VARIANTS.length} ways each`,
    )
    return await measure(world, set, corpora, embedder)
  } finally {
    await world.close()
  }
}

const options = readBenchOptions()
const report = newReport('retrieval')
const local = createLocalEmbedder()
try {
  const embedder = cachedEmbedder(local)
  for (const kind of options.engines) {
    for (const set of loadRetrievalSets(options.sets)) {
      const asked = { ...set, queries: set.queries.slice(0, options.questions) }
      const measured = await runSet(kind, asked, embedder)
      const final = measured.at(-1)
      if (final === undefined) continue
      const documents = Object.values(set.corpora).reduce((sum, texts) => sum + texts.length, 0)
      report.figures.push({
        set: set.name,
        engine: kind,
        questions: asked.queries.length,
        documents,
        ...figuresOf(final),
        arms: measured.map((one) => ({ arm: one.variant.arm, ...figuresOf(one) })),
        gains: measured.slice(0, -1).map((one) => gainOver(final, one)),
      })
      report.tables.push(
        measured.map((one): Row => {
          const gain = gainOver(final, one)
          return {
            set: set.name,
            engine: kind,
            arm: one.variant.arm,
            ...figuresOf(one),
            'final is better by':
              one === final ? null : `${gain.mean} (${gain.low} … ${gain.high})`,
          }
        }),
      )
    }
  }
} finally {
  await local.close()
}
report.notes.push('Intervals: 95 %, 2,000 bootstrap rounds over questions; differences are paired.')
printReport(report, options)
