/**
 * Whether statements that change are followed: each statement of the set comes in as a finding does, in its order in time, and
 * questions are answered by the search. `--set held --set grown`; `--words` without the embedding.
 */
import {
  makeCurate,
  makeEmbedDocuments,
  makeListContradictions,
  makeSearch,
  makeSearchAsOf,
  type TextEmbedder,
} from '@teamlore/core'
import { registerEmbeddingSpace } from '@teamlore/db'
import { createLocalEmbedder } from '@teamlore/models'
import { searchQuerySchema } from '@teamlore/shared'
import { type BenchTeam, type BenchWorld, openBenchWorld } from './harness/bench-world.ts'
import { readBenchOptions } from './harness/bench-options.ts'
import { cachedEmbedder } from './harness/cached-embedder.ts'
import { newReport, printReport, progress } from './harness/report.ts'
import { selectRows } from './harness/select-rows.ts'
import { type Question, readSupersessionSet, type Statement } from './harness/supersession-set.ts'

const options = readBenchOptions()
const report = newReport('supersession')
/** Both sides of a contradiction have to stand among so many. */
const SHOWN = 5
/** What nobody dated was all said at once, so that no order can be taken from it. */
const UNDATED = '2025-01-01'

type Standing = { id: string; status: string; successor_id: string | null }

const fill = async (
  { unitOfWork }: BenchWorld,
  team: BenchTeam,
  statements: readonly Statement[],
): Promise<Map<string, string>> => {
  const curate = makeCurate({ unitOfWork })
  const memoryOf = new Map<string, string>()
  for (const { id, text, at } of statements) {
    const curated = await curate(team.systemScope, {
      projectId: null,
      candidate: {
        ...{ kind: 'decision', statement: text, reason: '', origin: 'human', evidence: [] },
        validFrom: new Date(at ?? UNDATED),
      },
    })
    if (curated.outcome !== 'refused') memoryOf.set(id, curated.memoryId)
  }
  return memoryOf
}

const measure = async (world: BenchWorld, split: string, embedder: TextEmbedder | undefined) => {
  const set = readSupersessionSet(split)
  const team = await world.addTeam()
  const memoryOf = await fill(world, team, set.statements)
  progress(`${split}: ${set.statements.length} statements came in`)
  const { unitOfWork, engine } = world
  if (embedder !== undefined)
    await makeEmbedDocuments({
      ...{ unitOfWork, embedder, batchSize: 32 },
      registerSpace: () => registerEmbeddingSpace(engine, embedder.space),
    })(team.systemScope)
  const rows = (await selectRows(
    engine,
    `select id, status, successor_id from teamlore.memories where team_id = '${team.teamId}'`,
  )) as Standing[]
  const standing = new Map(rows.map((row) => [row.id, row]))
  const headOf = (id: string | undefined): string | undefined => {
    let at = id === undefined ? undefined : standing.get(id)
    for (let step = 0; at?.successor_id && step < 50; step++) at = standing.get(at.successor_id)
    return at?.id
  }
  const isLinked = (older: string, newer: string) => {
    const [a, b] = [memoryOf.get(older), memoryOf.get(newer)]
    return a !== undefined && b !== undefined && a !== b && headOf(a) === headOf(b)
  }
  const supersedes = set.pairs.filter(({ relation }) => relation === 'supersedes')
  const independent = set.pairs.filter(({ relation }) => relation === 'independent')
  const wrong = independent.filter(({ older, newer }) => isLinked(older, newer))
  const search = makeSearch({ unitOfWork, ...(embedder === undefined ? {} : { embedder }) })
  const ask = async ({ question, at }: Question, limit: number) => {
    const query = searchQuerySchema.parse({ q: question, scope: 'knowledge', limit })
    const { items } = await makeSearchAsOf({ unitOfWork, search })(team.scope, {
      ...query,
      ...(at === undefined ? {} : { as_of: at }),
    })
    return items.map(({ id }) => id)
  }
  const tally = { current: [0, 0, 0], asof: [0, 0, 0], lookalike: [0, 0, 0], why: [0, 0, 0] }
  let bothShown = 0
  const contradictions = set.questions.filter(({ kind }) => kind === 'contradiction')
  const misses: string[] = []
  for (const question of set.questions) {
    const ids = (list: readonly string[]) => list.flatMap((id) => memoryOf.get(id) ?? [])
    if (question.kind === 'contradiction') {
      const found = await ask(question, SHOWN)
      if (ids(question.gold).every((id) => found.includes(id))) bothShown += 1
      continue
    }
    const [first] = await ask(question, 3)
    const counts = tally[question.kind]
    counts[0] = (counts[0] ?? 0) + 1
    if (first !== undefined && ids(question.gold).includes(first)) counts[1] = (counts[1] ?? 0) + 1
    else if (first !== undefined && ids(question.stale).includes(first)) {
      counts[2] = (counts[2] ?? 0) + 1
      misses.push(`${question.kind} ${question.group}: stale first`)
    } else misses.push(`${question.kind} ${question.group}: another first`)
  }
  const { items: listed } = await makeListContradictions({ unitOfWork })(team.scope, { limit: 100 })
  const missed = supersedes.filter(({ older, newer }) => !isLinked(older, newer))
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)
  const figures = {
    ...{ set: split, statements: set.statements.length },
    supersedes_linked: `${supersedes.length - missed.length}/${supersedes.length}`,
    false_supersede: share(wrong.length, independent.length),
    look_alikes: independent.length,
    ...Object.fromEntries(
      Object.entries(tally).flatMap(([kind, [all = 0, right = 0, stale = 0]]) =>
        all === 0
          ? []
          : [
              [`${kind}_asked`, all],
              [`${kind}_first`, share(right, all)],
              [`${kind}_stale_first`, share(stale, all)],
            ],
      ),
    ),
    both_shown: share(bothShown, contradictions.length),
    contradictions_listed: listed.length,
  }
  report.figures.push({
    ...figures,
    missed: missed.map(({ group }) => group),
    wrong: wrong.map(({ older, newer }) => `${older} > ${newer}`),
    misses,
  })
  report.tables.push(
    Object.entries(figures).map(([figure, value]) => ({ figure, [split]: value })),
  )
  const shown = (name: string, list: readonly string[]) =>
    list.length === 0 ? [] : [`${split}: ${name}: ${list.slice(0, 12).join(', ')}`]
  report.notes.push(
    ...shown(
      'not linked',
      missed.map(({ newer }) => newer),
    ),
    ...shown(
      'wrongly retired',
      wrong.map(({ older }) => older),
    ),
  )
}

const embedder = options.words ? undefined : cachedEmbedder(createLocalEmbedder())
const world = await openBenchWorld('embedded')
for (const split of options.sets.length === 0 ? ['held', 'grown'] : options.sets)
  await measure(world, split, embedder)
await world.close()
printReport(report, options)
process.exit(0)
