import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import { openWorld, type World, type WorldTeam } from '../../testing/world.ts'

let world: World
let us: WorldTeam
beforeAll(async () => {
  world = await openWorld()
  us = await world.addTeam('Olga')
})
afterAll(() => world[Symbol.asyncDispose]())

const post = async (key: string, url: string, payload: object) =>
  (await world.app.inject({ method: 'POST', url, payload, headers: bearer(key) })).json()

const remember = (key: string, payload: object) => post(key, '/v1/memories', payload)

describe('a memory that is said as a draft', () => {
  test.each(['human', 'agent'])(
    'stays one when it is said twice, by a word of origin %s',
    async (origin) => {
      const memory = {
        statement: `Invoices are rounded down, says ${origin}.`,
        origin,
        draft: true,
      }
      const first = await remember(us.keys.member, memory)
      expect(first).toMatchObject({ status: 'draft' })
      const second = await remember(us.keys.member, memory)
      expect(second).toMatchObject({ id: first.id, status: 'draft' })
      // Another person who asks for a draft makes no active memory of it either.
      expect(await remember(us.keys.admin, memory)).toMatchObject({ id: first.id, status: 'draft' })
    },
  )

  test('becomes active when a person says it without asking for a draft', async () => {
    const memory = { statement: 'Receipts are kept for ten years.', draft: true }
    const { id } = await remember(us.keys.member, memory)
    const said = await remember(us.keys.member, { ...memory, draft: false })
    expect(said).toMatchObject({ id, status: 'active' })
  })

  test('takes nothing from what is active already', async () => {
    const memory = { statement: 'Parcels are weighed twice.' }
    const { id } = await remember(us.keys.member, memory)
    expect(await remember(us.keys.member, { ...memory, draft: true })).toMatchObject({
      id,
      status: 'active',
    })
  })
})

describe('a service account', () => {
  const keyOfService = async (): Promise<string> => {
    const account = { name: 'CI', role: 'member' }
    const { id } = await post(us.keys.owner, '/v1/team/service-accounts', account)
    return (await post(us.keys.owner, '/v1/keys', { name: 'CI', user: id, role: 'member' })).key
  }

  test('is no person, whatever it says of itself', async () => {
    const key = await keyOfService()
    const statement = 'Builds run on Tuesdays.'
    expect(await remember(key, { statement, origin: 'human' })).toMatchObject({ origin: 'agent' })
    expect(await remember(key, { statement: `${statement} Mostly.` })).toMatchObject({
      origin: 'agent',
    })
    // Said again, it is still nobody's word.
    expect(await remember(key, { statement, origin: 'human' })).toMatchObject({ origin: 'agent' })
    const byPerson = { statement: 'Releases go out on Fridays.' }
    expect(await remember(us.keys.member, byPerson)).toMatchObject({ origin: 'human' })
  })
})
