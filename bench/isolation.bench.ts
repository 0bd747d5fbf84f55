/**
 * What keeping people apart costs, and whether time reveals it: figures and searches of a team with nothing restricted, with
 * a restricted project, and for somebody outside of it; and how long what is hidden takes to be refused beside what does not
 * exist. `--help` names the options.
 */
import { makeGetRecords, makeGetSession, makeGetStats, makeSearch } from '@teamlore/core'
import { newId, type UserId } from '@teamlore/shared'
import { type BenchEngine, readBenchOptions } from './harness/bench-options.ts'
import { type BenchTeam, benchTeamOf } from './harness/bench-world.ts'
import { openSynthetic, type SyntheticScene } from './harness/kept-synthetic.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { selectRows } from './harness/select-rows.ts'
import { percentile } from './harness/statistics.ts'
import { ALONE, type Timing, time } from './harness/timing.ts'

const QUESTIONS = 200
const WARM_UP = 30
const FIGURES = 60
/** Pairs of a foreign id and an absent one, by turns. */
const PAIRS = 400

const round = (value: number): number => Math.round(value * 100) / 100
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

type Scene = SyntheticScene & { size: number }

/** Somebody else of the team. */
const addColleague = async ({ world, team }: Scene): Promise<BenchTeam> => {
  const userId: UserId = newId.user()
  const { engine } = world
  await engine.db.execute(
    `insert into teamlore.users (id, name) values (${literal(userId)}, 'Bob')`,
  )
  await engine.db.execute(
    `insert into teamlore.memberships (team_id, user_id, role) values (${literal(team.teamId)}, ${literal(userId)}, 'member')`,
  )
  return benchTeamOf(team.teamId, [userId])
}

/** The first project of the corpus, for its author alone. */
const restrict = async ({ world: { engine }, team, synthetic }: Scene): Promise<void> => {
  const project = literal(synthetic.corpus.projectId(0))
  const [author] = team.userIds
  await engine.db.execute(`update teamlore.projects set is_restricted = true where id = ${project}`)
  await engine.db.execute(
    `insert into teamlore.project_access (team_id, project_id, user_id, granted_by, granted_at)
     values (${literal(team.teamId)}, ${project}, ${literal(author ?? '')}, ${literal(author ?? '')}, now())`,
  )
}

const measureAs = async (
  { world, synthetic: { corpus, embedder }, size }: Scene,
  { scope }: BenchTeam,
  line: Row,
): Promise<Row[]> => {
  const { engine, unitOfWork } = world
  const searches = {
    'search by words': makeSearch({ unitOfWork }),
    search: makeSearch({ unitOfWork, embedder, questionsKept: 0 }),
  }
  const stats = makeGetStats({ unitOfWork })
  const rowOf = (what: string, { ms, cpuMs, databaseMs }: Timing): Row => ({
    ...line,
    what,
    'p50 ms': round(percentile(ms, 0.5)),
    'p95 ms': round(percentile(ms, 0.95)),
    'node cpu ms': round(cpuMs),
    'database cpu ms': databaseMs === undefined ? null : round(databaseMs),
  })
  const rows: Row[] = []
  for (const [what, search] of Object.entries(searches)) {
    const ask = (index: number) =>
      search(scope, {
        q: corpus.question((index * 7_919 + 13) % size),
        scope: 'all',
        include_superseded: false,
        limit: 10,
      })
    await time(engine, WARM_UP, ALONE, (index) => ask(index + QUESTIONS))
    rows.push(rowOf(what, await time(engine, QUESTIONS, ALONE, ask)))
  }
  await time(engine, 5, ALONE, () => stats(scope))
  rows.push(rowOf('figures of the team', await time(engine, FIGURES, ALONE, () => stats(scope))))
  return rows
}

const once = async (call: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await call().catch(() => undefined)
  return performance.now() - began
}

/** Sessions that are private to the author of everything. */
const addPrivate = async ({ world: { engine }, team }: Scene): Promise<string[]> => {
  const author = literal(team.userIds[0] ?? '')
  const [machine] = await selectRows<{ id: string }>(
    engine,
    'select id from teamlore.machines limit 1',
  )
  const sessions = Array.from({ length: 20 }, () => newId.session())
  for (const id of sessions)
    await engine.db.execute(
      `insert into teamlore.sessions (id, team_id, machine_id, user_id, tool, native_id, kind, private_to)
       values (${literal(id)}, ${literal(team.teamId)}, ${literal(machine?.id ?? '')}, ${author}, 'claude-code',
         ${literal(id)}, 'main', ${author})`,
    )
  return sessions
}

type Pair = { foreign: number; absent: number }

/** Both by turns: whoever comes second finds a warmer database. */
const pairsOf = async (
  ask: (id: string) => Promise<unknown>,
  sessions: readonly string[],
): Promise<Pair[]> => {
  const pairs: Pair[] = []
  for (let turn = 0; turn < WARM_UP + PAIRS; turn++) {
    const theirs = () => once(() => ask(sessions[turn % sessions.length] ?? ''))
    const none = () => once(() => ask(newId.session()))
    if (turn % 2 === 0) pairs.push({ foreign: await theirs(), absent: await none() })
    else {
      const absent = await none()
      pairs.push({ foreign: await theirs(), absent })
    }
  }
  return pairs.slice(WARM_UP)
}

/** Of what is private to somebody else and of what does not exist: how far apart the times lie. */
const compareIds = async (scene: Scene, { scope }: BenchTeam, line: Row): Promise<Row[]> => {
  const { unitOfWork } = scene.world
  const sessions = await addPrivate(scene)
  const [open, records] = [makeGetSession({ unitOfWork }), makeGetRecords({ unitOfWork })]
  const doors: [string, (id: string) => Promise<unknown>][] = [
    ['a session', (id) => open(scope, { id })],
    ['a record', (id) => records(scope, { ids: [id], budget_tokens: 2_000 })],
  ]
  const rows: Row[] = []
  for (const [what, ask] of doors) {
    const pairs = await pairsOf(ask, sessions)
    const of = (name: keyof Pair, share: number) =>
      round(
        percentile(
          pairs.map((pair) => pair[name]),
          share,
        ),
      )
    rows.push({
      ...line,
      what,
      'foreign p50 ms': of('foreign', 0.5),
      'absent p50 ms': of('absent', 0.5),
      'foreign p95 ms': of('foreign', 0.95),
      'absent p95 ms': of('absent', 0.95),
      // A half says nothing to anybody; of so many pairs chance alone goes 0.05 off it.
      'foreign was slower': round(
        pairs.filter(({ foreign, absent }) => foreign > absent).length / PAIRS,
      ),
    })
  }
  return rows
}

const measure = async (engine: BenchEngine, size: number): Promise<[Row[], Row[]]> => {
  const scene = { ...(await openSynthetic(engine, size)), size }
  try {
    const colleague = await addColleague(scene)
    const line = { engine, documents: size }
    progress(`${engine}: asking`)
    const costs = await measureAs(scene, scene.team, { ...line, of: 'nothing is restricted' })
    await restrict(scene)
    costs.push(
      ...(await measureAs(scene, scene.team, { ...line, of: 'a project is, she is on its list' })),
      ...(await measureAs(scene, colleague, { ...line, of: 'a project is closed to him' })),
    )
    return [costs, await compareIds(scene, colleague, line)]
  } finally {
    await scene.world.close()
  }
}

const options = readBenchOptions()
const report = newReport('isolation')
for (const engine of options.engines)
  for (const size of options.sizes) {
    const [costs, times] = await measure(engine, size)
    report.tables.push(costs, times)
    report.figures.push(...costs, ...times)
  }
printReport(report, options)
