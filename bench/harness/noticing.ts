import { setTimeout as pause } from 'node:timers/promises'
import type { Row } from './report.ts'
import { percentile } from './statistics.ts'
import { syntheticRequests } from './synthetic-sessions.ts'
import type { callerOf } from './two-teams.ts'

const ASK_MS = 500
const SEND_MS = 20_000
/** Longer than anything that is waited for here takes. */
const LIMIT_MS = 45 * 60_000

export type Caller = ReturnType<typeof callerOf>

export type Backlog = {
  outbox: { waiting: number }
  backlog: { sessions_to_distil: number; documents_to_embed: number }
  jobs: { waiting: number; active: number }[]
}

const isCalm = async (team: Caller): Promise<boolean> => {
  const { outbox, backlog, jobs } = await team<Backlog>('GET', '/v1/jobs')
  const left = outbox.waiting + backlog.sessions_to_distil + backlog.documents_to_embed
  return left === 0 && jobs.every(({ waiting, active }) => waiting + active === 0)
}

export const untilCalm = async (team: Caller): Promise<void> => {
  for (const until = performance.now() + LIMIT_MS; !(await isCalm(team)); await pause(1_000))
    if (performance.now() > until) throw new Error('It did not come to rest.')
}

/** @returns seconds, from the first request to the last answer. */
export const sendAll = async (team: Caller, messages: number): Promise<number> => {
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
const question = (n: number): string => QUESTIONS[n % QUESTIONS.length] ?? ''

const spread = (name: string, ms: readonly number[]): Row => ({
  [`${name} p50 ms`]: percentile(ms, 0.5),
  [`${name} p95 ms`]: percentile(ms, 0.95),
  [`${name} worst ms`]: Math.max(...ms),
})

/**
 * One team searches, opens a page and sends a session now and then, until it is stopped. @returns milliseconds of each search and page, and
 * until its first session and each was distilled.
 */
export const noticing = (team: Caller, name: string) => {
  const stop = new AbortController()
  const searches: number[] = []
  const pages: number[] = []
  const distilled: number[] = []
  const asking = async (took: number[], pathOf: (n: number) => string): Promise<void> => {
    for (let n = 0; !stop.signal.aborted; n++) {
      const began = performance.now()
      await team('GET', pathOf(n))
      took.push(performance.now() - began)
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
        { ...request, sessions: [session] },
      )
      const path = `/v1/sessions/${sessions[0]?.session_id}`
      while ((await team<{ distilled: string }>('GET', path)).distilled !== 'done') await pause(100)
      distilled.push(performance.now() - began)
      await pause(SEND_MS, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }
  const done = Promise.all([
    asking(searches, (n) => `/v1/search?q=${encodeURIComponent(question(n))}`),
    asking(pages, () => '/v1/sessions?limit=40'),
    sending(),
  ])
  return async (): Promise<Row> => {
    stop.abort()
    await done
    return {
      searches: searches.length,
      ...spread('search', searches),
      ...spread('page', pages),
      sessions: distilled.length,
      'first distilled ms': distilled[0] ?? null,
      'distilled p50 ms': percentile(distilled, 0.5),
      'distilled at most ms': Math.max(...distilled),
    }
  }
}

/** One team alone, while the messages of the other come in, and while those are distilled and embedded. */
export const besideBackfill = async (
  { large, small }: { large: Caller; small: Caller },
  { messages, ms, say }: { messages: number; ms: number; say: (what: string) => void },
): Promise<{ whole: Row; rows: Row[] }> => {
  const during = async (when: string, work: () => Promise<unknown>): Promise<Row> => {
    say(when)
    const end = noticing(small, when)
    await work()
    return { when, ...(await end()) }
  }
  const alone = await during('alone', () => pause(60_000))
  let seconds = 0
  const taking = await during('beside messages coming in', async () => {
    seconds = await sendAll(large, messages)
  })
  const before = (await large<Backlog>('GET', '/v1/jobs')).backlog
  const working = await during('beside distilling and embedding', () => pause(ms))
  const after = (await large<Backlog>('GET', '/v1/jobs')).backlog
  return {
    whole: {
      messages,
      'taken in s': seconds,
      'sessions to distil then': before.sessions_to_distil,
      'and at the end': after.sessions_to_distil,
      'documents to embed then': before.documents_to_embed,
      'and at its end': after.documents_to_embed,
    },
    rows: [alone, taking, working],
  }
}
