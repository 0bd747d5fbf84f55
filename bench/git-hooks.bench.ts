// `npm run bench -- git-hooks`: what the hooks of git that `lore hooks install --tool git` sets add to `git commit`, by turns with a
// repository that has none.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AGENT } from './harness/agent-process.ts'
import { openAgentWorld } from './harness/agent-world.ts'
import { readBenchOptions } from './harness/bench-options.ts'
import { newReport, printReport, type Row } from './harness/report.ts'
import { percentile } from './harness/statistics.ts'

const COMMITS = 60
const WARM = 5

const run = promisify(execFile)
const { json, questions = COMMITS } = readBenchOptions()
const report = newReport('git-hooks')
const folder = mkdtempSync(join(tmpdir(), 'teamlore-git-hooks-bench-'))
const world = await openAgentWorld()
const { PATH = '' } = process.env
const env = {
  PATH,
  HOME: world.home,
  LORE_CONFIG_DIR: world.configDir,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
}
const repository = async (name: string): Promise<string> => {
  const root = join(folder, name)
  mkdirSync(root)
  await run('git', ['init', '-q', '-b', 'main', root], { env })
  return root
}
const commit = async (root: string): Promise<number> => {
  const began = performance.now()
  await run('git', ['commit', '-q', '--allow-empty', '-m', 'Moor the ferry'], { cwd: root, env })
  return performance.now() - began
}

try {
  const roots = {
    'without hooks': await repository('plain'),
    'with hooks': await repository('hooked'),
  }
  await run(process.execPath, [AGENT, 'hooks', 'install', '--tool', 'git'], {
    cwd: roots['with hooks'],
    env,
  })
  const times = new Map<string, number[]>()
  for (let n = 0; n < questions + WARM; n++)
    for (const [name, root] of Object.entries(roots)) {
      const ms = await commit(root)
      if (n >= WARM) times.set(name, [...(times.get(name) ?? []), ms])
    }
  const rows = [...times].map(
    ([repositoryName, ms]): Row => ({
      'git commit': repositoryName,
      commits: ms.length,
      'p50 ms': Math.round(percentile(ms, 0.5) * 10) / 10,
      'p95 ms': Math.round(percentile(ms, 0.95) * 10) / 10,
    }),
  )
  report.tables.push(rows)
  report.figures.push(...rows)
  report.notes.push('Goal: less than 50 ms more.')
  printReport(report, { json })
} finally {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
}
