/**
 * What one team notices of another's backfill, on PostgreSQL and Valkey: the API and the worker as docker-compose.yml starts them,
 * `--sizes` messages that come in for one team as fast as they are taken, and another team that searches twice a second and sends a
 * session now and then: first alone, then while they come in, then for five minutes while they are distilled and embedded.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { readBenchOptions } from './harness/bench-options.ts'
import { startDeployed } from './harness/deployed-stack.ts'
import { newReport, printReport, progress } from './harness/report.ts'
import { percentile } from './harness/statistics.ts'
import { syntheticRequests } from './harness/synthetic-sessions.ts'
import { callerOf, foundTeam } from './harness/two-teams.ts'

const OWN_MESSAGES = 2_000
const ASK_MS = 500
const SEND_MS = 20_000
const ALONE_MS = 60_000
const WORKING_MS = 300_000
/** Longer than anything that is waited for here takes. */
const LIMIT_MS = 45 * 60_000

type Caller = ReturnType<typeof callerOf>

const { json, sizes } = readBenchOptions(undefined, { sizes: '100k' })
const size = sizes[0] ?? 100_000
const report = newReport('turns')

type Backlog = {
  outbox: { waiting: number }
  backlog: { sessions_to_distil: number; documents_to_embed: number }
  jobs: { waiting: number; active: number }[]
}

const isCalm = async (team: Caller): Promise<boolean> => {
  const { outbox, backlog, jobs } = await team<Backlog>('GET', '/v1/jobs')
  const left = outbox.waiting + backlog.sessions_to_distil + backlog.documents_to_embed
  return left === 0 && jobs.every(({ waiting, active }) => waiting + active === 0)
}

const untilCalm = async (team: Caller): Promise<void> => {
  for (const until = performance.now() + LIMIT_MS; !(await isCalm(team)); await pause(1_000))
    if (performance.now() > until) throw new Error('It did not come to rest.')
}

/** @returns seconds, from the first request to the last answer. */
const sendAll = async (team: Caller, messages: number): Promise<number> => {
  const began = performance.now()
  for (const request of syntheticRequests(messages)) await team('POST', '/v1/ingest', request)
  return (performance.now() - began) / 1_000
}

const QUESTIONS = [
  'parser module lock',
  'retry cache token',
  'schema migration policy',
  'cursor batch stream',
]

/** Searches and sends until it is stopped. @returns milliseconds of each search, and until each session was distilled. */
const noticing = (team: Caller, name: string) => {
  const stop = new AbortController()
  const searches: number[] = []
  const distilled: number[] = []
  const searching = async (): Promise<void> => {
    for (let n = 0; !stop.signal.aborted; n++) {
      const began = performance.now()
      await team('GET', `/v1/search?q=${encodeURIComponent(QUESTIONS[n % QUESTIONS.length] ?? '')}`)
      searches.push(performance.now() - began)
      await pause(ASK_MS)
    }
  }
  const sending = async (): Promise<void> => {
    for (let n = 0; !stop.signal.aborted; n++) {
      const [request] = syntheticRequests(40)
      const session = { ...request?.sessions[0], native_id: `${name}-${n}` }
      const began = performance.now()
      const { sessions } = await team<{ sessions: { session_id: string }[] }>(
        'POST',
        '/v1/ingest',
        {
          ...request,
          sessions: [session],
        },
      )
      const path = `/v1/sessions/${sessions[0]?.session_id}`
      while ((await team<{ distilled: string }>('GET', path)).distilled !== 'done') await pause(100)
      distilled.push(performance.now() - began)
      await pause(SEND_MS, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }
  const done = Promise.all([searching(), sending()])
  return async () => {
    stop.abort()
    await done
    return {
      searches: searches.length,
      'search p50 ms': percentile(searches, 0.5),
      'search p95 ms': percentile(searches, 0.95),
      'search p99 ms': percentile(searches, 0.99),
      sessions: distilled.length,
      'distilled p50 ms': percentile(distilled, 0.5),
      'distilled at most ms': Math.max(...distilled),
    }
  }
}

const adminKey = `tlk_${randomBytes(32).toString('base64url')}`
const stack = await startDeployed(adminKey)
try {
  const large = callerOf(stack.url, adminKey)
  const small = callerOf(stack.url, await foundTeam(stack.url, adminKey, 'Second'))
  progress(`turns: ${OWN_MESSAGES} messages of the second team`)
  await sendAll(small, OWN_MESSAGES)
  await untilCalm(small)
  progress('turns: the second team alone')
  const endAlone = noticing(small, 'alone')
  await pause(ALONE_MS)
  const alone = { when: 'alone', ...(await endAlone()) }
  progress(`turns: ${size} messages of the first team come in`)
  const endTaking = noticing(small, 'taking')
  const seconds = await sendAll(large, size)
  const taking = { when: 'beside messages coming in', ...(await endTaking()) }
  progress(`turns: taken in ${Math.round(seconds)} s; they are distilled and embedded`)
  const endWorking = noticing(small, 'working')
  await pause(WORKING_MS)
  const working = { when: 'beside distilling and embedding', ...(await endWorking()) }
  const { backlog } = await large<Backlog>('GET', '/v1/jobs')
  const whole = {
    messages: size,
    'taken in s': seconds,
    'sessions left to distil': backlog.sessions_to_distil,
    'documents left to embed': backlog.documents_to_embed,
  }
  report.figures.push(whole, alone, taking, working)
  report.tables.push([whole], [alone, taking, working])
} finally {
  await stack.stop()
}
printReport(report, { json })
