import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GROUP, oktaUser, openScimWorld, PATCH, type ScimWorld } from '../../testing/scim-world.ts'

let home: ScimWorld
beforeAll(async () => {
  home = await openScimWorld()
})
afterAll(() => home[Symbol.asyncDispose]())

const scim: ScimWorld['scim'] = (...words) => home.scim(...words)
const create: ScimWorld['create'] = (body) => home.create(body)
const memberOf: ScimWorld['memberOf'] = (id) => home.memberOf(id)

describe('groups provisioned by SCIM', () => {
  test('give their members the role that the table of groups says, and take it back', async () => {
    const ana = await create(oktaUser('g1@o.test'))
    const ben = await create(oktaUser('g2@o.test'))
    const made = await scim('POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Platform',
      externalId: 'g-1',
      members: [{ value: ana, display: 'Ana' }],
    })
    expect(made.statusCode).toBe(201)
    const { id } = made.json()
    expect((await memberOf(ana)).role).toBe('admin')
    const patch = (...Operations: object[]) =>
      scim('PATCH', `/Groups/${id}`, { schemas: [PATCH], Operations })
    // As Entra ID adds and removes.
    await patch({ op: 'Add', path: 'members', value: [{ value: ben }] })
    expect((await memberOf(ben)).role).toBe('admin')
    await patch({ op: 'Remove', path: 'members', value: [{ value: ana }] })
    expect((await memberOf(ana)).role).toBe('member')
    // As Okta removes, and renames.
    await patch({ op: 'remove', path: `members[value eq "${ben}"]` })
    expect((await memberOf(ben)).role).toBe('member')
    await patch({ op: 'replace', path: 'members', value: [{ value: ana }, { value: ben }] })
    const renamed = await patch({ op: 'replace', value: { id, displayName: 'Guests' } })
    expect(renamed.json()).toMatchObject({ displayName: 'Guests' })
    expect([(await memberOf(ana)).role, (await memberOf(ben)).role]).toEqual(['viewer', 'viewer'])
    expect((await scim('DELETE', `/Groups/${id}`)).statusCode).toBe(204)
    expect((await memberOf(ben)).role).toBe('member')
  })

  test('take no member that nobody provisioned', async () => {
    const answer = await scim('POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Strangers',
      members: [{ value: home.us.owner.userId }],
    })
    expect(answer.json()).toMatchObject({ status: '400', scimType: 'invalidValue' })
  })
})

describe('provisioning', () => {
  test('says what it can', async () => {
    const config = await scim('GET', '/ServiceProviderConfig')
    expect(config.json()).toMatchObject({ patch: { supported: true }, filter: { supported: true } })
    expect((await scim('GET', '/ResourceTypes')).json().totalResults).toBe(2)
    expect((await scim('GET', '/Schemas')).json().totalResults).toBe(2)
  })

  test('is for the key of a service account that may manage people', async () => {
    for (const [as, status] of [
      ['tlk_nobody', 401],
      [home.us.keys.owner, 403],
      [home.us.keys.admin, 403],
      [home.us.keys.member, 403],
      [await home.keyOfService(home.us, 'member'), 403],
    ] as const)
      for (const path of ['/Users', '/Groups'])
        expect([path, (await scim('GET', path, undefined, as)).statusCode]).toEqual([path, status])
  })

  test('sees and touches nothing of another team', async () => {
    const id = await create(oktaUser('ours@o.test'))
    const group = (
      await scim('POST', '/Groups', { schemas: [GROUP], displayName: 'Ours', members: [] })
    ).json().id
    const theirs = await home.world.addTeam('Other')
    const other = await home.keyOfService(theirs)
    expect((await scim('GET', '/Users', undefined, other)).json().totalResults).toBe(0)
    expect((await scim('GET', '/Groups', undefined, other)).json().totalResults).toBe(0)
    for (const [method, path] of [
      ['GET', `/Users/${id}`],
      ['DELETE', `/Users/${id}`],
      ['GET', `/Groups/${group}`],
      ['DELETE', `/Groups/${group}`],
    ] as const)
      expect((await scim(method, path, undefined, other)).statusCode).toBe(404)
    const taken = await scim(
      'POST',
      '/Groups',
      { schemas: [GROUP], displayName: 'Trick', members: [{ value: id }] },
      other,
    )
    expect(taken.statusCode).toBe(400)
    // Who has an account in another team is not drawn into this one, and nobody learns that they exist.
    const made = await scim('POST', '/Users', oktaUser('ours@o.test'), other)
    expect(made.statusCode).toBe(201)
    expect(made.json().id).not.toBe(id)
    expect(await memberOf(id)).toMatchObject({ email: 'ours@o.test' })
  })
})
