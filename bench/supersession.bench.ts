/**
 * Whether statements that change are followed: each statement of the set comes in as a finding does, in its order in time, and
 * questions are answered by the search. `--set held --set grown --set slots`, or half of one as `--set slots-unseen`; `--words` without the
 * embedding. `cascades`: what rests on a change has to say so.
 */
import { makeCurate, makeSearch, makeSearchAsOf, type TextEmbedder } from '@teamlore/core'
import { makeJudgeDependants, makeJudgeMemories } from '@teamlore/core/judging'
import { QUESTIONS_ASKED } from '@teamlore/core/memory-questions'
import { createLocalEmbedder } from '@teamlore/models'
import { searchQuerySchema } from '@teamlore/shared'
import { readBenchOptions } from './harness/bench-options.ts'
import { type BenchTeam, type BenchWorld, openBenchWorld } from './harness/bench-world.ts'
import { cachedEmbedder } from './harness/cached-embedder.ts'
import { recordedJudge } from './harness/recorded-judge.ts'
import { newReport, printReport, progress } from './harness/report.ts'
import { readCascades, readContradictions, readThreads } from './harness/supersession-relations.ts'
import { type Question, readSupersessionSet, type Statement } from './harness/supersession-set.ts'
import { embedAll } from './harness/worker-steps.ts'

const options = readBenchOptions()
const report = newReport('supersession')
/** Both sides of a contradiction, and what rests on a change, have to stand among so many. */
const SHOWN_OF: Partial<Record<Question['kind'], number>> = { contradiction: 5, cascade: 5 }
/** What nobody dated was all said at once, so that no order can be taken from it. */
const UNDATED = '2025-01-01'

const fill = async (
  { unitOfWork }: BenchWorld,
  team: BenchTeam,
  statements: readonly Statement[],
): Promise<Map<string, string>> => {
  const curate = makeCurate({ unitOfWork })
  const memoryOf = new Map<string, string>()
  for (const { id, text, at, slots, questions } of statements) {
    const curated = await curate(team.systemScope, {
      projectId: null,
      candidate: {
        kind: 'decision',
        statement: text,
        reason: '',
        origin: 'human',
        evidence: [],
        ...(slots === undefined ? {} : { slots }),
        ...(questions === undefined ? {} : { questions: questions.slice(0, QUESTIONS_ASKED) }),
        validFrom: new Date(at ?? UNDATED),
      },
    })
    if (curated.outcome !== 'refused') memoryOf.set(id, curated.memoryId)
  }
  return memoryOf
}

/** `found`: how often all that was asked about are hits of their own; `touched`: how often one of it is. */
type Tally = { asked: number; right: number; stale: number; found: number; touched: number }
/** What the first hits of a question are, what they say changed and what stands beside them as their other side. */
type Found = { id: string; changed: string[]; beside: string[] }

const judge = (
  kind: Question['kind'],
  hits: readonly Found[],
  { gold, stale, changed }: { gold: readonly string[]; stale: readonly string[]; changed: string },
) => {
  const found = hits.map(({ id }) => id)
  const first = found[0] ?? ''
  const isRight = (): boolean => {
    if (kind === 'contradiction') {
      const shown = new Set([...found, ...hits.flatMap(({ beside }) => beside)])
      return gold.every((id) => shown.has(id))
    }
    if (kind !== 'cascade') return gold.includes(first)
    // The one asked about stands among those shown, and says what changed.
    return hits.some(
      (hit) => gold.includes(hit.id) && hit.changed.some((said) => said.includes(changed)),
    )
  }
  const right = isRight()
  return {
    isRight: right,
    isStale: !right && stale.includes(first),
    isFound: gold.every((id) => found.includes(id)),
    isTouched: gold.some((id) => found.includes(id)),
  }
}

const missOf = (
  kind: Question['kind'],
  { isStale, isFound, isTouched }: ReturnType<typeof judge>,
): string => {
  if (SHOWN_OF[kind] === undefined) return `${isStale ? 'stale' : 'another'} first`
  if (isFound) return 'found, and says nothing of the change'
  return isTouched ? 'one of two is found' : 'not found'
}

const askAll = async (
  questions: readonly Question[],
  memoryOf: ReadonlyMap<string, string>,
  ask: (question: Question, limit: number) => Promise<Found[]>,
) => {
  const tallies = new Map<Question['kind'], Tally>()
  const misses: string[] = []
  const ids = (list: readonly string[]) => list.flatMap((id) => memoryOf.get(id) ?? [])
  for (const question of questions) {
    const { kind, group, changed = '' } = question
    const tally = tallies.get(kind) ?? { asked: 0, right: 0, stale: 0, found: 0, touched: 0 }
    tallies.set(kind, tally)
    const found = await ask(question, SHOWN_OF[kind] ?? 1)
    const judged = judge(kind, found, {
      gold: ids(question.gold),
      stale: ids(question.stale ?? []),
      changed: memoryOf.get(changed) ?? 'nothing',
    })
    tally.asked += 1
    tally.right += Number(judged.isRight)
    tally.stale += Number(judged.isStale)
    tally.found += Number(judged.isFound)
    tally.touched += Number(judged.isTouched)
    if (!judged.isRight) misses.push(`${kind} ${group}: ${missOf(kind, judged)}`)
  }
  return { tallies, misses }
}

/** Pairs that the product would put before a language model, by what one answered; run by run, as its job does. */
const judgeAll = async (
  { unitOfWork }: BenchWorld,
  { systemScope }: BenchTeam,
  { split, embed }: { split: string; embed: () => Promise<void> },
) => {
  const { askModel, report: answers } = recordedJudge(`${split.split('+')[0]}-judged.jsonl`)
  const judgeMemories = makeJudgeMemories({ unitOfWork, askModel })
  const all = { memories: 0, pairs: 0, replaced: 0 }
  for (let left = true; left; ) {
    const { memories, pairs, replaced } = await judgeMemories(systemScope)
    all.memories += memories
    all.pairs += pairs
    all.replaced += replaced
    left = memories > 0
    await embed()
  }
  // What rests on a change is asked about by the same job, after it.
  const judgeDependants = makeJudgeDependants({ unitOfWork, askModel })
  const resting = { changes: 0, dependants: 0 }
  for (let left = true; left; ) {
    const { changes, resting: found } = await judgeDependants(systemScope)
    resting.changes += changes
    resting.dependants += found
    left = changes > 0
  }
  const unanswered = answers.unanswered.length
  report.notes.push(
    `${split}: ${all.memories} memories judged, ${all.pairs} pairs, ${answers.asked} questions to a model, ${unanswered} without an answer; ${all.replaced} replaced; ${resting.changes} changes shown, ${resting.dependants} rest on one`,
  )
  return { judged: { ...all, asked: answers.asked, ...resting }, unanswered: answers.unanswered }
}

const measure = async (world: BenchWorld, split: string, embedder: TextEmbedder | undefined) => {
  const { unitOfWork } = world
  const set = readSupersessionSet(split)
  const team = await world.addTeam()
  const memoryOf = await fill(world, team, set.statements)
  progress(`${split}: ${set.statements.length} statements came in`)
  const embed = () => embedAll(world, team, embedder)
  await embed()
  const judged = split.includes('+judged') ? await judgeAll(world, team, { split, embed }) : {}
  const isLinked = await readThreads(world, team, memoryOf)
  const search = makeSearchAsOf({
    unitOfWork,
    search: makeSearch({ unitOfWork, embedder }),
  })
  const { tallies, misses } = await askAll(set.questions, memoryOf, async (question, limit) => {
    const query = searchQuerySchema.parse({ q: question.question, scope: 'knowledge', limit })
    const { items } = await search(team.scope, { ...query, as_of: question.at })
    return items.map(({ id, changed = [], contradicted_by = [] }) => ({
      id,
      changed,
      beside: contradicted_by.map((side) => side.id),
    }))
  })
  const contradictions = await readContradictions(world, team, { set, memoryOf })
  const cascades = await readCascades(world, team, { split, set, memoryOf })
  const supersedes = set.pairs.filter(({ relation }) => relation === 'supersedes')
  const independent = set.pairs.filter(({ relation }) => relation === 'independent')
  const missed = supersedes.filter((pair) => !isLinked(pair)).map(({ newer }) => newer)
  const wrong = independent.filter(isLinked).map(({ older, newer }) => `${older} by ${newer}`)
  const figures = {
    statements: set.statements.length,
    linked: supersedes.length - missed.length,
    of: supersedes.length,
    look_alikes: independent.length,
    wrongly_retired: wrong.length,
    questions: Object.fromEntries(tallies),
    contradictions,
    cascades,
    ...judged,
  }
  report.figures.push({ set: split, ...figures, missed, wrong, misses })
  report.tables.push([
    {
      set: split,
      linked: `${figures.linked}/${figures.of}`,
      'false supersede': wrong.length / independent.length,
      'look-alikes': independent.length,
    },
  ])
  report.tables.push(
    [...tallies].map(([kind, { asked, right, stale, found }]) => ({
      set: split,
      questions: kind,
      asked,
      right: right / asked,
      'stale first': stale,
      ...(SHOWN_OF[kind] === undefined ? {} : { 'found itself': found / asked }),
    })),
  )
  report.tables.push([
    {
      set: split,
      dependants: cascades.dependants,
      noted: cascades.noted,
      independents: cascades.independents,
      'falsely noted': cascades.falsely_noted.length,
    },
  ])
  report.notes.push(`${split}: not linked: ${missed.join(', ')}`, `${split}: ${wrong.join(', ')}`)
}

const embedder = options.words ? undefined : cachedEmbedder(createLocalEmbedder())
const world = await openBenchWorld(options.engines[0] ?? 'embedded')
for (const split of options.sets.length === 0
  ? ['held', 'grown', 'slots', 'slots-unseen', 'cascades']
  : options.sets)
  await measure(world, split, embedder)
await world.close()
printReport(report, options)
process.exit(0)
