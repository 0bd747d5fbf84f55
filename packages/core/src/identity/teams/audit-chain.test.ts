import {
  createTestDatabase,
  createTestTeam,
  readAsOwner,
  type TestDatabase,
} from '@teamlore/db/testing'
import { newId, type TeamId, type UserId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSealAudit } from './seal-audit.ts'
import { grantSystemScope, grantTeamScope } from './team-scope.ts'
import { makeVerifyAudit } from './verify-audit.ts'

let database: TestDatabase
let at: World
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  at = await openWorld()
})

type World = Awaited<ReturnType<typeof openWorld>>

/** A team with an admin, whose audit events are sealed two to a batch. */
const openWorld = async () => {
  const { engine } = database
  const team = await createTestTeam(engine)
  const { unitOfWork, teamId } = team
  const boss = await team.addMember('admin', 'Ada')
  const admin = grantTeamScope({ ...boss, actor: { kind: 'user', via: 'api_key' } }, 'admin')
  const sealing = makeSealAudit({ unitOfWork, most: 2 })
  const verifying = makeVerifyAudit({ unitOfWork, slice: 2 })
  const events: string[] = []
  const note = async (count: number, of: UserId = boss.userId) => {
    for (let n = 0; n < count; n += 1) {
      const id = newId.event()
      events.push(id)
      await unitOfWork.inTeam(admin, ({ audit }) =>
        audit.add({
          id,
          action: 'api_key.created',
          userId: boss.userId,
          details: { role: 'member', n },
          personal: { of, fields: { name: `key of ${of} ${n}` } },
        }),
      )
    }
  }
  const seal = (most = 2) =>
    (most === 2 ? sealing : makeSealAudit({ unitOfWork, most }))(grantSystemScope(teamId))
  return {
    teamId: teamId as TeamId,
    boss,
    team,
    events,
    note,
    seal,
    event: (n: number): string => events[n] ?? '',
    verify: (head?: string) => verifying(admin, { head }),
    sealOnce: () => sealing(grantSystemScope(teamId), { isTimeUp: () => true }),
    sql: <T extends Record<string, unknown>>(text: string) => readAsOwner<T>(engine, text),
    /** As who can write past the server does it. */
    harm: (text: string) => readAsOwner(engine, `${text} returning 1`),
    sealed: async (count: number) => {
      await note(count)
      await seal()
    },
  }
}

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
    const other = await openWorld()
    await other.sealed(2)
    await at.sealed(2)
    await other.harm(
      `update teamlore.audit_events set subject = 'x' where team_id = '${other.teamId}'`,
    )
    expect((await at.verify()).state).toBe('verified')
    expect((await other.verify()).state).toBe('broken')
  })
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
