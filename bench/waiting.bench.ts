/**
 * How long people wait for the all-in-one server while it is given a whole history: the built server as `npm start` runs it, to which
 * the built agent sends every commit of this repository while sessions are embedded. Meanwhile each request of a person is made once
 * a second, as long as the one before was answered. `--sizes` says how many messages there are before.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readBenchOptions } from './harness/bench-options.ts'
import { BOOK_PROJECT, BOOK_SCHEMA, generatedFiles } from './harness/generated-book.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { type ServerProcess, startServer } from './harness/server-process.ts'
import { percentile } from './harness/statistics.ts'
import { syntheticRequests } from './harness/synthetic-sessions.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const EVERY_MS = 1_000
const AT_REST_MS = 20_000
/** Of what was brought in before, so much stands still to be embedded when the commits come. */
const LATE = 0.5

type Ask = (server: ServerProcess, turn: number) => Promise<unknown>

const WORDS = ['lease', 'retry', 'parser', 'migration', 'timeout', 'token', 'branch', 'cache']
const word = (turn: number): string => WORDS[turn % WORDS.length] ?? 'lease'
const [small] = syntheticRequests(40)
const notes = generatedFiles(4)

/** What people ask for, each changing something where it writes. */
const ASKED: Record<string, Ask> = {
  '/v1/me': (server) => server.get('/v1/me'),
  search: (server, turn) => server.get(`/v1/search?q=why+does+the+${word(turn)}+fail`),
  blame: (server, turn) =>
    server.send('POST', '/v1/blame', {
      lines: Array.from({ length: 20 }, (_, n) => ({
        path: 'src/main.ts',
        print: `${turn * 20 + n}`.padStart(16, '0'),
      })),
    }),
  'sessions, four messages': (server, turn) =>
    server.send('POST', '/v1/ingest', {
      ...small,
      sessions: small?.sessions.map((session) => ({
        ...session,
        native_id: `waiting-${turn}-${process.pid}`,
        messages: session.messages.slice(0, 4),
      })),
    }),
  'book, four notes': (server, turn) =>
    server.send('POST', '/v1/books/waiting/ingest', {
      project: BOOK_PROJECT,
      schema: BOOK_SCHEMA,
      files: notes.map((file) => ({
        ...file,
        hash: `${file.hash}-${turn}`,
        text: `${file.text}\nTurn ${turn}.\n`,
      })),
    }),
}

/** Asks for everything once a second until told to stop. */
const asking = (server: ServerProcess) => {
  const stop = new AbortController()
  const waited = new Map<string, number[]>(Object.keys(ASKED).map((name) => [name, []]))
  const loops = Object.entries(ASKED).map(async ([name, ask]) => {
    for (let turn = 0; !stop.signal.aborted; turn++) {
      const began = performance.now()
      await ask(server, turn)
      const ms = performance.now() - began
      waited.get(name)?.push(ms)
      await pause(Math.max(0, EVERY_MS - ms))
    }
  })
  return {
    /** One row for each request. */
    done: async (when: string): Promise<Row[]> => {
      stop.abort()
      await Promise.all(loops)
      return [...waited].map(([name, ms]) => ({
        when,
        request: name,
        asked: ms.length,
        'ms p50': Math.round(percentile(ms, 0.5)),
        'ms p95': Math.round(percentile(ms, 0.95)),
        'ms worst': Math.round(Math.max(...ms)),
      }))
    },
  }
}

type Jobs = {
  outbox: { waiting: number }
  jobs: { name: string; waiting: number; active: number; delayed: number }[]
  backlog: { sessions_to_distil: number; documents_to_embed: number }
}

const untilDone = async (server: ServerProcess): Promise<void> => {
  for (let calm = 0; calm < 3; calm++) {
    await pause(1_000)
    const { outbox, jobs, backlog } = (await server.get('/v1/jobs')) as Jobs
    const left = outbox.waiting + backlog.sessions_to_distil + backlog.documents_to_embed
    if (left > 0 || jobs.some(({ waiting, active }) => waiting + active > 0)) calm = -1
  }
}

/** Those who ask send sessions meanwhile, so that there is always something to be distilled. */
const untilLinked = async (server: ServerProcess): Promise<void> => {
  for (let calm = 0; calm < 3; calm++) {
    await pause(1_000)
    const { jobs } = (await server.get('/v1/jobs')) as Jobs
    const linking = jobs.find(({ name }) => name === 'link-commits')
    if (linking !== undefined && linking.waiting + linking.active > 0) calm = -1
  }
}

const bringIn = async (server: ServerProcess, from: number, to: number, size: number) => {
  for (const request of syntheticRequests(size).slice(from, to))
    await server.send('POST', '/v1/ingest', request)
}

const seconds = (since: number): number => Math.round((performance.now() - since) / 100) / 10

const { json, sizes } = readBenchOptions()
const report = newReport('waiting')
for (const size of sizes) {
  const requests = syntheticRequests(size).length
  const early = Math.ceil(requests * LATE)
  progress(`waiting: a server with ${size} messages`)
  const server = await startServer({})
  try {
    await server.login()
    await bringIn(server, 0, early, size)
    await untilDone(server)
    const atRest = asking(server)
    await pause(AT_REST_MS)
    const calm = await atRest.done('at rest')
    await untilDone(server)
    progress('waiting: the commits come')
    const busy = asking(server)
    const began = performance.now()
    await Promise.all([
      server.lore(ROOT, 'link', '--backfill'),
      bringIn(server, early, requests, size),
    ])
    const sent = seconds(began)
    await untilLinked(server)
    const done = seconds(began)
    const rows = [...calm, ...(await busy.done('commits and sessions come in'))]
    report.figures.push(...rows, { 'sent in s': sent, 'linked in s': done })
    report.tables.push(rows, [{ 'sent in s': sent, 'linked in s': done }])
  } finally {
    await server.stop()
  }
}
report.notes.push('Server, database, agent and who asks share the cores of this machine.')
printReport(report, { json })
