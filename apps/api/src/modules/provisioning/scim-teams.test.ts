import { newId, type UserId } from '@teamlore/shared'
import type { AuditEntry } from '@teamlore/shared/audit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import { oktaUser, openScimWorld, PATCH, type ScimWorld } from '../../testing/scim-world.ts'
import type { WorldTeam } from '../../testing/world.ts'

/** Two teams of one server, each with a directory: what one is answered and shown depends on what it sent alone. */
let home: ScimWorld
let them: WorldTeam
let theirKey: string
beforeAll(async () => {
  home = await openScimWorld()
  them = await home.world.addTeam('Eve')
  theirKey = await home.keyOfService(them)
})
afterAll(() => home[Symbol.asyncDispose]())

type Shown = { id: string; name: string; email: string | null }
const listed = async (team: WorldTeam, id: string): Promise<Shown> =>
  (await team.ask('/v1/team/members?limit=200', 'admin'))
    .json()
    .items.find((member: Shown) => member.id === id)
const createThere = async (userName: string, displayName: string): Promise<string> => {
  const answer = await home.scim('POST', '/Users', oktaUser(userName, { displayName }), theirKey)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

describe('the directory of another team', () => {
  test('is shown what it sent, be the address known on the server or not', async () => {
    await home.create(oktaUser('x@corp.test'))
    for (const address of ['x@corp.test', 'fresh@corp.test']) {
      const id = await createThere(address, 'B')
      expect(await listed(them, id)).toMatchObject({ name: 'B', email: address })
      expect((await home.scim('DELETE', `/Users/${id}`, undefined, theirKey)).statusCode).toBe(204)
      expect([address, await createThere(address, 'B')]).toEqual([address, id])
    }
  })

  test('draws in nobody who was let go elsewhere, and hears no name of theirs', async () => {
    const sam = await home.create(oktaUser('sam@corp.test', { displayName: 'Sam S' }))
    await home.scim('PUT', `/Users/${sam}`, oktaUser('sam@corp.test', { active: false }))
    const id = await createThere('sam@corp.test', 'B')
    expect(id).not.toBe(sam)
    expect(await listed(them, id)).toMatchObject({ name: 'B', email: 'sam@corp.test' })
  })
})

describe('what a directory changes', () => {
  test('arrives with the member: name and address', async () => {
    const id = await home.create(oktaUser('old@corp.test'))
    const put = { ...oktaUser('new@corp.test', { displayName: 'New Name' }) }
    expect((await home.scim('PUT', `/Users/${id}`, put)).statusCode).toBe(200)
    expect(await listed(home.us, id)).toMatchObject({ name: 'New Name', email: 'new@corp.test' })
    const Operations = [{ op: 'Replace', path: 'displayName', value: 'Newer' }]
    await home.scim('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations })
    expect(await listed(home.us, id)).toMatchObject({ name: 'Newer', email: 'new@corp.test' })
    const emailOf = (address: string) =>
      home.us.unitOfWork.asSystem(({ persons }) => persons.findByEmail(address))
    expect([await emailOf('new@corp.test'), await emailOf('old@corp.test')]).toEqual([
      id,
      undefined,
    ])
    const entries: AuditEntry[] = (await home.us.ask('/v1/audit?limit=200', 'admin')).json().items
    const changes = entries.filter(({ subject }) => subject?.id === id)
    expect(changes.map(({ action, details }) => [action, details])).toEqual(
      expect.arrayContaining([
        ['member.renamed', { from: 'Ana Oliveira', to: 'New Name' }],
        ['member.renamed', { from: 'New Name', to: 'Newer' }],
        ['member.address_changed', { from: 'old@corp.test', to: 'new@corp.test' }],
      ]),
    )
  })

  test('renames nobody who was in the team before, and takes no address that is proven', async () => {
    const { userId } = await home.us.addMember('member', 'Carla')
    await home.us.unitOfWork.asSystem(({ identities }) =>
      identities.giveEmail(userId, 'carla@corp.test'),
    )
    const id = await home.create(oktaUser('carla@corp.test', { displayName: 'C' }))
    expect(id).toBe(userId)
    await home.scim('PUT', `/Users/${id}`, oktaUser('other@corp.test', { displayName: 'D' }))
    expect(await listed(home.us, id)).toMatchObject({ name: 'Carla', email: 'other@corp.test' })
    const holder = await home.us.unitOfWork.asSystem(({ persons }) =>
      persons.findByEmail('carla@corp.test'),
    )
    expect(holder).toBe(userId)
  })

  test('leaves the address alone by which somebody signed in', async () => {
    const id = await home.create(oktaUser('signed@corp.test'))
    const key = { provider: 'oidc', issuer: 'https://id.test', subject: newId.user() }
    await home.us.unitOfWork.asSystem(({ identities }) =>
      identities.save(key, id as never, 'signed@corp.test', new Date()),
    )
    await home.scim('PUT', `/Users/${id}`, oktaUser('moved@corp.test'))
    const holder = await home.us.unitOfWork.asSystem(({ persons }) =>
      persons.findByEmail('signed@corp.test'),
    )
    expect(holder).toBe(id)
  })

  test('leaves alone the name that somebody gave themselves, and the address of who has a key', async () => {
    const id = await home.create(oktaUser('own@corp.test'))
    await home.world.app.inject({
      method: 'POST',
      url: '/v1/keys',
      headers: bearer(home.us.keys.owner),
      payload: { name: 'Theirs', user: id, role: 'member' },
    })
    const self = { teamId: home.us.teamId, userId: id as UserId }
    await home.us.unitOfWork.inTeam(self, ({ people }) => people.rename(self.userId, 'Anusha'))
    await home.scim('PUT', `/Users/${id}`, oktaUser('mine@corp.test', { displayName: 'D' }))
    expect(await listed(home.us, id)).toMatchObject({ name: 'Anusha', email: 'mine@corp.test' })
    const holder = (address: string) =>
      home.us.unitOfWork.asSystem(({ persons }) => persons.findByEmail(address))
    expect([await holder('own@corp.test'), await holder('mine@corp.test')]).toEqual([id, undefined])

    // Their account is found by that address still, and is not another's too.
    const emails = [{ value: 'own@corp.test', primary: true }]
    const taken = await home.scim('POST', '/Users', oktaUser('newcomer', { emails }))
    expect(taken.json()).toMatchObject({ status: '409', scimType: 'uniqueness' })
    expect((await home.scim('GET', `/Users/${id}`)).json().userName).toBe('mine@corp.test')
  })
})

test.each(['userName', 'userName eq', '"x"', 'userName eq "', '(', 'bogus zz "x"'])(
  'a filter that is none is refused in words: %s',
  async (filter) => {
    const answer = await home.scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    expect([answer.statusCode, answer.json().scimType]).toEqual([400, 'invalidFilter'])
    expect(answer.json().detail).not.toMatch(/undefined|JSON|properties/)
  },
)
