/**
 * `npm run bench -- graph`: whether `lore graph build` finds the imports that dependency-cruiser finds, and how fast it is. Of this
 * repository; `--set viem` and the others below are packages with their sources, which npm fetches.
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { AGENT } from './harness/agent-process.ts'
import { openAgentWorld } from './harness/agent-world.ts'
import { readBenchOptions } from './harness/bench-options.ts'
import { agreementOf, compareEdges } from './harness/edge-agreement.ts'
import { knownImports } from './harness/known-imports.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'

const OWN = 'teamlore'
/** Packages that bring what they were built from, pinned. */
const FETCHED: Record<string, string> = {
  effect: 'effect@4.1.0',
  rxjs: 'rxjs@7.8.2',
  viem: 'viem@2.57.20',
}
const RUNS = 3

const run = promisify(execFile)

const { json, sets } = readBenchOptions()
const report = newReport('graph')
const scratch = mkdtempSync(join(tmpdir(), 'teamlore-graph-bench-'))

const fetched = (name: string): string => {
  const said = execFileSync('npm', ['pack', FETCHED[name] ?? name, '--silent'], {
    cwd: scratch,
    encoding: 'utf8',
  })
  execFileSync('tar', ['xzf', said.trim().split('\n').at(-1) ?? ''], { cwd: scratch })
  const root = join(scratch, name)
  execFileSync('mv', [join(scratch, 'package'), root])
  execFileSync('git', ['init', '-q', root])
  return root
}

type Place = { root: string; folders: string[]; tsConfig: string | undefined }

const placeOf = (name: string): Place => {
  if (name === OWN)
    return {
      root: fileURLToPath(new URL('..', import.meta.url)),
      folders: ['apps', 'packages', 'bench', 'scripts'],
      tsConfig: 'tsconfig.base.json',
    }
  const root = fetched(name)
  const isFolder = (one: string) => statSync(join(root, one)).isDirectory()
  const folders = readdirSync(root).filter((one) => !/^\.|^(?:dist|node_modules)$/.test(one))
  return {
    root,
    folders: folders.filter((one) => isFolder(one) || /\.[cm]?[jt]sx?$/.test(one)),
    tsConfig: undefined,
  }
}

type Built = { files: number; read: number; imports: number; unresolved: number; ms: number }

const measure = async (name: string): Promise<void> => {
  const { root, folders, tsConfig } = placeOf(name)
  const world = await openAgentWorld()
  const build = async (...more: string[]): Promise<Built> => {
    const { PATH = '' } = process.env
    const { stdout } = await run(process.execPath, [AGENT, 'graph', 'build', '--json', ...more], {
      cwd: root,
      env: { PATH, HOME: world.home, LORE_CONFIG_DIR: world.configDir },
      maxBuffer: 1e8,
    })
    return JSON.parse(stdout) as Built
  }
  try {
    progress(`graph: ${name}, by lore`)
    const first = await build()
    const { codeFiles } = world.server
    const speeds: number[] = []
    for (let n = 0; n < RUNS; n++) {
      rmSync(world.configDir, { recursive: true, force: true })
      speeds.push((await build('--dry-run')).ms)
    }
    const again = await build('--dry-run')
    progress(`graph: ${name}, by dependency-cruiser`)
    const began = performance.now()
    const theirs = await knownImports(root, { folders, tsConfig, scratch })
    const theirMs = performance.now() - began
    const found = compareEdges(codeFiles, theirs)
    show(name, { first, speeds, again, theirMs, found })
  } finally {
    await world.close()
  }
}

type Measured = {
  first: Built
  speeds: number[]
  again: Built
  theirMs: number
  found: ReturnType<typeof compareEdges>
}

const agreements: Row[] = []
const speeds: Row[] = []
const differences: Row[] = []

const show = (name: string, { first, speeds: times, again, theirMs, found }: Measured): void => {
  const ms = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  agreements.push({
    repository: name,
    files: found.files,
    'found by both': found.both,
    'by lore alone': found.onlyOurs.length,
    'by dependency-cruiser alone': found.onlyTheirs.length,
    agreement: Math.round(agreementOf(found) * 10_000) / 10_000,
  })
  speeds.push({
    repository: name,
    files: first.files,
    'all read, ms': ms,
    'files/s': Math.round((first.files / ms) * 1_000),
    'nothing changed, ms': again.ms,
    'dependency-cruiser, ms': Math.round(theirMs),
  })
  const classes = new Map<string, { count: number; example: string }>()
  for (const one of [...found.onlyOurs, ...found.onlyTheirs]) {
    const known = classes.get(one.class) ?? { count: 0, example: `${one.from} → ${one.to}` }
    known.count++
    classes.set(one.class, known)
  }
  for (const [what, { count, example }] of classes)
    differences.push({ repository: name, class: what, count, example })
}

try {
  for (const name of sets.length === 0 ? [OWN] : sets) {
    if (name !== OWN && FETCHED[name] === undefined)
      throw new Error(`No set ${name}. There are: ${[OWN, ...Object.keys(FETCHED)].join(', ')}.`)
    await measure(name)
  }
  report.tables.push(agreements, speeds, ...(differences.length === 0 ? [] : [differences]))
  report.figures.push(...agreements, ...speeds, ...differences)
  report.notes.push(
    'Goals: agreement 0.98; 1,000 files/s.',
    `Agreement: imports that both found, of those that either found, between scripts that both looked at. Times are of the median of ${RUNS} builds without what was known before, with files in the memory of the machine.`,
  )
  printReport(report, { json })
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
