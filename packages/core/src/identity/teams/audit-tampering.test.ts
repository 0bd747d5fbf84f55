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

describe('of a chain that was touched, the first place is named', () => {
  beforeEach(() => at.sealed(6))

  test.each([
    ['who did it', `user_id = 'usr_somebody'`],
    ['what was done', `action = 'api_key.revoked'`],
    ['what it was done to', `subject = 'key_x'`],
    ['when', `created_at = created_at - interval '1 millisecond'`],
    ['a detail', `details = details || '{"role":"owner"}'`],
    ['on which machine', `machine_id = 'mch_x'`],
  ])('an event that was changed: %s', async (_, set) => {
    await at.harm(`update teamlore.audit_events set ${set} where id = '${at.event(3)}'`)
    const { state, events, broken } = await at.verify()
    expect([state, events]).toEqual(['broken', 2])
    expect(broken).toMatchObject({ kind: 'changed', batch: 2, event: at.event(3) })
    expect(broken?.message).toMatch(
      /^Event evt_\w+ \([a-z_.]+, .* UTC\) was changed after it was sealed\.$/,
    )
  })

  test('a name that was changed beside its event', async () => {
    await at.harm(
      `update teamlore.audit_personal_fields set value = 'another' where event_id = '${at.event(2)}'`,
    )
    const { broken } = await at.verify()
    expect(broken).toMatchObject({ kind: 'changed', event: at.event(2) })
    expect(broken?.message).toContain('says as name')
  })

  test('a name that was taken out beside its event', async () => {
    await at.harm(`delete from teamlore.audit_personal_fields where event_id = '${at.event(2)}'`)
    expect((await at.verify()).broken).toMatchObject({ kind: 'changed', event: at.event(2) })
  })

  test('an event that was taken out', async () => {
    await at.harm(`delete from teamlore.audit_events where id = '${at.event(4)}'`)
    expect(await at.verify()).toMatchObject({
      state: 'broken',
      events: 4,
      broken: { kind: 'removed', batch: 3, event: at.event(4) },
    })
  })

  test('an event that was put into a batch', async () => {
    const id = newId.event()
    await at.harm(
      `insert into teamlore.audit_events (id, team_id, action, batch) values ('${id}', '${at.teamId}', 'team.renamed', 2)`,
    )
    expect((await at.verify()).broken).toMatchObject({ kind: 'inserted', batch: 2, event: id })
  })

  test('an event of long ago that was put in now', async () => {
    const id = newId.event()
    await at.harm(
      `insert into teamlore.audit_events (id, team_id, action, created_at) values ('${id}', '${at.teamId}', 'team.renamed', now() - interval '3 days')`,
    )
    await at.seal()
    expect((await at.verify()).broken).toMatchObject({ kind: 'inserted', batch: 4, event: id })
  })

  test('two events that changed places', async () => {
    const [a, b] = [at.event(0), at.event(5)]
    await at.harm(
      `update teamlore.audit_events x set created_at = y.created_at, details = y.details, batch = y.batch from teamlore.audit_events y
        where x.id in ('${a}', '${b}') and y.id in ('${a}', '${b}') and x.id <> y.id`,
    )
    expect((await at.verify()).broken).toMatchObject({ kind: 'removed', batch: 1, event: a })
  })

  test.each([
    ['its time', `sealed_at = sealed_at + interval '1 second'`],
    ['its events', `entries = entries - 0`],
    ['its root', `root = repeat('a', 64)`],
    ['the one before', `previous_hash = repeat('b', 64)`],
  ])('a batch that was changed: %s', async (_, set) => {
    await at.harm(
      `update teamlore.audit_batches set ${set} where team_id = '${at.teamId}' and number = 2`,
    )
    expect(await at.verify()).toMatchObject({
      state: 'broken',
      batches: 1,
      broken: { kind: 'batch_changed', batch: 2 },
    })
  })

  test.each([
    ['the first', 1],
    ['one between', 2],
    ['the last', 3],
  ])('a batch that was taken out: %s', async (_, number) => {
    await at.harm(
      `delete from teamlore.audit_batches where team_id = '${at.teamId}' and number = ${number}`,
    )
    expect((await at.verify()).broken).toMatchObject({ kind: 'batch_removed', batch: number })
  })

  test('an end that was cut off with its events shows by a head that was kept, and by nothing else', async () => {
    const { head } = await at.verify()
    await at.harm(`delete from teamlore.audit_events where team_id = '${at.teamId}' and batch = 3`)
    await at.harm(
      `delete from teamlore.audit_batches where team_id = '${at.teamId}' and number = 3`,
    )
    expect(await at.verify()).toMatchObject({ state: 'verified', batches: 2, events: 4 })
    expect(await at.verify(head ?? '')).toMatchObject({
      state: 'broken',
      broken: { kind: 'head_missing', batch: null },
    })
  })
})
