import { createOwnTestDatabase, readAsOwner } from '@teamlore/db/testing'
import { describe, expect, test } from 'vitest'
import { composeApi } from './compose.ts'

const composed = async () => {
  const database = await createOwnTestDatabase()
  const api = await composeApi({
    engine: database.engine,
    embedder: undefined,
    publicUrl: 'http://lore.test',
  })
  return { database, api, ready: () => api.useCases.checkReadiness() }
}

describe('readiness', () => {
  test('is there with a database that is up to date', async () => {
    const { database, ready } = await composed()
    // A loop that other tests held counts for twenty seconds.
    await expect.poll(ready, { timeout: 50_000 }).toEqual({ ready: true, reason: null })
    await database[Symbol.asyncDispose]()
  })

  test('is not there while the database lacks a migration', async () => {
    const { database, ready } = await composed()
    await readAsOwner(
      database.engine,
      `delete from drizzle.__drizzle_migrations
       where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning 1`,
    )
    await expect
      .poll(ready, { timeout: 50_000 })
      .toEqual({ ready: false, reason: expect.stringMatching(/^The database lacks 1 migration/) })
    await database[Symbol.asyncDispose]()
  })

  test('is not there without the database, and the reason reveals nothing of it', async () => {
    const { database, api, ready } = await composed()
    await api.close()
    await database[Symbol.asyncDispose]()
    await expect.poll(ready, { timeout: 50_000 }).toEqual({
      ready: false,
      reason: 'The database cannot be reached. Check that it is running.',
    })
  })
})

describe('the first team', () => {
  test('is made once, with a key that works and a link that signs in', async () => {
    const { database, api } = await composed()
    const adminKey = 'a-fixed-key-of-forty-characters-or-so-xx'
    const first = await api.ensureFirstTeam({ adminKey })
    expect(first.isNew).toBe(true)
    expect((await api.ensureFirstTeam({ adminKey })).isNew).toBe(false)
    expect(await api.useCases.authenticate({ apiKey: adminKey })).toMatchObject({ role: 'owner' })
    await database[Symbol.asyncDispose]()
  })
})
