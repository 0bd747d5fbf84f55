import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { newId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuditWorld, openAuditWorld } from './testing/audit-world.ts'

let database: TestDatabase
let at: AuditWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  at = await openAuditWorld(database)
})

describe('a chain of audit events', () => {
  test('holds nothing before there are any, and says what waits', async () => {
    expect(await at.verify()).toMatchObject({
      state: 'verified',
      batches: 0,
      head: null,
      waiting: 0,
    })
    await at.note(1)
    const found = await at.verify()
    expect(found).toMatchObject({ state: 'verified', events: 0, waiting: 1 })
    expect(found.waiting_since).toMatch(/^\d{4}-/)
  })

  test('holds what was sealed, and goes on with what came later', async () => {
    await at.sealed(5)
    const first = await at.verify()
    expect(first).toMatchObject({
      state: 'verified',
      batches: 3,
      events: 5,
      waiting: 0,
      broken: null,
    })
    await at.sealed(2)
    const second = await at.verify(first.head ?? '')
    expect(second).toMatchObject({ state: 'verified', batches: 4, events: 7 })
    expect(second.head).not.toBe(first.head)
  })

  test('is verified after names were blanked, as an erasure does', async () => {
    await at.sealed(3)
    await at.harm(
      `update teamlore.audit_personal_fields set value = null, salt = null where team_id = '${at.teamId}'`,
    )
    expect(await at.verify()).toMatchObject({ state: 'verified', events: 3 })
  })

  test('is one chain where two workers seal at once', async () => {
    await at.note(21)
    const counts = await Promise.all([at.seal(), at.seal(3), at.seal()])
    expect(counts.reduce((sum, count) => sum + count)).toBe(21)
    expect(await at.verify()).toMatchObject({ state: 'verified', events: 21, waiting: 0 })
  })

  test('goes on where it was cut short between two batches', async () => {
    await at.note(5)
    expect(await at.sealOnce()).toBe(2)
    expect(await at.verify()).toMatchObject({ state: 'verified', events: 2, waiting: 3 })
    await at.seal()
    expect(await at.verify()).toMatchObject({ state: 'verified', events: 5, waiting: 0 })
  })

  test('takes an event that was committed after later ones were sealed', async () => {
    const early = newId.event()
    await at.sealed(3)
    await at.harm(
      `insert into teamlore.audit_events (id, team_id, action) values ('${early}', '${at.teamId}', 'team.renamed')`,
    )
    await at.seal()
    expect(await at.verify()).toMatchObject({ state: 'verified', events: 4 })
  })

  test('knows no other team', async () => {
    const other = await openAuditWorld(database)
    await other.sealed(2)
    await at.sealed(2)
    await other.harm(
      `update teamlore.audit_events set subject = 'x' where team_id = '${other.teamId}'`,
    )
    expect((await at.verify()).state).toBe('verified')
    expect((await other.verify()).state).toBe('broken')
  })
})

test('who acts for a team reads the chain and changes nothing of it', async () => {
  await at.sealed(2)
  const { engine } = database
  const refused = engine.transaction(async (tx) => {
    await tx.execute('set local role teamlore_app')
    await tx.execute(`select set_config('app.team_id', '${at.teamId}', true)`)
    await tx.execute(`select set_config('app.user_id', '${at.boss.userId}', true)`)
    await tx.execute(`update teamlore.audit_events set subject = 'x'`)
  })
  await expect(refused).rejects.toMatchObject({ cause: { code: '42501' } })
})
