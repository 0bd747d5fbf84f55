/**
 * How long people wait for the all-in-one server in its first hour: the built server as `npm start` runs it, with `--sizes` sessions,
 * while the built agent sends every commit of this repository, sessions come in, and they are distilled, embedded, linked,
 * curated and counted. Each request of a person, and five pages, is made once a second, as long as the one before was
 * answered; the same at rest, and both with four busy processes beside the server. `--set another-team`: only what another team of the same
 * server notices, first alone, then while the sessions of the first come in, then while those are distilled and embedded.
 */

import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { askFor, rowsOf, type Waited } from './harness/asked-pages.ts'
import { readBenchOptions } from './harness/bench-options.ts'
import { longTurns, shares, turnSeconds } from './harness/long-turns.ts'
import { besideBackfill, sendAll, untilCalm as untilTeamCalm } from './harness/noticing.ts'
import { newReport, printReport, progress } from './harness/report.ts'
import { type ServerProcess, startServer } from './harness/server-process.ts'
import { callerOf, foundTeam } from './harness/two-teams.ts'
import { readRepository, workingRequests } from './harness/working-sessions.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const BUSY_PROCESSES = 4
/** How long each of the four situations is looked at. */
const LOOK_MS = Number(process.env['WAITING_SECONDS'] ?? 60) * 1_000
/** What was brought in is distilled and linked so far before it is called rest. */
const SETTLE_MS = 15 * 60_000
const LOGGED = { LOG_LEVEL: 'debug' }

type Jobs = {
  outbox: { waiting: number }
  jobs: { name: string; waiting: number; active: number }[]
  backlog: { sessions_to_distil: number }
}

const untilCalm = async (server: ServerProcess): Promise<void> => {
  const until = performance.now() + SETTLE_MS
  for (let calm = 0; calm < 3 && performance.now() < until; calm++) {
    await pause(1_000)
    const { outbox, jobs, backlog } = (await server.get('/v1/jobs')) as Jobs
    const left = outbox.waiting + backlog.sessions_to_distil
    if (left > 0 || jobs.some(({ waiting, active }) => waiting + active > 0)) calm = -1
  }
}

const besideBusyProcesses = async <T>(work: () => Promise<T>): Promise<T> => {
  const busy = Array.from({ length: BUSY_PROCESSES }, () =>
    spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }),
  )
  try {
    return await work()
  } finally {
    for (const one of busy) one.kill('SIGKILL')
  }
}

const repository = readRepository(ROOT)

/** Sends further sessions until it is stopped. */
const importing = (server: ServerProcess, from: number) => {
  const stop = new AbortController()
  const done = (async () => {
    let sent = from
    for (; !stop.signal.aborted; sent += 25)
      for (const request of workingRequests(repository, { from: sent, to: sent + 25 }))
        await server.send('POST', '/v1/ingest', request)
    return sent - from
  })()
  return {
    stop: () => {
      stop.abort()
      return done
    },
  }
}

const { json, sizes, sets } = readBenchOptions(undefined, { sizes: '1200' })
const report = newReport('waiting')

const look = async (when: string, server: ServerProcess, calm?: Waited): Promise<Waited> => {
  progress(`waiting: ${when}`)
  const since = Date.now()
  const before = await turnSeconds(server)
  const waited = await askFor(server, LOOK_MS)
  const rows = rowsOf(when, waited, calm)
  const turns = longTurns(server, since)
  const spent = shares(before, await turnSeconds(server), (Date.now() - since) / 1_000)
  report.figures.push(...rows, { when, turns, spent })
  report.tables.push(rows, spent, turns)
  return waited
}

/** Without embedding, which would go on for an hour after the sessions came in. */
const atRest = async (folder: string | undefined, sessions: number) => {
  const server = await startServer(
    { ...LOGGED, EMBEDDING_PROVIDER: 'none' },
    { folder, keep: true },
  )
  try {
    await server.login()
    for (const request of workingRequests(repository, { from: 0, to: sessions }))
      await server.send('POST', '/v1/ingest', request)
    progress('waiting: the sessions are in')
    await untilCalm(server)
    const quiet = await look('at rest', server)
    const beside = await besideBusyProcesses(() =>
      look('at rest, beside four busy processes', server),
    )
    return { folder: server.folder, quiet, beside }
  } finally {
    await server.stop()
  }
}

const MESSAGES_OF_A_SESSION = 40
const OWN_MESSAGES = 1_000
const UNBOUND = { RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_ROUTE_PER_MINUTE: '100000' }

/** What is measured on PostgreSQL by `turns`, where one process does everything. */
const anotherTeam = async (sessions: number): Promise<void> => {
  const server = await startServer({ ...LOGGED, ...UNBOUND })
  try {
    const { url, adminKey } = server
    const large = callerOf(url, adminKey)
    const small = callerOf(url, await foundTeam(url, adminKey, 'Second'))
    progress(`waiting: ${OWN_MESSAGES} messages of another team`)
    await sendAll(small, OWN_MESSAGES)
    await untilTeamCalm(small)
    const { whole, rows } = await besideBackfill(
      { large, small },
      {
        messages: sessions * MESSAGES_OF_A_SESSION,
        ms: 2 * LOOK_MS,
        say: (when) => progress(`waiting: another team, ${when}`),
      },
    )
    report.figures.push(whole, ...rows)
    report.tables.push([whole], rows)
  } finally {
    await server.stop()
  }
}

const isAsked = (part: 'hour' | 'another-team') => sets.length === 0 || sets.includes(part)

if (isAsked('another-team')) for (const sessions of sizes) await anotherTeam(sessions)
if (isAsked('hour'))
  for (const sessions of sizes) {
    progress(`waiting: a server with ${sessions} sessions`)
    const { folder, quiet, beside } = await atRest(undefined, sessions)
    const server = await startServer(LOGGED, { folder })
    try {
      const sending = importing(server, sessions)
      const backfill = server.lore(ROOT, 'link', '--backfill')
      await look('background work', server, quiet)
      await besideBusyProcesses(() =>
        look('background work, beside four busy processes', server, beside),
      )
      const sent = await sending.stop()
      await backfill
      report.figures.push({ 'sessions sent meanwhile': sent })
      report.tables.push([{ 'sessions sent meanwhile': sent }])
    } finally {
      await server.stop()
    }
  }
report.notes.push('Server, database, agent and who asks share the cores of this machine.')
printReport(report, { json })
