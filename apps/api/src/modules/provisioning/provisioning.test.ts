import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import { GROUP, oktaUser, openScimWorld, type ScimWorld } from '../../testing/scim-world.ts'

let home: ScimWorld
beforeAll(async () => {
  home = await openScimWorld()
})
afterAll(() => home[Symbol.asyncDispose]())

const state = async (key: string) =>
  (
    await home.world.app.inject({ method: 'GET', url: '/v1/provisioning', headers: bearer(key) })
  ).json()

test('the owner reads where a directory enters, before one has reported anything', async () => {
  expect(await state(home.us.keys.owner)).toEqual({
    base_url: 'http://lore.test/scim/v2',
    users: { active: 0, inactive: 0 },
    groups: [],
    usual_role: 'member',
    last_reported_at: null,
    last_told_at: null,
  })
})

test('the owner reads how many people and which groups a directory reported, and what each group makes of them', async () => {
  const ana = await home.create(oktaUser('ana@o.test'))
  const bea = await home.create(oktaUser('bea@o.test'))
  await home.create(oktaUser('cy@o.test', { active: false }))
  for (const [displayName, members] of [
    ['Platform', [ana, bea]],
    ['Choir', [ana]],
  ] as const) {
    const group = { schemas: [GROUP], displayName, members: members.map((value) => ({ value })) }
    expect((await home.scim('POST', '/Groups', group)).statusCode).toBe(201)
  }
  const reported = await state(home.us.keys.owner)
  expect(reported).toMatchObject({
    users: { active: 2, inactive: 1 },
    groups: [
      { name: 'Choir', members: 1, role: null },
      { name: 'Platform', members: 2, role: 'admin' },
    ],
  })
  expect(Date.parse(reported.last_reported_at)).not.toBeNaN()
  expect(reported.last_told_at).toBe(reported.last_reported_at)
})

test('provisioning is for owners, and each team reads its own', async () => {
  const refused = await state(home.us.keys.admin)
  expect(refused.error).toMatchObject({
    code: 'access.forbidden',
    message: expect.stringContaining('ask an owner of your team'),
  })
  const them = await home.world.addTeam('Eve')
  expect(await state(them.keys.owner)).toMatchObject({
    users: { active: 0, inactive: 0 },
    groups: [],
    last_reported_at: null,
    last_told_at: null,
  })
})
