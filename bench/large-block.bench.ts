/**
 * How long another person waits for the all-in-one server while somebody sends it blocks that are as large as a request may be: the
 * built server as `npm start` runs it, asked for `/v1/me` ten times a second. `--sizes` says how many keys a block has.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { readBenchOptions } from './harness/bench-options.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { type ServerProcess, startServer } from './harness/server-process.ts'
import { percentile } from './harness/statistics.ts'
import { syntheticRequests } from './harness/synthetic-sessions.ts'

const EVERY_MS = 100
const AT_REST_MS = 10_000
const MOST_BLOCKS = 100

const keys = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]))

/** What is sent: one block with all keys, or as many blocks, each within its limit. */
const SENT: Record<string, (count: number) => Record<string, number>[]> = {
  'one block': (count) => [keys(count)],
  'many blocks': (count) =>
    Array.from({ length: MOST_BLOCKS }, () => keys(Math.ceil(count / MOST_BLOCKS))),
}

const requestOf = (name: string, inputs: readonly Record<string, number>[]) => {
  const [request] = syntheticRequests(40)
  const [session] = request?.sessions ?? []
  const [message] = session?.messages ?? []
  if (request === undefined || session === undefined || message === undefined)
    throw new Error('there is no session to send')
  const blocks = inputs.map((input, n) => ({
    type: 'tool_call' as const,
    id: `call-${n}`,
    name: 'Run',
    input,
  }))
  const large = {
    ...message,
    key: 'large',
    role: 'assistant' as const,
    kind: 'assistant' as const,
    blocks,
  }
  return {
    ...request,
    sessions: [{ ...session, native_id: `large-${name}`, messages: [large], edits: [] }],
  }
}

const asking = (server: ServerProcess) => {
  const stop = new AbortController()
  const waited: number[] = []
  const loop = (async () => {
    while (!stop.signal.aborted) {
      const began = performance.now()
      await server.get('/v1/me')
      waited.push(performance.now() - began)
      await pause(Math.max(0, EVERY_MS - (waited.at(-1) ?? 0)))
    }
  })()
  return async (sent: string, tookMs: number): Promise<Row> => {
    stop.abort()
    await loop
    return {
      sent,
      asked: waited.length,
      'ms p50': Math.round(percentile(waited, 0.5)),
      'ms p95': Math.round(percentile(waited, 0.95)),
      'ms worst': Math.round(Math.max(...waited)),
      'answered after s': Math.round(tookMs / 100) / 10,
    }
  }
}

const { json, sizes } = readBenchOptions()
const report = newReport('large-block')
for (const count of sizes) {
  progress(`large-block: ${count} keys`)
  const server = await startServer({})
  const rows: Row[] = []
  try {
    const atRest = asking(server)
    await pause(AT_REST_MS)
    rows.push(await atRest('nothing', 0))
    for (const [name, inputsOf] of Object.entries(SENT)) {
      const body = requestOf(name.replace(' ', '-'), inputsOf(count))
      const beside = asking(server)
      const began = performance.now()
      await server.send('POST', '/v1/ingest', body)
      rows.push(await beside(`${name}, ${count} keys`, performance.now() - began))
    }
  } finally {
    await server.stop()
  }
  report.figures.push(...rows)
  report.tables.push(rows)
}
printReport(report, { json })
