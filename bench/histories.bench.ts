/**
 * Nothing prepared: 60 histories of four sessions each come in by the door, are distilled by rules and curated, and questions are put to
 * the search. `--set unseen` for the half that nothing was fitted on; `--words` without the embedding.
 */
import {
  createExtractiveDistiller,
  createSentenceVectors,
  makeDistilSession,
  makeIngest,
  makeRefreshLexemeStats,
  makeSearch,
  makeSearchAsOf,
  type TextEmbedder,
} from '@teamlore/core'
import { createLocalEmbedder } from '@teamlore/models'
import {
  ingestRequestSchema,
  type SearchResponse,
  type SessionId,
  searchQuerySchema,
} from '@teamlore/shared'
import { readBenchOptions } from './harness/bench-options.ts'
import {
  BENCH_MACHINE,
  type BenchTeam,
  type BenchWorld,
  openBenchWorld,
} from './harness/bench-world.ts'
import { cachedEmbedder } from './harness/cached-embedder.ts'
import {
  beforeChange,
  goldOf,
  type History,
  type QuestionKind,
  readHistories,
  sessionsToSend,
} from './harness/histories.ts'
import { newReport, printReport, progress } from './harness/report.ts'
import { curateAll, embedAll } from './harness/worker-steps.ts'

const options = readBenchOptions()
const report = newReport('histories')

const send = async (
  { unitOfWork }: BenchWorld,
  { member }: BenchTeam,
  histories: readonly History[],
): Promise<SessionId[]> => {
  const ingest = makeIngest({ unitOfWork })
  const ids: SessionId[] = []
  for (const [place, history] of histories.entries()) {
    const sent = { machine: BENCH_MACHINE, sessions: sessionsToSend(history, place % 10) }
    // What the wire would refuse is refused here as well.
    const { sessions } = await ingest(member, ingestRequestSchema.parse(sent))
    ids.push(...sessions.map(({ session_id }) => session_id as SessionId))
  }
  return ids
}

/** What a worker does with what came in. */
const work = async (
  world: BenchWorld,
  team: BenchTeam,
  { sessions, embedder }: { sessions: readonly SessionId[]; embedder: TextEmbedder | undefined },
) => {
  const { unitOfWork } = world
  const { systemScope } = team
  const distiller = createExtractiveDistiller({ vectors: createSentenceVectors(embedder) })
  const distil = makeDistilSession({ unitOfWork, distiller })
  let findings = 0
  for (const sessionId of sessions) {
    const outcome = await distil(systemScope, { sessionId })
    if (outcome.state === 'done') findings += outcome.observations
  }
  const { created = 0, superseded = 0, proposed = 0 } = await curateAll(world, team)
  await embedAll(world, team, embedder)
  await makeRefreshLexemeStats({ unitOfWork })(systemScope)
  return { findings, memories: created + superseded + proposed }
}

const wordsOf = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}_.%-]{2,}/gu) ?? [])

/** So much of a statement has to stand in what a hit shows. */
const SHOWN = 0.7
const shows = (shown: ReadonlySet<string>, statement: string): boolean => {
  const words = [...wordsOf(statement)]
  return words.filter((word) => shown.has(word)).length / words.length >= SHOWN
}

type Judged = { first: boolean; strict: boolean; staleFirst: boolean; silent: boolean }

const judge = (
  { said }: History,
  kind: QuestionKind,
  { items, nothing_known: silent = false }: SearchResponse,
): Judged => {
  const shown = items.map(({ title, snippet }) => wordsOf(`${title} ${snippet.text}`))
  const { gold, stale } = goldOf(kind)
  const textsOf = (marks: string[]) => marks.flatMap((mark) => said.get(mark) ?? [])
  const placeOf = (statement: string): number => {
    const place = shown.findIndex((words) => shows(words, statement))
    return place < 0 ? Number.POSITIVE_INFINITY : place
  }
  const golds = textsOf(gold).map(placeOf)
  const best = Math.min(...golds, Number.POSITIVE_INFINITY)
  const all = golds.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...golds)
  const wrong = Math.min(...textsOf(stale).map(placeOf), Number.POSITIVE_INFINITY)
  return {
    first: best === 0 && wrong !== 0,
    strict: all < 10 && wrong >= best,
    staleFirst: wrong < best,
    silent,
  }
}

type Tally = { asked: number; first: number; strict: number; stale: number; silent: number }
const EMPTY: Tally = { asked: 0, first: 0, strict: 0, stale: 0, silent: 0 }

const counted = (tally: Tally, { first, strict, staleFirst, silent }: Judged): Tally => ({
  asked: tally.asked + 1,
  first: tally.first + Number(first),
  strict: tally.strict + Number(strict),
  stale: tally.stale + Number(staleFirst),
  silent: tally.silent + Number(silent),
})

const askAll = async (
  { unitOfWork }: BenchWorld,
  { scope }: BenchTeam,
  { histories, embedder }: { histories: readonly History[]; embedder: TextEmbedder | undefined },
) => {
  const search = makeSearchAsOf({ unitOfWork, search: makeSearch({ unitOfWork, embedder }) })
  const tallies = new Map<string, Tally>()
  const misses: string[] = []
  const questions = histories.flatMap((history, place) =>
    history.questions.map((question) => ({ history, place, ...question })),
  )
  for (const { history, place, kind, text } of questions) {
    const query = searchQuerySchema.parse({ q: text, project: history.project, limit: 10 })
    const asOf = kind === 'past' ? { as_of: beforeChange(place % 10) } : {}
    const judged = judge(history, kind, await search(scope, { ...query, ...asOf }))
    for (const key of [`${history.half} ${kind}`, `all ${kind}`])
      tallies.set(key, counted(tallies.get(key) ?? EMPTY, judged))
    const isRight = kind === 'none' ? judged.silent : judged.first && !judged.silent
    // Of the other half nobody looks at single questions.
    if (!isRight && history.half === 'fitted') misses.push(`${kind} ${history.name}: ${text}`)
  }
  return { tallies, misses }
}

const KINDS = ['current', 'past', 'failed', 'constraint', 'command', 'contra', 'stale'] as const

const show = (tallies: ReadonlyMap<string, Tally>, half: string): void => {
  const of = (kind: string): Tally => tallies.get(`${half} ${kind}`) ?? EMPTY
  const sum = (name: keyof Tally) => KINDS.reduce((all, kind) => all + of(kind)[name], 0)
  const asked = Math.max(1, sum('asked'))
  const row = (kind: string, { asked: n, first, strict, stale, silent }: Tally) => ({
    half,
    questions: kind,
    asked: n,
    'right first': first / n,
    'strict at 10': strict / n,
    'stale before': stale / n,
    'nothing known': silent / n,
  })
  report.tables.push([
    ...KINDS.filter((kind) => of(kind).asked > 0).map((kind) => row(kind, of(kind))),
    row('all that was said', {
      asked,
      first: sum('first'),
      strict: sum('strict'),
      stale: sum('stale'),
      silent: sum('silent'),
    }),
    row('what nobody said', of('none')),
  ])
}

const embedder = options.words ? undefined : cachedEmbedder(createLocalEmbedder())
const world = await openBenchWorld(options.engines[0] ?? 'embedded')
const histories = readHistories()
const team = await world.addTeam()
const sessions = await send(world, team, histories)
progress(`${histories.length} histories, ${sessions.length} sessions came in`)
const made = await work(world, team, { sessions, embedder })
progress(`${made.findings} findings and records of work, ${made.memories} memories`)
const { tallies, misses } = await askAll(world, team, { histories, embedder })
for (const half of options.sets.length === 0 ? ['all', 'unseen'] : options.sets) show(tallies, half)
report.figures.push({
  histories: histories.length,
  ...made,
  tallies: Object.fromEntries(tallies),
  misses,
})
await world.close()
printReport(report, options)
process.exit(0)
