/**
 * What the agent costs on a developer's machine: the bundled command as users run it, against a server that acknowledges
 * everything at once. CPU and memory are what the operating system says of its process.
 */
import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AGENT, BUNDLE, startAgent } from './harness/agent-process.ts'
import { measureStages } from './harness/agent-stages.ts'
import { type AgentWorld, openAgentWorld } from './harness/agent-world.ts'
import { readBenchOptions } from './harness/bench-options.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { percentile } from './harness/statistics.ts'

const run = promisify(execFile)
const { json } = readBenchOptions()
const report = newReport('agent')
if (!existsSync(BUNDLE)) {
  process.stderr.write('The agent is not built. Run `npm run build` first.\n')
  process.exit(1)
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const STARTS = 15

const startTimes = async (): Promise<Row> => {
  progress('agent: start')
  const home = mkdtempSync(join(tmpdir(), 'teamlore-bench-'))
  const env = { PATH: process.env['PATH'] ?? '', HOME: home }
  const start = () => timed(() => run(process.execPath, [AGENT, '--version'], { env }))
  const samples: number[] = []
  const floors: number[] = []
  // Compiles what the others find compiled.
  const first = await start()
  for (let n = 0; n < STARTS; n++) {
    samples.push(await start())
    floors.push(await timed(() => run(process.execPath, ['-e', '0'], { env })))
  }
  rmSync(home, { recursive: true, force: true })
  return {
    'first start ms': Math.round(first),
    'start ms p50': Math.round(percentile(samples, 0.5)),
    'start ms best': Math.round(Math.min(...samples)),
    'floor: bare node ms p50': Math.round(percentile(floors, 0.5)),
    'floor: bare node ms best': Math.round(Math.min(...floors)),
  }
}

const FILES = 1_000
const IDLE_SECONDS = 30

const idle = async (world: AgentWorld): Promise<Row> => {
  progress(`agent: ${FILES} session files`)
  const bytes = world.writeSessions({ files: FILES, messages: 20 })
  const first = startAgent(world, 'watch')
  await first.says(/watching/)
  await world.server.hasMessages(FILES * 20)
  await pause(6_000)
  const afterBackfill = first.usage()
  await first.stop()
  const second = startAgent(world, 'watch')
  await second.says(/watching/)
  await pause(6_000)
  const before = second.usage()
  progress(`agent: idle for ${IDLE_SECONDS} s`)
  await pause(IDLE_SECONDS * 1_000)
  const after = second.usage()
  const latencies: number[] = []
  for (let n = 0; n < 10; n++) {
    const arrived = world.server.nextMessages(1)
    const append = () => {
      appendFileSync(world.anyFile(), world.line(n))
      return arrived
    }
    latencies.push(await timed(append))
    await pause(400)
  }
  await second.stop()
  return {
    'session files': FILES,
    mb: Math.round(bytes / 1e5) / 10,
    'idle cpu %':
      Math.round(((after.cpuMs - before.cpuMs) / (IDLE_SECONDS * 1_000)) * 10_000) / 100,
    'rss mb': Math.round(after.rssBytes / 1e6),
    'rss mb after the first reading of all': Math.round(afterBackfill.rssBytes / 1e6),
    'append to sent ms p50': Math.round(percentile(latencies, 0.5)),
    'append to sent ms p95': Math.round(percentile(latencies, 0.95)),
  }
}

/** Parsing, redaction, hashing and packing, without a network: what `lore import --dry-run` does. */
const parsing = async (world: AgentWorld): Promise<Row> => {
  progress('agent: parsing')
  const bytes = world.writeLargeSession(40)
  const agent = startAgent(world, 'import', '--dry-run', '--path', world.largeFile)
  const ms = await timed(() => agent.ended)
  return {
    'dry run mb': Math.round(bytes / 1e6),
    'dry run mb/s': Math.round(bytes / 1e5 / (ms / 1_000)) / 10,
  }
}

const APPENDS = 100

const growing = async (world: AgentWorld): Promise<Row> => {
  progress(`agent: ${APPENDS} appends to a large session`)
  const bytes = world.writeLargeSession(20)
  const agent = startAgent(world, 'watch')
  await agent.says(/watching/)
  await pause(4_000)
  const before = agent.usage()
  const began = performance.now()
  const all = world.server.nextMessages(APPENDS)
  for (let n = 0; n < APPENDS; n++) {
    appendFileSync(world.largeFile, world.line(n))
    await pause(150)
  }
  const written = performance.now()
  await all
  const arrived = performance.now()
  const after = agent.usage()
  await agent.stop()
  const seconds = (arrived - began) / 1_000
  return {
    'large file mb': Math.round(bytes / 1e6),
    appends: APPENDS,
    'cpu ms': Math.round(after.cpuMs - before.cpuMs),
    'cpu % of a core': Math.round(((after.cpuMs - before.cpuMs) / 10 / seconds) * 10) / 10,
    'last append to sent ms': Math.round(arrived - written),
  }
}

const stages = (world: AgentWorld): Promise<Row[]> => {
  progress('agent: stages')
  return measureStages(world, world.writeLargeSession(40))
}

const tables: Row[][] = [[await startTimes()]]
for (const measure of [idle, parsing, stages, growing]) {
  const world = await openAgentWorld()
  try {
    tables.push([await measure(world)].flat())
  } finally {
    await world.close()
  }
}

report.tables.push(...tables)
report.figures.push(...tables.flat())
report.notes.push(
  'Targets: start < 150 ms, idle CPU < 0.5 %, RSS < 80 MB with 1,000 session files.',
  'RSS is of the running watch, Node itself included (its binary alone maps some 45 MB); with the settings of the service.',
)
printReport(report, { json })
