/**
 * A week of 20 people over the shared sessions: the built server as `npm start` runs it, people with keys of their own, a brief at
 * each beginning, messages as they come, searches in between, pages in the morning. How much CPU a message takes, all work after it
 * counted, and how long people wait. `WEEK_TREE=FOLDER` starts the server of another tree, built there, to compare with; both are asked
 * the same. With retention, a holdout, and a person who takes a session back, unless `--words` leaves out what an older server
 * does not know. `--sizes 40` takes so many sessions alone.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { benchEnv } from './harness/bench-env.ts'
import { readBenchOptions } from './harness/bench-options.ts'
import { memoryOf } from './harness/process-memory.ts'
import { usageOf } from './harness/process-usage.ts'
import { newReport, printReport, progress, type Row } from './harness/report.ts'
import { type ServerProcess, startServer } from './harness/server-process.ts'
import { percentile } from './harness/statistics.ts'
import {
  joinTeam,
  lookAround,
  type Person,
  type Waits,
  workThrough,
} from './harness/week/people.ts'
import { daysOf, type WorkingSession, weekOfSessions } from './harness/week/week-of-sessions.ts'

const PEOPLE = 20
/** So many of them work at the same moment. */
const AT_ONCE = 4
const CALM_MS = 5_000

type Jobs = {
  outbox: { waiting: number }
  jobs: { waiting: number; active: number }[]
  backlog: { sessions_to_distil: number; documents_to_embed: number }
}

const untilCalm = async (server: ServerProcess): Promise<void> => {
  for (let calm = 0; calm < CALM_MS; calm += 1_000) {
    await pause(1_000)
    const { outbox, jobs, backlog } = (await server.get('/v1/jobs')) as Jobs
    const left = outbox.waiting + backlog.sessions_to_distil + backlog.documents_to_embed
    if (left > 0 || jobs.some(({ waiting, active }) => waiting + active > 0)) calm = -1_000
  }
}

const cpuSeconds = ({ pid }: ServerProcess): number => usageOf(pid).cpuMs / 1_000

/** What came since with this and other points: every project keeps its text for 120 days, and a tenth of its sessions has no brief. */
const switchOn = async (server: ServerProcess): Promise<void> => {
  const { items } = (await server.get('/v1/projects')) as { items: { id: string }[] }
  for (const { id } of items) {
    await server.send('PUT', `/v1/projects/${id}/retention`, { days: 120, keeps_prompts: true })
    await server.send('PUT', `/v1/projects/${id}/holdout`, { share: 10 })
  }
}

/** Somebody takes their newest session back, and another everything of theirs along. */
const lastDay = async (server: ServerProcess, [one, other]: readonly Person[]): Promise<void> => {
  if (one === undefined || other === undefined) return
  const mine = { authorization: `Bearer ${one.key}` }
  const { items } = (await server.get(
    `/v1/sessions?limit=1&author=${encodeURIComponent(one.name)}`,
    mine,
  )) as {
    items: { id: string }[]
  }
  if (items[0] === undefined) throw new Error(`${one.name} has no session to take back.`)
  await server.remove(`/v1/sessions/${items[0].id}`, mine)
  const exported = await server.text('/v1/me/export', { authorization: `Bearer ${other.key}` })
  if (!exported.includes('"message"')) throw new Error(`${other.name} has nothing to take along.`)
}

const workDay = async (
  server: ServerProcess,
  people: readonly Person[],
  sessions: readonly WorkingSession[],
  waits: Waits,
): Promise<number> => {
  const left = [...sessions]
  let messages = 0
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const person = people[next.person] as Person
      messages += (await workThrough(server, person, next.session, waits)).messages
    }
  }
  for (const person of people) await lookAround(server, person, waits)
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return messages
}

const { json, sizes, words } = readBenchOptions(undefined, { sizes: '1000' })
const tree = process.env['WEEK_TREE']
const report = newReport('week')
const week = await weekOfSessions(benchEnv().sharedDir, { people: PEOPLE, limit: sizes[0] })
progress(`week: ${week.length} sessions`)
const server = await startServer({ RATE_LIMIT_PER_MINUTE: '100000' }, { tree })
try {
  const people = await joinTeam(server, PEOPLE)
  await untilCalm(server)
  const began = cpuSeconds(server)
  const days: Row[] = []
  const all: Waits = new Map()
  let messages = 0
  for (const [day, sessions] of daysOf(week).entries()) {
    const before = cpuSeconds(server)
    const waits: Waits = new Map()
    const sent = await workDay(server, people, sessions, waits)
    const answering = cpuSeconds(server) - before
    await untilCalm(server)
    if (day === 0 && !words) await switchOn(server)
    if (day === 4 && !words) await lastDay(server, people)
    messages += sent
    for (const [what, times] of waits) all.set(what, [...(all.get(what) ?? []), ...times])
    days.push({
      day: day + 1,
      sessions: sessions.length,
      messages: sent,
      'cpu s': cpuSeconds(server) - before,
      'of it while people work': answering,
      'search p95 ms': percentile(waits.get('search') ?? [], 0.95),
      'brief p95 ms': percentile(waits.get('brief') ?? [], 0.95),
    })
    progress(`week: day ${day + 1} is over`)
  }
  await untilCalm(server)
  const cpu = cpuSeconds(server) - began
  const whole = { people: PEOPLE, sessions: week.length, messages, 'cpu s': cpu }
  const total = { ...whole, 'cpu ms a message': (cpu * 1_000) / messages, ...memoryOf(server.pid) }
  const waited = [...all].map(([what, times]) => ({
    what,
    asked: times.length,
    'p50 ms': percentile(times, 0.5),
    'p95 ms': percentile(times, 0.95),
    'p99 ms': percentile(times, 0.99),
  }))
  report.figures.push(total, ...waited, ...days)
  report.tables.push([total], waited, days)
} finally {
  await server.stop()
}
printReport(report, { json })
