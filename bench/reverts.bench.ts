/**
 * `npm run bench -- reverts`: what is made of work that was taken back, and whether the reason is quoted right, on repositories that
 * git writes while hand-written histories happen (bench/data/reverts). A server hears of them as they happen (live), and of all
 * of it afterwards. `--set fitted` or `--set unseen` for one half, `--set fitted-kiln` for one repository; `--cases` names what is not as it should be, of the fitted half alone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBenchOptions } from './harness/bench-options.ts'
import { openBenchWorld } from './harness/bench-world.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { type Judged, judgeHistories, revertRows } from './harness/reverts-figures.ts'
import { replayHistories } from './harness/reverts-replay.ts'
import {
  createRevertsServer,
  hearAfterwards,
  hearLive,
  readDrafts,
  readRelations,
} from './harness/reverts-server.ts'
import { type History, readRevertHistories } from './harness/reverts-set.ts'

const CASES = '--cases'
const namesCases = process.argv.includes(CASES)
const { json, engines, sets } = readBenchOptions(
  process.argv.slice(2).filter((one) => one !== CASES),
)
const report = newReport('reverts')
const histories = readRevertHistories().filter(
  ({ half, repository }) => sets.length === 0 || sets.includes(half) || sets.includes(repository),
)
const repositories = [...new Set(histories.map(({ repository }) => repository))]
const folder = mkdtempSync(join(tmpdir(), 'teamlore-reverts-'))
const [engine = 'embedded'] = engines

const measure = async (
  repository: string,
  { own, isLive }: { own: readonly History[]; isLive: boolean },
): Promise<Judged[]> => {
  const world = await openBenchWorld(engine)
  try {
    const people = [
      ...new Set(['ada', ...own.flatMap(({ blocks }) => blocks.map(({ who }) => who))]),
    ]
    const team = await world.addTeam(people)
    const root = join(folder, `${repository}-${isLive}`)
    const place = { world, team, people }
    const server = createRevertsServer(place, { root, repository })
    const replaying = replayHistories(root, repository, own)
    let made = new Map()
    const happenings = (function* () {
      made = yield* replaying
    })()
    await (isLive ? hearLive : hearAfterwards)(server, happenings)
    return judgeHistories(own, {
      made,
      relations: await readRelations(place),
      drafts: await readDrafts(place),
    })
  } finally {
    await world.close()
  }
}

try {
  const rows: Row[] = []
  const judged = new Map<boolean, Judged[]>([
    [true, []],
    [false, []],
  ])
  for (const [isLive, found] of judged)
    for (const repository of repositories) {
      progress(`reverts: ${repository}, ${isLive ? 'live' : 'afterwards'}`)
      const own = histories.filter((history) => history.repository === repository)
      found.push(...(await measure(repository, { own, isLive })))
    }
  for (const [isLive, found] of judged)
    for (const half of ['fitted', 'unseen'] as const) {
      const own = found.filter(({ history }) => history.half === half)
      if (own.length > 0)
        rows.push(...revertRows(own, `${half}, ${isLive ? 'live' : 'afterwards'}`))
      if (namesCases && half === 'fitted')
        report.tables.push(own.flatMap(({ row }) => (row === undefined ? [] : [row])))
    }
  report.tables.push(rows)
  report.figures.push(...rows)
  report.notes.push(
    'Goal: of reverts whose session was captured, the reason for 80 %, on the unseen half.',
  )
  printReport(report, { json })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
