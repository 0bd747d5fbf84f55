import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Engine } from './engine/engine.types.ts'
import { rows } from './engine/rows.ts'
import { createTestDatabase, createTestTeam, type TestDatabase } from './testing/index.ts'
import { createUnitOfWork, StatementTimeoutError } from './unit-of-work.ts'

const LIMIT_MS = 100

let database: TestDatabase
let engine: Engine
let member: Awaited<ReturnType<Awaited<ReturnType<typeof createTestTeam>>['addMember']>>
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  member = await (await createTestTeam(engine)).addMember('member')
})

const lockTeam = (bounds: Parameters<typeof createUnitOfWork>[1]) =>
  createUnitOfWork(engine, bounds).inTeam(member, ({ memories }) => memories.lockProject(null))

/** Somebody else holds the lock of the team until `release`, so that whoever wants it waits in a statement. */
const holdLock = async () => {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let holding: Promise<void> = Promise.resolve()
  await new Promise<void>((isHeld) => {
    holding = engine.transaction(async (tx) => {
      await tx.execute(sql`select from teamlore.teams where id = ${member.teamId} for update`)
      await createUnitOfWork({
        kind: engine.kind,
        db: tx,
        transaction: (work) => work(tx),
      }).asSystem(({ boot }) => boot.lock())
      isHeld()
      await released
    })
  })
  return async () => {
    release()
    await holding
  }
}

// The embedded engine has one session, on which no statement waits for another, and cannot end one.
describe.skipIf(process.env['TEST_ENGINE'] !== 'postgres')('on PostgreSQL', () => {
  test('a statement of a job that takes too long is ended, with a sentence that names the setting', async () => {
    const release = await holdLock()
    const failed = await lockTeam({ statementTimeoutMs: LIMIT_MS }).catch((error: unknown) => error)
    await release()
    expect(failed).toBeInstanceOf(StatementTimeoutError)
    expect(String(failed)).toMatch(/longer than 0\.1 s and was ended.*WORKER_STATEMENT_SECONDS/)
  })

  test('so is one that belongs to no team', async () => {
    const release = await holdLock()
    const bounded = createUnitOfWork(engine, { statementTimeoutMs: LIMIT_MS })
    const asked = bounded.asSystem(({ boot }) => boot.lock())
    const failed = await asked.catch((error: unknown) => error)
    await release()
    expect(failed).toBeInstanceOf(StatementTimeoutError)
  })

  test('the connection goes on, and others are not bounded by it', async () => {
    const release = await holdLock()
    await lockTeam({ statementTimeoutMs: LIMIT_MS }).catch(() => {})
    // All connections of the pool, whichever it was.
    const settings = await Promise.all(
      Array.from({ length: 3 }, () =>
        rows<{ limit: string }>(
          engine.db,
          sql`select current_setting('statement_timeout') as limit`,
        ),
      ),
    )
    expect(settings.flat().map(({ limit }) => limit)).toEqual(['0', '0', '0'])
    await release()
    await lockTeam({ statementTimeoutMs: LIMIT_MS })
  })
})

test('work that keeps within its time is done on either engine', async () => {
  await lockTeam({ statementTimeoutMs: 60_000 })
  expect(await rows(engine.db, sql`select 1 as one`)).toEqual([{ one: 1 }])
})
