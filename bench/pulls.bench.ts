/**
 * `npm run bench -- pulls`: what the engine of the bot shows on labelled pull requests (bench/data/pulls), beside what a reviewer wants
 * to know. `--set tuning` or `--set held` for one half, `--set uvicorn` for one repository; `--cases` names each miss, of the tuning half alone.
 */
import { readBenchOptions } from './harness/bench-options.ts'
import { openBenchWorld } from './harness/bench-world.ts'
import { agreementRows } from './harness/pulls-agreement.ts'
import { missesOf, pullsRow, reasonRows } from './harness/pulls-figures.ts'
import { type AnsweredPull, replayPulls } from './harness/pulls-server.ts'
import { readPullsRepositories } from './harness/pulls-set.ts'
import { newReport, printReport } from './harness/report.ts'

const CASES = '--cases'
const namesCases = process.argv.includes(CASES)
const { json, engines, sets } = readBenchOptions(
  process.argv.slice(2).filter((one) => one !== CASES),
)
const report = newReport('pulls')
const repositories = readPullsRepositories().filter(
  ({ split, name }) => sets.length === 0 || sets.includes(split) || sets.includes(name),
)
const [engine = 'embedded'] = engines

const world = await openBenchWorld(engine)
const team = await world.addTeam(['ada'])
const answered: AnsweredPull[] = []
try {
  for (const repository of repositories)
    answered.push(...(await replayPulls({ world, team }, repository)))
} finally {
  await world.close()
}

const halves = (['tuning', 'held'] as const).flatMap((half) => {
  const own = answered.filter(({ repository }) => repository.split === half)
  return own.length === 0 ? [] : [{ half, own }]
})
report.tables.push(
  [
    ...halves.map(({ half, own }) => pullsRow(half, own)),
    ...(halves.length > 1 ? [pullsRow('all', answered)] : []),
  ],
  halves.flatMap(({ half, own }) => reasonRows(half, own)),
)
report.tables.push(
  repositories.map(({ name }) =>
    pullsRow(
      name,
      answered.filter(({ repository }) => repository.name === name),
    ),
  ),
)
if (namesCases)
  report.tables.push(
    answered.filter(({ repository }) => repository.split === 'tuning').flatMap(missesOf),
  )
const agreement = agreementRows(repositories)
if (agreement.length > 0) report.tables.push(agreement)
report.figures.push(...report.tables.flat())
report.notes.push(
  'Targets: precision 0.8, silence of those that deserve it 0.9, median 1 at most.',
  '“Silence right”: the part of the silent answers that should be silent.',
)
printReport(report, { json })
