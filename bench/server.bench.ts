/**
 * What the all-in-one server takes on a machine: the built server as `npm start` runs it, on an empty home and after session files
 * were brought in by the built agent. Memory is what the operating system says of its process, the heaps what their threads say.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { benchEnv } from './harness/bench-env.ts'
import { readBenchOptions } from './harness/bench-options.ts'
import { mappedParts, memoryOf, mib } from './harness/process-memory.ts'
import { usageOf } from './harness/process-usage.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { type ServerProcess, startServer } from './harness/server-process.ts'
import { percentile } from './harness/statistics.ts'

const { json, sets, questions = 20 } = readBenchOptions()
const report = newReport('server')
const sessions = join(benchEnv().sharedDir, 'sessions', sets[0] ?? '')

const HEAPS = {
  'main.mjs': 'heap, main thread',
  'pglite-thread.mjs': 'heap, database thread',
  'embed-thread.mjs': 'heap, embedding thread',
}

/** Parts in MiB that add up to `rss`: what is mapped for one thing, the heaps, and all other memory without a name. */
const memoryRows = (server: ServerProcess, state: string): { total: Row; parts: Row } => {
  const total = { state, ...memoryOf(server.pid), 'cpu s': Math.round(cpuMs(server) / 100) / 10 }
  const mapped = mappedParts(server.pid)
  if (mapped === undefined) return { total, parts: { state } }
  const heaps = server.heaps()
  const { anonymous, ...named } = mapped
  const heapRows = Object.entries(HEAPS).map(([file, name]) => [name, mib(heaps[file] ?? 0)])
  const inHeaps = Object.values(heaps).reduce((sum, bytes) => sum + bytes, 0)
  return {
    total,
    parts: {
      state,
      ...Object.fromEntries(Object.entries(named).map(([name, bytes]) => [name, mib(bytes)])),
      ...Object.fromEntries(heapRows),
      'the rest (malloc: ONNX session, compilers, buffers)': mib(anonymous - inHeaps),
    },
  }
}

const cpuMs = ({ pid }: ServerProcess): number => usageOf(pid).cpuMs

type Jobs = {
  outbox: { waiting: number }
  jobs: { waiting: number; active: number; delayed: number }[]
  backlog: { sessions_to_distil: number; documents_to_embed: number }
}

const isDone = ({ outbox, jobs, backlog }: Jobs): boolean =>
  outbox.waiting + backlog.sessions_to_distil + backlog.documents_to_embed === 0 &&
  jobs.every(({ waiting, active }) => waiting + active === 0)

const CALM_MS = 10_000
/** With EMBEDDING_IDLE_MINUTES=1, and a thread that takes its time to end. */
const REST_MS = 75_000

const untilDone = async (server: ServerProcess): Promise<void> => {
  for (let calm = 0; calm < CALM_MS; calm += 1_000) {
    await pause(1_000)
    if (!isDone((await server.get('/v1/jobs')) as Jobs)) calm = 0
  }
}

/** Ends a part of the measurement: what the server takes once it has nothing more to do and its model has left memory. */
const rested = async (): Promise<void> => {
  progress('server: waiting until it rests')
  await pause(REST_MS)
}

const search = async (server: ServerProcess, question: string) => {
  const cpu = cpuMs(server)
  const began = performance.now()
  await server.get(`/v1/search?q=${encodeURIComponent(question)}`)
  return { ms: performance.now() - began, cpuMs: cpuMs(server) - cpu }
}

const WORDS = ['lease', 'retry', 'parser', 'migration', 'timeout', 'token', 'branch', 'cache']
const ask = (n: number): string =>
  `why does the ${WORDS[n % WORDS.length]} fail in the ${WORDS[(n * 3 + 1) % WORDS.length]}`

const searchRow = async (server: ServerProcess): Promise<Row> => {
  const first = await search(server, ask(0))
  const samples: Awaited<ReturnType<typeof search>>[] = []
  for (let n = 1; n <= questions; n++) samples.push(await search(server, ask(n)))
  const ms = samples.map((sample) => sample.ms)
  const cpu = samples.reduce((sum, sample) => sum + sample.cpuMs, 0) / samples.length
  return {
    'first question after a rest, ms': Math.round(first.ms),
    'its cpu ms': first.cpuMs,
    questions,
    'ms p50': Math.round(percentile(ms, 0.5)),
    'ms p95': Math.round(percentile(ms, 0.95)),
    'cpu ms each': Math.round(cpu),
  }
}

const totals: Row[] = []
const parts: Row[] = []
const further: Row[][] = []

progress('server: start on an empty home')
const server = await startServer({ EMBEDDING_IDLE_MINUTES: '1' })
try {
  const note = (state: string): void => {
    const rows = memoryRows(server, state)
    totals.push(rows.total)
    parts.push(rows.parts)
  }
  await pause(CALM_MS)
  note('empty, started')
  await rested()
  note('empty, idle')
  for (const path of ['/sign-in', '/', '/search']) await server.page(path)
  note('empty, pages asked for')
  if (existsSync(sessions)) {
    progress('server: import')
    const cpu = cpuMs(server)
    await server.bringIn(sessions)
    note('import has ended')
    const ingested = cpuMs(server)
    progress('server: distilling and embedding')
    await untilDone(server)
    further.push([
      {
        'import, cpu s': Math.round((ingested - cpu) / 1_000),
        'distilling and embedding, cpu s': Math.round((cpuMs(server) - ingested) / 1_000),
      },
    ])
    note('all done')
    await rested()
    note('imported, idle')
    further.push([await searchRow(server)])
    note('questions asked')
    await rested()
    note('idle again')
  } else report.notes.push(`No sessions in ${sessions}: nothing was imported.`)
  further.push([{ 'the launcher beside it, rss': memoryOf(server.launcherPid).rss }])
} finally {
  await server.stop()
}

report.tables.push(totals, ...transposed(parts), ...further)
report.figures.push(...totals, ...parts, ...further.flat())
report.notes.push(
  'MiB, by the operating system (RSS holds what other processes map too, PSS a share of it). Target: below 500 when idle.',
)
printReport(report, { json })

/** Parts as rows, states as columns: there are more of the former. */
function transposed(rows: readonly Row[]): Row[][] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((n) => n !== 'state')
  const table = names.map((part) => ({
    part,
    ...Object.fromEntries(rows.map((row) => [String(row['state']), row[part] ?? null])),
  }))
  return table.length > 0 ? [table] : []
}
