/**
 * How fast sessions go in, through the product's own use case: rows, search documents and embedding queue in one
 * transaction for some sessions. Floors in the same run: the same rows into a bare table, by one INSERT per request and by COPY.
 */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cpuUsage } from 'node:process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeIngest } from '@teamlore/core'
import { type IngestRequest, ingestRequestSchema } from '@teamlore/shared'
import postgres from 'postgres'
import { benchEnv } from './harness/bench-env.ts'
import { type BenchEngine, readBenchOptions } from './harness/bench-options.ts'
import { type BenchWorld, openBenchWorld } from './harness/bench-world.ts'
import { sendSessions } from './harness/import-sessions.ts'
import { newReport, printReport, progress } from './harness/report.ts'
import { syntheticRequests } from './harness/synthetic-sessions.ts'

type Timed = { seconds: number; cpuSeconds: number }

const timed = async (work: () => Promise<unknown>): Promise<Timed> => {
  const cpu = cpuUsage()
  const began = performance.now()
  await work()
  const { user, system } = cpuUsage(cpu)
  return { seconds: (performance.now() - began) / 1000, cpuSeconds: (user + system) / 1e6 }
}

const messagesOf = (requests: readonly IngestRequest[]) =>
  requests.flatMap(({ sessions }) => sessions.flatMap(({ messages }) => messages))

/** What storing the texts costs at the very least: no keys, no indexes, no documents. */
const insertBare = async ({ engine }: BenchWorld, requests: readonly IngestRequest[]) => {
  await engine.db.execute('create table bare_messages (key text, blocks jsonb)')
  for (const request of requests) {
    const batch = JSON.stringify(messagesOf([request]).map(({ key, blocks }) => ({ key, blocks })))
    const literal = `'${batch.replaceAll("'", "''")}'`
    await engine.db.execute(
      `insert into bare_messages select * from jsonb_to_recordset(${literal}::jsonb) as r(key text, blocks jsonb)`,
    )
  }
}

/** COPY is the fastest way in that PostgreSQL knows; the embedded engine offers none to its clients. */
const copyBare = async (requests: readonly IngestRequest[]) => {
  const client = postgres(benchEnv().databaseUrl ?? '', { max: 1 })
  try {
    const connection = await client.reserve()
    await connection`create temp table bare_messages (key text, blocks jsonb)`
    const into = await connection`copy bare_messages from stdin`.writable()
    const lines = messagesOf(requests).map(
      ({ key, blocks }) => `${key}\t${JSON.stringify(blocks).replaceAll('\\', '\\\\')}\n`,
    )
    const finished = once(into, 'close')
    await pipeline(Readable.from(lines), into)
    await finished
    connection.release()
  } finally {
    await client.end()
  }
}

type Set = { name: string; size: number; requests: readonly IngestRequest[] }

const synthetic = (size: number): Set => ({
  name: 'synthetic',
  size,
  requests: syntheticRequests(size).map((request) => ingestRequestSchema.parse(request)),
})

/** What the agent sends of real sessions, most of them small; reading and redacting them is not in the times. */
const shared = async (): Promise<Set> => {
  const requests: IngestRequest[] = []
  const world = await openBenchWorld('embedded')
  try {
    progress(`ingest: reading ${SESSIONS}`)
    await sendSessions(world, await world.addTeam(), [SESSIONS], (request) => {
      requests.push(request)
    })
  } finally {
    await world.close()
  }
  return { name: 'shared', size: messagesOf(requests).length, requests }
}

const measure = async (kind: BenchEngine, { name, size, requests }: Set) => {
  const world = await openBenchWorld(kind)
  try {
    const { member } = await world.addTeam()
    const ingest = makeIngest({ unitOfWork: world.unitOfWork })
    const sendAll = async () => {
      for (const request of requests) await ingest(member, request)
    }
    progress(`ingest: ${size} messages (${name}) into ${kind}`)
    const first = await timed(sendAll)
    const again = await timed(sendAll)
    const bare = await timed(() => insertBare(world, requests))
    const copy = kind === 'postgres' ? await timed(() => copyBare(requests)) : undefined
    return { name, size, chars: JSON.stringify(requests).length, first, again, bare, copy }
  } finally {
    await world.close()
  }
}

const perSecond = (size: number, { seconds }: Timed): number => Math.round(size / seconds)
const times = (slow: Timed, fast: Timed | undefined): number | null =>
  fast ? Math.round((slow.seconds / fast.seconds) * 100) / 100 : null

const SESSIONS = join(benchEnv().sharedDir, 'sessions')
const NAMES = ['synthetic', 'shared']

const { json, engines, sizes, sets: wanted } = readBenchOptions()
const unknown = wanted.filter((name) => !NAMES.includes(name))
if (unknown.length > 0)
  throw new Error(`No set named ${unknown.join(', ')}. There are: ${NAMES.join(', ')}.`)
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name)
const sets = isWanted('synthetic') ? sizes.map(synthetic) : []
const report = newReport('ingest')
if (isWanted('shared')) {
  if (existsSync(SESSIONS)) sets.push(await shared())
  else report.notes.push(`Left out: ${SESSIONS} is not here.`)
}
for (const kind of engines) {
  for (const set of sets) {
    const { name, size, first, again, bare, copy, chars } = await measure(kind, set)
    report.figures.push({
      engine: kind,
      set: name,
      messages: size,
      mb: Math.round(chars / 1e5) / 10,
      'messages/s': perSecond(size, first),
      'mb/s': Math.round(chars / 1e5 / first.seconds) / 10,
      'client cpu ms/message': Math.round((first.cpuSeconds / size) * 1e6) / 1e3,
      'unchanged messages/s': perSecond(size, again),
      'floor: bare insert messages/s': perSecond(size, bare),
      'floor: copy messages/s': copy ? perSecond(size, copy) : null,
      'times slower than copy': times(first, copy),
      'times slower than bare insert': times(first, bare),
    })
  }
}
report.tables.push(report.figures as never)
report.notes.push(
  'A message counts when its row, its search documents and its place in the embedding queue are committed.',
  'On the embedded engine client and database share a process, and the database is in memory.',
)
printReport(report, { json })
