// `npm run bench -- linking-speed --engine postgres --sizes 100k`: how long it takes to look for the sessions behind one commit, in a
// project with so many commits and a tenth as many sessions.
import { makeLinkCommits } from '@teamlore/core/linking'
import type { CommitId } from '@teamlore/shared'
import { readBenchOptions } from './harness/bench-options.ts'
import { openBenchWorld } from './harness/bench-world.ts'
import { loadCode, projectOf, UNLINKED } from './harness/load-code.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { selectRows } from './harness/select-rows.ts'
import { percentile } from './harness/statistics.ts'
import { ALONE, time } from './harness/timing.ts'

const WARM = 50
const PORTION = 20

const { json, engines, sizes } = readBenchOptions()
const report = newReport('linking-speed')

const rounded = (ms: number): number => Math.round(ms * 10) / 10

for (const engine of engines)
  for (const commits of sizes) {
    const world = await openBenchWorld(engine)
    try {
      const { teamId, userIds, systemScope } = await world.addTeam()
      const [userId] = userIds
      if (userId === undefined) throw new Error('The team has nobody in it.')
      const sessions = Math.round(commits / 10)
      progress(`linking-speed: ${commits} commits, ${sessions} sessions, ${engine}`)
      await loadCode(
        world.engine,
        { teamId, userId },
        {
          files: Math.round(commits / 10),
          commits,
          sessions,
          memories: 0,
          minutesApart: 25,
          messagesPerSession: 20,
        },
      )
      const link = makeLinkCommits({ unitOfWork: world.unitOfWork })
      const askFor = (ids: readonly CommitId[]) =>
        world.engine.db.execute(
          `update teamlore.commits set linked_at = case when id in (${ids.map((id) => `'${id}'`).join(', ')}) then null else now() end
           where linked_at is null or id in (${ids.map((id) => `'${id}'`).join(', ')})`,
        )
      const found = await selectRows<{ id: CommitId }>(
        world.engine,
        `select id from teamlore.commits where linked_at is null order by authored_at limit ${UNLINKED}`,
      )
      const ids = found.map(({ id }) => id)
      progress('linking-speed: one by one')
      const ms: number[] = []
      for (const [n, id] of ids.entries()) {
        await askFor([id])
        const { ms: took } = await time(world.engine, 1, ALONE, () =>
          link(systemScope, { projectId: projectOf() }),
        )
        if (n >= WARM) ms.push(...took)
      }
      progress('linking-speed: in portions')
      await askFor(ids)
      const began = performance.now()
      await link(systemScope, { projectId: projectOf() })
      const each = (performance.now() - began) / ids.length
      const [links] = await selectRows<{ right: number; n: number }>(
        world.engine,
        `select count(*)::int as n, count(*) filter (where right(l.session_id, 26)::bigint
            = right(l.commit_id, 26)::bigint * ${sessions} / ${commits})::int as right
          from teamlore.session_links l where l.relation = 'wrote' and l.confidence >= 0.5
            and l.commit_id in (${ids.map((id) => `'${id}'`).join(', ')})`,
      )
      const row: Row = {
        engine,
        commits,
        sessions,
        'p50 ms': rounded(percentile(ms, 0.5)),
        'p95 ms': rounded(percentile(ms, 0.95)),
        'slowest ms': rounded(Math.max(...ms)),
        [`of ${PORTION}, ms each`]: rounded(each),
        'right links': `${links?.right} of ${links?.n}`,
      }
      report.tables.push([row])
      report.figures.push(row)
    } finally {
      await world.close()
    }
  }
report.notes.push(
  `Goal: p95 under 50 ms. A commit every 25 minutes; each writes twelve lines in each of three files, every twentieth a hundred; a sixth of the lines stands in many commits. ${UNLINKED - WARM} commits, after ${WARM} that do not count, each from the question for what is to be linked to its written links.`,
)
printReport(report, { json })
