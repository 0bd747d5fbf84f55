/**
 * `npm run bench -- freshness`: whether the lines that memories are anchored to are found again after so many commits of this
 * repository (`--sizes 50,200`). The server has no code to look at, only where definitions begin and end.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { diffLines, linesOf } from '@teamlore/shared/line-diff'
import { hashOfText } from '../apps/agent/src/graph/reading/read-code-file.ts'
import { symbolsIn } from '../apps/agent/src/graph/reading/symbols.ts'
import { followLines } from '../packages/core/src/code/follow-lines.ts'
import { readBenchOptions } from './harness/bench-options.ts'
import { createRandom } from './harness/random.ts'
import { newReport, printReport, type Row } from './harness/report.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Places in the history that the commits are counted from. */
const STARTS = 3
const RANGES_OF_A_FILE = 4
const DEFAULT_SIZES = [50]

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8', maxBuffer: 1e9 })

const report = newReport('freshness')
const { json, sizes: asked } = readBenchOptions()
const sizes = process.argv.includes('--sizes') ? asked : DEFAULT_SIZES
const random = createRandom(50)

const snapshotOf = (path: string, text: string) => ({
  path,
  hash: hashOfText(text),
  symbols: symbolsIn(text),
})

/** Where each line of a text is in a later one; those that are gone are nowhere. */
const placesIn = (before: string, after: string): Map<number, number> => {
  const places = new Map<number, number>()
  let [old, fresh] = [0, 0]
  for (const { sign } of diffLines(before, after)) {
    if (sign !== '+') old++
    if (sign !== '-') fresh++
    if (sign === ' ') places.set(old, fresh)
  }
  return places
}

type Counts = { ranges: number; right: number; near: number; lost: number }

/** Ranges of which the first and the last line are still there, and whether they are found. */
const judge = (path: string, before: string, after: string, counts: Counts): void => {
  const length = linesOf(before).length
  const places = placesIn(before, after)
  const [then, now] = [snapshotOf(path, before), snapshotOf(path, after)]
  for (let n = 0; n < RANGES_OF_A_FILE; n++) {
    const start = 1 + random.int(length)
    const end = Math.min(length, start + random.int(15))
    const [first, last] = [places.get(start), places.get(end)]
    if (first === undefined || last === undefined) {
      counts.lost++
      continue
    }
    const said = followLines({ start_line: start, end_line: end }, then, now)
    counts.ranges++
    const off = Math.max(
      Math.abs((said.start_line ?? 0) - first),
      Math.abs((said.end_line ?? 0) - last),
    )
    if (off === 0) counts.right++
    if (off <= 2) counts.near++
  }
}

const share = (part: number, all: number): number | null =>
  all === 0 ? null : Math.round((part / all) * 1_000) / 1_000

const shas = git('rev-list', '--first-parent', 'HEAD').trim().split('\n')
for (const commits of sizes) {
  const [all, changed]: Counts[] = [0, 1].map(() => ({ ranges: 0, right: 0, near: 0, lost: 0 }))
  for (let n = 0; n < STARTS; n++) {
    const [to, from] = [shas[n * commits], shas[(n + 1) * commits]]
    if (to === undefined || from === undefined || all === undefined || changed === undefined) break
    const differ = new Set(git('diff', '--name-only', from, to).split('\n'))
    const here = new Set(git('ls-tree', '-r', '--name-only', to).split('\n'))
    for (const path of git('ls-tree', '-r', '--name-only', from).split('\n')) {
      if (!/\.tsx?$/.test(path) || !here.has(path)) continue
      if (!differ.has(path)) {
        // What did not change is where it was.
        all.ranges += RANGES_OF_A_FILE
        all.right += RANGES_OF_A_FILE
        all.near += RANGES_OF_A_FILE
        continue
      }
      const counts: Counts = { ranges: 0, right: 0, near: 0, lost: 0 }
      judge(path, git('show', `${from}:${path}`), git('show', `${to}:${path}`), counts)
      for (const sum of [all, changed])
        for (const key of ['ranges', 'right', 'near', 'lost'] as const) sum[key] += counts[key]
    }
  }
  for (const [files, counts] of [
    ['all files', all],
    ['files that changed', changed],
  ] as const)
    if (counts !== undefined) {
      const row: Row = {
        commits,
        of: files,
        ranges: counts.ranges,
        right: share(counts.right, counts.ranges),
        'at most two lines off': share(counts.near, counts.ranges),
        'edges gone': counts.lost,
      }
      report.figures.push(row)
      report.tables.push([row])
    }
}
report.notes.push(
  `Goal: 0.97 after 50 commits. Ranges of up to 15 lines, drawn by lot, from up to ${STARTS} places in the history; those whose first or last line is gone have no right answer and are left out.`,
)
printReport(report, { json })
