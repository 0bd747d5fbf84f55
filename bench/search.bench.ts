/**
 * How long a search takes: known-item questions (3–6 words of one document) over synthetic documents with vectors, by every
 * arm together, with filters, one and 50 users at a time, beside the floors of the same run. `--help` names the options.
 */

import { makeSearch } from '@teamlore/core'
import type { SearchQuery } from '@teamlore/shared'
import { type BenchEngine, type BenchOptions, readBenchOptions } from './harness/bench-options.ts'
import { openSynthetic, type SyntheticScene } from './harness/kept-synthetic.ts'
import { newReport, printReport, type Row } from './harness/report.ts'
import { mean, percentile } from './harness/statistics.ts'
import { ALONE, type Load, type Timing, time } from './harness/timing.ts'

const QUESTIONS = 200
const WARM_UP = 30
/** Until every connection of the pool is open and has planned what it will be asked. */
const WARM_UP_MANY = 150
const LIST_QUESTIONS = 40
const MANY_USERS = 50
/** People read what they find before they ask again. */
const PAUSE_MS = 1_000

const AS_PEOPLE_DO: Load = { users: MANY_USERS, pauseMs: PAUSE_MS }
const LOADS: readonly Load[] = [ALONE, AS_PEOPLE_DO, { users: MANY_USERS, pauseMs: 0 }]

const rounded = (value: number): number => Math.round(value * 100) / 100

type Line = { engine: BenchEngine; documents: number; what: string; users: number }

const rowOf = (
  line: Line,
  { ms, cpuMs, databaseMs }: Timing,
  hits: readonly number[] = [],
): Row => ({
  ...line,
  'p50 ms': rounded(percentile(ms, 0.5)),
  'p95 ms': rounded(percentile(ms, 0.95)),
  'p99 ms': rounded(percentile(ms, 0.99)),
  'node cpu ms/query': rounded(cpuMs),
  'database cpu ms/query': databaseMs === undefined ? null : rounded(databaseMs),
  'known-item hit@10': hits.length === 0 ? null : rounded(mean(hits)),
})

type Scene = SyntheticScene & { size: number; questions: number }

/** Spread over all documents, the same in every run. */
const documentOf = (index: number, size: number): number => (index * 7_919 + 13) % size

type Variant = {
  what: string
  filter: (document: number) => Partial<SearchQuery>
  isLexical: boolean
  loads: readonly Load[]
}

const variants = ({ size, synthetic: { corpus } }: Scene): Variant[] => {
  const filtered = { isLexical: false, loads: [ALONE, AS_PEOPLE_DO] }
  const anything = () => ({})
  return [
    { what: 'search', filter: anything, isLexical: false, loads: LOADS },
    { what: 'by words alone', filter: anything, isLexical: true, loads: LOADS },
    { ...filtered, what: 'tool: (4 of 5 documents)', filter: () => ({ tool: 'claude-code' }) },
    {
      ...filtered,
      what: `project: (${Math.min(size, 2_000).toLocaleString('en')} documents)`,
      filter: (document) => ({ project: corpus.projectId(document) }),
    },
  ]
}

const nameOf = (what: string, { pauseMs }: Load): string =>
  pauseMs > 0 ? `${what}, a second between` : what

const measureSearches = async (
  scene: Scene,
  line: Omit<Line, 'what' | 'users'>,
  words: boolean,
): Promise<Row[]> => {
  const { world, team, synthetic, size, questions } = scene
  const { corpus, embedder } = synthetic
  const rows: Row[] = []
  for (const variant of variants(scene).filter(({ isLexical }) => isLexical || !words)) {
    const { what, filter, isLexical, loads } = variant
    const search = makeSearch({
      unitOfWork: world.unitOfWork,
      questionsKept: 0,
      embedder: isLexical ? undefined : embedder,
    })
    const hits: number[] = []
    const ask = async (index: number, isCounted = true): Promise<void> => {
      const document = documentOf(index, size)
      const { items } = await search(team.scope, {
        q: corpus.question(document),
        scope: 'all',
        include_superseded: false,
        limit: 10,
        ...filter(document),
      })
      const at = corpus.occurredAt(document).toISOString()
      if (isCounted) hits.push(items.some(({ occurred_at }) => occurred_at === at) ? 1 : 0)
    }
    for (const load of loads) {
      hits.length = 0
      const isMany = load.users > 1
      await time(
        world.engine,
        isMany ? WARM_UP_MANY : WARM_UP,
        { users: load.users, pauseMs: 0 },
        (index) => ask(index + questions, false),
      )
      const timing = await time(world.engine, questions, load, (index) => ask(index))
      if (!hits.includes(1))
        throw new Error(`No question of "${what}" found its document: nothing was measured.`)
      // The vector of a known item leads straight to it, so only words alone say how well it is found.
      rows.push(
        rowOf(
          {
            ...line,
            what: nameOf(what, load),
            users: load.users,
          },
          timing,
          isLexical ? hits : [],
        ),
      )
    }
  }
  return rows
}

/** Filters without words: what is frequent, what few have, and what nothing has though much has to be looked at to know. */
const LISTS: readonly [what: string, filter: Partial<SearchQuery>][] = [
  ['list: the newest', {}],
  ['list: tool: (4 of 5)', { tool: 'claude-code' }],
  ['list: type: (1 of 8)', { type: 'prompt' }],
  ['list: type: (nothing)', { type: 'decision' }],
  ['list: file: (nothing, its words everywhere)', { file: 'ts/src' }],
  ['list: -tool: (1 of 5), -type: (nothing)', { q: '-tool:claude-code -type:message,prompt' }],
  ['list: before: the second day', { before: '2026-01-02' }],
]

const measureLists = async (
  { world, team, questions }: Scene,
  line: Omit<Line, 'what' | 'users'>,
): Promise<Row[]> => {
  const search = makeSearch({ unitOfWork: world.unitOfWork })
  const rows: Row[] = []
  for (const [what, filter] of LISTS) {
    const ask = async (): Promise<void> => {
      const query = {
        q: '',
        scope: 'all',
        include_superseded: false,
        limit: 20,
        ...filter,
      } as const
      await search(team.scope, query)
    }
    const timing = await time(world.engine, Math.min(questions, LIST_QUESTIONS), ALONE, ask)
    rows.push(rowOf({ ...line, what, users: 1 }, timing))
  }
  return rows
}

const measureFloors = async (scene: Scene, line: Omit<Line, 'what' | 'users'>): Promise<Row[]> => {
  const { world, questions } = scene
  const { db } = world.engine
  const fetch = `select id, title, body from teamlore.documents where id = (select max(id) from teamlore.documents)`
  const floors = [
    ['floor: select 1', 'select 1'],
    ['floor: one row by its key', fetch],
  ] as const
  const rows: Row[] = []
  for (const [what, statement] of floors) {
    const call = () => Promise.resolve(db.execute(statement))
    await time(world.engine, WARM_UP, ALONE, call)
    rows.push(rowOf({ ...line, what, users: 1 }, await time(world.engine, questions, ALONE, call)))
  }
  return rows
}

const measure = async (
  engine: BenchEngine,
  size: number,
  { questions = QUESTIONS, keep, words }: Pick<BenchOptions, 'questions' | 'keep' | 'words'>,
): Promise<Row[]> => {
  const scene = { ...(await openSynthetic(engine, size, { keep, words })), size, questions }
  try {
    const line = { engine, documents: size }
    return [
      ...(await measureFloors(scene, line)),
      ...(await measureLists(scene, line)),
      ...(await measureSearches(scene, line, words)),
    ]
  } finally {
    await scene.world.close()
  }
}

const { json, engines, sizes, ...options } = readBenchOptions()
const report = newReport('search')
for (const engine of engines) {
  for (const size of sizes) {
    const rows = await measure(engine, size, options)
    report.figures.push(...rows)
    report.tables.push(rows)
  }
}
report.notes.push(
  'Questions are 3–6 words of one document; vectors are made up, so no model’s time is in here.',
  'CPU is that of this process: with the embedded engine the database’s too, with a server the client’s alone.',
)
printReport(report, { json })
