/**
 * Verdicts on the hits of questions whose answers are known: how often "none of these answers" is said although one does. With
 * LLM_PROVIDER (and what belongs to it) the language model reads, which costs money; else a reader who knows the labels.
 * `npm run bench -- verdicts --help` names the options.
 */
import { makeJudgedSearch, makeSearch, recordTokens } from '@teamlore/core'
import { type AskModel, makeAskModel } from '@teamlore/core/usage'
import { costMicros, createLocalEmbedder, openLanguageModel } from '@teamlore/models'
import { readBenchOptions } from './harness/bench-options.ts'
import { type BenchWorld, openBenchWorld } from './harness/bench-world.ts'
import { cachedEmbedder } from './harness/cached-embedder.ts'
import { labelReader } from './harness/label-reader.ts'
import { languageOf } from './harness/language-of.ts'
import { readRows } from './harness/read-rows.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { loadRetrievalSets, type RetrievalSet } from './harness/retrieval-sets.ts'

const SETS = ['other-words', 'talk', 'harbour']
const LIMIT = 10
const UNBOUNDED = { dailyUsd: 1e6, dailyTokens: 1e12 }

type Outcome = { isRead: boolean; isFound: boolean; saysNone: boolean; state: string }

const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000

const quantile = (values: readonly number[], at: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * at)] ?? 0

const rowOf = (set: string, outcomes: readonly Outcome[], tokens: readonly number[]): Row => {
  const judged = outcomes.filter(({ state }) => state === 'done')
  const read = judged.filter(({ isRead }) => isRead)
  return {
    set,
    questions: outcomes.length,
    judged: share(judged.length, outcomes.length),
    'an answer was read': share(read.length, judged.length),
    'of these, found': share(read.filter(({ isFound }) => isFound).length, read.length),
    'of these, "none"': share(read.filter(({ saysNone }) => saysNone).length, read.length),
    '"none" where none was read': share(
      judged.filter(({ isRead, saysNone }) => !isRead && saysNone).length,
      judged.length - read.length,
    ),
    'tokens of a prompt': quantile(tokens, 0.5),
    p95: quantile(tokens, 0.95),
  }
}

const textsOf = async (world: BenchWorld, teamId: string): Promise<Map<string, string>> => {
  const rows = await readRows<{ source_id: string; body: string }>(
    world,
    `select source_id, body from teamlore.documents where team_id = '${teamId}' and chunk = 0`,
  )
  return new Map(rows.map(({ source_id, body }) => [source_id, body]))
}

const options = readBenchOptions()
const report = newReport('verdicts')
const settings = languageOf()
const model = settings && openLanguageModel(settings)
const local = createLocalEmbedder()
const embedder = cachedEmbedder(local)

const measure = async (set: RetrievalSet): Promise<Row> => {
  const world = await openBenchWorld('embedded')
  const outcomes: Outcome[] = []
  let labels: string[] = []
  const reader = labelReader(() => labels)
  const { unitOfWork } = world
  const ask: AskModel =
    model === undefined
      ? reader.askModel
      : makeAskModel({
          unitOfWork,
          model,
          caps: UNBOUNDED,
          price: (usage) => costMicros(model, usage),
        })
  const askModel: AskModel = (scope, session, { askedBy: _, ...question }) =>
    ask(scope, session, question)
  const search = makeJudgedSearch({
    unitOfWork,
    search: makeSearch({ unitOfWork, embedder }),
    askModel,
  })
  try {
    progress(`${set.name}: indexing and embedding`)
    const corpora = await set.load(world, embedder)
    progress(`${set.name}: asking`)
    for (const question of set.queries.slice(0, options.questions)) {
      const corpus = corpora.get(question.corpus)
      if (corpus === undefined) continue
      const texts = await textsOf(world, corpus.team.teamId)
      const answers = [...corpus.idOf].flatMap(([id, name]) =>
        (question.grades.get(name) ?? 0) > 0 ? [id] : [],
      )
      labels = answers.flatMap((id) => texts.get(id) ?? [])
      const { items, judged } = await search(corpus.team.scope, {
        q: question.text,
        scope: 'all',
        include_superseded: false,
        limit: LIMIT,
        judge: true,
      })
      const right = items.filter(({ id }) => answers.includes(id))
      outcomes.push({
        isRead: right.length > 0,
        isFound: right.some(({ verdict }) => verdict?.says === 'answers'),
        saysNone: judged?.none_answers ?? false,
        state: judged?.state ?? 'none',
      })
    }
    return rowOf(set.name, outcomes, reader.prompts.map(recordTokens))
  } finally {
    await world.close()
  }
}

try {
  const { sets } = loadRetrievalSets(options.sets.length > 0 ? options.sets : SETS)
  const rows: Row[] = []
  for (const set of sets) rows.push(await measure(set))
  report.tables.push(rows)
  report.figures.push(...rows)
} finally {
  await local.close()
}
report.notes.push(
  model === undefined
    ? 'Read by who knows the labels: what becomes of right answers, and nothing of how often a model is right.'
    : `Read by ${model.model} of ${model.provider}.`,
)
printReport(report, options)
