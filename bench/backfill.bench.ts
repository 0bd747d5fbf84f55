// `npm run bench -- backfill`: how fast `lore link --backfill` reads and sends the commits of a repository, and that one which is
// cut off goes on without losing or repeating anything.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startAgentIn } from './harness/agent-process.ts'
import { openAgentWorld } from './harness/agent-world.ts'
import { readBenchOptions } from './harness/bench-options.ts'
import { buildRepository } from './harness/git-repository.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'

const { json, sizes } = readBenchOptions()
const report = newReport('backfill')
const folder = mkdtempSync(join(tmpdir(), 'teamlore-backfill-bench-'))

const backfill = async (root: string, cutAfterMs?: number): Promise<Row> => {
  const world = await openAgentWorld()
  try {
    const run = () => startAgentIn(world, root, 'link', '--backfill')
    const row: Row = {}
    if (cutAfterMs !== undefined) {
      const first = run()
      await pause(cutAfterMs)
      await first.stop()
      row['sent before it was cut off'] = world.server.commits.size
    }
    const began = performance.now()
    const agent = run()
    await agent.ended
    const seconds = (performance.now() - began) / 1_000
    const commits = world.server.commits.size
    return {
      commits,
      ...row,
      s: Math.round(seconds * 10) / 10,
      'commits/s': Math.round(commits / seconds),
    }
  } finally {
    await world.close()
  }
}

try {
  for (const commits of sizes) {
    progress(`backfill: a repository of ${commits} commits`)
    const root = join(folder, `r${commits}`)
    await buildRepository(root, { commits, files: Math.round(commits / 5) })
    progress('backfill: sending all of it')
    const { 'commits/s': speed, ...whole } = await backfill(root)
    progress('backfill: cut off after two seconds, then gone on with')
    const { 'commits/s': _, ...cut } = await backfill(root, 2_000)
    const rows: Row[] = [
      {
        run: 'whole',
        ...whole,
        'commits/s': speed ?? null,
        lost: commits - Number(whole['commits']),
      },
      { run: 'cut off', ...cut, lost: commits - Number(cut['commits']) },
    ]
    report.tables.push(rows)
    report.figures.push(...rows)
  }
  report.notes.push(
    'Targets: 500 commits/s, nothing lost.',
    'Each commit writes 12 lines in each of three files. The server takes everything at once; what is measured is the agent.',
  )
  printReport(report, { json })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
