import { createUnitOfWork, type Engine } from '@teamlore/db'
import { createOwnTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeAuthenticate } from './authenticate.ts'
import { makeEnsureFirstTeam } from './ensure-first-team.ts'

const FIXED = 'fixed-admin-key-0123456789'
const OTHER = 'other-admin-key-0123456789'

let database: TestDatabase
let engine: Engine
beforeEach(async () => {
  database = await createOwnTestDatabase()
  engine = database.engine
})
afterEach(() => database[Symbol.asyncDispose]())

const setUp = () => {
  const unitOfWork = createUnitOfWork(engine)
  const authenticate = makeAuthenticate({ unitOfWork })
  return {
    ensureFirstTeam: makeEnsureFirstTeam({ unitOfWork }),
    roleOf: async (apiKey: string) => (await authenticate({ apiKey }))?.role,
  }
}

describe('the first team', () => {
  test('is made once, with an owner and a key that is shown once', async () => {
    const { ensureFirstTeam, roleOf } = setUp()
    const first = await ensureFirstTeam()
    expect(first).toMatchObject({ isNew: true, principal: { role: 'owner' } })
    expect(first.adminKey).toMatch(/^tlk_[A-Za-z0-9_-]{43}$/)
    expect(await roleOf(first.adminKey ?? '')).toBe('owner')
    expect(await ensureFirstTeam()).toEqual({
      principal: first.principal,
      isNew: false,
      adminKey: undefined,
    })
    expect(await readAsOwner(engine, 'select name from teamlore.users')).toEqual([
      { name: 'Admin' },
    ])
  })

  test('is one, however many processes boot at once', async () => {
    const { ensureFirstTeam } = setUp()
    const all = await Promise.all(Array.from({ length: 8 }, () => ensureFirstTeam()))
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(all.filter(({ adminKey }) => adminKey !== undefined)).toHaveLength(1)
    expect(new Set(all.map(({ principal }) => principal.teamId)).size).toBe(1)
    expect(await readAsOwner(engine, 'select count(*) as n from teamlore.teams')).toEqual([
      { n: 1 },
    ])
  })

  test('can have its key fixed by the environment', async () => {
    const { ensureFirstTeam, roleOf } = setUp()
    const first = await ensureFirstTeam({ adminKey: FIXED })
    expect(first.adminKey).toBe(FIXED)
    expect(await roleOf(FIXED)).toBe('owner')
    expect((await ensureFirstTeam({ adminKey: FIXED })).adminKey).toBeUndefined()
    expect(await readAsOwner(engine, 'select count(*) as n from teamlore.api_keys')).toEqual([
      { n: 1 },
    ])
  })

  test('gets a changed key, which ends the one fixed before and no other', async () => {
    const { ensureFirstTeam, roleOf } = setUp()
    const { adminKey: generated = '' } = await ensureFirstTeam()
    await ensureFirstTeam({ adminKey: FIXED })
    const changed = await ensureFirstTeam({ adminKey: OTHER })
    expect(changed).toMatchObject({ isNew: false, adminKey: OTHER })
    expect([await roleOf(generated), await roleOf(FIXED), await roleOf(OTHER)]).toEqual([
      'owner',
      undefined,
      'owner',
    ])
    await ensureFirstTeam({ adminKey: FIXED })
    expect([await roleOf(FIXED), await roleOf(OTHER)]).toEqual(['owner', undefined])
    await ensureFirstTeam()
    expect(await roleOf(FIXED)).toBe('owner')
  })

  test('refuses a key that could be guessed', async () => {
    const { ensureFirstTeam } = setUp()
    await expect(ensureFirstTeam({ adminKey: 'admin' })).rejects.toMatchObject({
      code: 'admin_key.too_short',
    })
    await expect(ensureFirstTeam({ adminKey: `${FIXED} with spaces` })).rejects.toThrow()
    expect(await readAsOwner(engine, 'select count(*) as n from teamlore.teams')).toEqual([
      { n: 0 },
    ])
  })

  test('keeps no key in the clear', async () => {
    const { ensureFirstTeam } = setUp()
    const { adminKey = '' } = await ensureFirstTeam()
    const [row] = await readAsOwner(
      engine,
      'select to_jsonb(k)::text as row from teamlore.api_keys k',
    )
    expect(row?.['row']).not.toContain(adminKey.slice(10))
    const [audit] = await readAsOwner(
      engine,
      'select string_agg(to_jsonb(a)::text, chr(10)) as rows from teamlore.audit_events a',
    )
    expect(audit?.['rows']).toContain('api_key.created')
    expect(audit?.['rows']).not.toContain(adminKey.slice(10))
  })
})
