import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeForget, makeSetForgettingSettings } from '@teamlore/core/forgetting'
import type { Engine } from '@teamlore/db'
import { createServerDatabase, testServers } from '@teamlore/db/testing'
import { createPublisher, type Job } from '@teamlore/queue'
import type { ProjectId } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { programWords } from '../../../scripts/lib/test-programs.mjs'
import { type CrashPlace, openCrashPlace } from './testing/crash-child.ts'
import { CHATTER, countsOf, fill, type Kept, type Sql, sqlOn } from './testing/kept-sessions.ts'
import type { RemovalCrash } from './testing/killed-removal.ts'
import {
  createWorkerWorld,
  discardQueue,
  eventually,
  type WorkerWorld,
} from './testing/worker-world.ts'

const { databaseUrl, redisUrl } = testServers()
/** The embedded engine's tests belong to the other lane. */
const isRealLane = process.env['TEST_ENGINE'] === 'postgres'

/** Two databases are opened in turn, one of them by a process of its own. */
const PATIENCE_MS = 240_000

/** Starts a worker process and kills it without warning in the middle of a removal. */
const crash = async (where: RemovalCrash): Promise<void> => {
  const script = programWords(new URL('./testing/killed-removal.ts', import.meta.url))
  const child = spawn(process.execPath, [...script, JSON.stringify(where)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk)
    })
  try {
    await eventually(() => expect(output).toMatch(/stuck|ended/))
    expect(output).toContain('stuck')
  } finally {
    child.kill('SIGKILL')
    await exited
  }
}

type Removal = {
  job: RemovalCrash['job']
  /** Asks for it, and says which job does it. */
  begin: (engine: Engine, kept: Kept & { world: WorkerWorld }) => Promise<Job>
  isEnded: (sql: Sql, kept: Kept) => Promise<boolean>
  check: (sql: Sql, kept: Kept) => Promise<void>
}

const PURGE: Removal = {
  job: 'purge-deletion',
  begin: async (_, { world, teamId, going }) => {
    await makeSetForgettingSettings(world)(world.asker, { delay_hours: 0 })
    const { id } = await makeForget(world)(world.asker, 'session', { id: going })
    return { name: 'purge-deletion', payload: { team_id: teamId, deletion_id: id as never } }
  },
  isEnded: async (sql, { teamId }) =>
    (
      await sql(
        `select 1 from teamlore.audit_events where team_id = '${teamId}' and action = 'forgetting.purged'`,
      )
    ).length > 0,
  check: async (sql, { teamId, going }) => {
    expect(await countsOf(sql, going)).toEqual({})
    for (const table of ['documents', 'messages', 'observations'])
      expect(
        await sql(
          `select 1 from teamlore.${table} t where team_id = '${teamId}' and to_jsonb(t)::text ilike '%aardvarkone%'`,
        ),
        table,
      ).toEqual([])
    expect(await sql(`select 1 from teamlore.hidden_records where team_id = '${teamId}'`)).toEqual(
      [],
    )
    expect(
      (await sql(`select 1 from teamlore.tombstones where team_id = '${teamId}'`)).length,
    ).toBeGreaterThan(CHATTER)
    // Once, however often it was begun.
    expect(
      await sql(
        `select 1 from teamlore.audit_events where team_id = '${teamId}' and action = 'forgetting.purged'`,
      ),
    ).toHaveLength(1)
  },
}

const RETENTION: Removal = {
  job: 'apply-retention',
  begin: async (engine, { teamId, going, world }) => {
    const sql = sqlOn(engine)
    const [session] = await sql<{ id: ProjectId }>(
      `select project_id as id from teamlore.sessions where id = '${going}'`,
    )
    const project_id = session?.id as ProjectId
    await sql(
      `insert into teamlore.retention_policies (project_id, team_id, days, keeps_prompts, set_by, set_at, effective_at)
        values ('${project_id}', '${teamId}', 1, true, '${world.asker.userId}', now() - interval '2 days', now() - interval '1 day') returning 1`,
    )
    return { name: 'apply-retention', payload: { team_id: teamId, project_id } }
  },
  isEnded: async (sql, { teamId }) =>
    (
      await sql(
        `select 1 from teamlore.retention_runs where team_id = '${teamId}' and finished_at is not null`,
      )
    ).length > 0,
  check: async (sql, { teamId, going }) => {
    const [left] = await sql<{ gone: number; half: number }>(
      `select count(*) filter (where removed_at is not null)::int as gone,
          count(*) filter (where removed_at is null and blocks::text ilike '%aardvark%')::int as half
        from teamlore.messages where session_id = '${going}'`,
    )
    expect(left?.half).toBe(0)
    expect(left?.gone).toBeGreaterThanOrEqual(CHATTER)
    expect(
      await sql(
        `select 1 from teamlore.documents d where team_id = '${teamId}' and to_jsonb(d)::text ilike '%aardvarkone%'`,
      ),
    ).toEqual([])
    const [runs] = await sql<{ runs: number; messages: number; sessions: number }>(
      `select count(*)::int as runs, sum(messages)::int as messages, sum(sessions)::int as sessions
        from teamlore.retention_runs where team_id = '${teamId}'`,
    )
    // Each message counts once, in the receipt of one run.
    expect(runs).toEqual({ runs: 1, messages: left?.gone, sessions: 1 })
    const [removal] = await sql<{ messages: number; is_done: boolean }>(
      `select messages, applied_as_of is not null as is_done from teamlore.session_removals where session_id = '${going}'`,
    )
    expect(removal).toEqual({ messages: left?.gone, is_done: true })
  },
}

/** Another project, which no policy is about. */
const ELSEWHERE = 'https://github.com/acme/elsewhere.git'

const survive = async (
  place: CrashPlace,
  removal: Removal,
  at: Pick<RemovalCrash, 'transaction' | 'when'>,
): Promise<void> => {
  const before = await openCrashPlace(place)
  const kept = await fill(before.engine, ELSEWHERE)
  const untouched = await countsOf(sqlOn(before.engine), kept.staying)
  const job = await removal.begin(before.engine, kept)
  await before.queue.migrate()
  await createPublisher(before.queue).publishAll([job])
  await before.close()

  await crash({ place, job: removal.job, ...at })

  const { engine, queue, close } = await openCrashPlace(place)
  const sql = sqlOn(engine)
  expect(await removal.isEnded(sql, kept)).toBe(false)
  const worker = await (await createWorkerWorld(engine)).work(queue, { lockDurationMs: 2_000 })
  await eventually(async () => expect(await removal.isEnded(sql, kept)).toBe(true))
  await worker.close()
  await removal.check(sql, kept)
  // The worker may have linked it meanwhile; nothing of it is lost.
  expect(await countsOf(sql, kept.staying)).toMatchObject(untouched)
  await discardQueue(queue)
  await close()
}

const newPrefix = () => `test-removal-${process.pid}-${Math.random().toString(36).slice(2)}`

/** In the middle of the first slice, after one, and in a later one. */
const PLACES = [
  { removal: PURGE, what: 'purge', transaction: 4, when: 'before commit' },
  { removal: PURGE, what: 'purge', transaction: 6, when: 'after commit' },
  { removal: RETENTION, what: 'retention', transaction: 4, when: 'before commit' },
  { removal: RETENTION, what: 'retention', transaction: 4, when: 'after commit' },
] as const

describe.each(PLACES)(
  'a worker killed in the middle of a $what, $when of transaction $transaction,',
  ({ removal, transaction, when }) => {
    const at = { transaction, when }
    test.skipIf(isRealLane)(
      'is followed by one that ends it: nothing is left half, nothing else is lost, on the embedded engine',
      async () => {
        const folder = mkdtempSync(join(tmpdir(), 'teamlore-removal-'))
        try {
          const place = { kind: 'embedded', dataDir: join(folder, 'db'), prefix: newPrefix() }
          await survive(place as CrashPlace, removal, at)
        } finally {
          rmSync(folder, { recursive: true, force: true })
        }
      },
      PATIENCE_MS,
    )

    test.skipIf(databaseUrl === undefined)(
      'is followed by one that ends it, on servers (needs TEST_DATABASE_URL)',
      async () => {
        const { url, drop } = await createServerDatabase(databaseUrl ?? '')
        try {
          await survive({ kind: 'postgres', url, redisUrl, prefix: newPrefix() }, removal, at)
        } finally {
          await drop()
        }
      },
      PATIENCE_MS,
    )
  },
)
