import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import {
  ENTERPRISE,
  entraUser,
  GROUP,
  oktaUser,
  openScimWorld,
  PATCH,
  type ScimWorld,
  USER,
} from '../../testing/scim-world.ts'

let home: ScimWorld
beforeAll(async () => {
  home = await openScimWorld()
})
afterAll(() => home[Symbol.asyncDispose]())

const scim: ScimWorld['scim'] = (...words) => home.scim(...words)
const create: ScimWorld['create'] = (body) => home.create(body)
const memberOf: ScimWorld['memberOf'] = (id) => home.memberOf(id)

describe('people provisioned by SCIM', () => {
  test('become members, and are found by the names that directories ask for', async () => {
    const before = await scim(
      'GET',
      `/Users?filter=${encodeURIComponent('userName eq "ana@o.test"')}`,
    )
    expect(before.json()).toMatchObject({ totalResults: 0, Resources: [] })
    const made = await scim('POST', '/Users', oktaUser('ana@o.test'))
    expect(made.statusCode).toBe(201)
    expect(made.headers['content-type']).toContain('application/scim+json')
    const { id } = made.json()
    expect(made.headers.location).toBe(`http://lore.test/scim/v2/Users/${id}`)
    expect(made.json()).toMatchObject({
      userName: 'ana@o.test',
      active: true,
      externalId: '00uana@o.test',
    })
    expect(made.body).not.toContain('1mz050nq')
    expect(await memberOf(id)).toMatchObject({
      name: 'Ana Oliveira',
      role: 'member',
      email: 'ana@o.test',
    })
    for (const filter of [
      'userName eq "ANA@o.test"',
      'externalId eq "00uana@o.test"',
      'emails[type eq "work"].value eq "ana@o.test"',
      'name.familyName sw "Oliv" and active eq true',
    ]) {
      const found = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
      expect([filter, found.json().Resources.map((one: { id: string }) => one.id)]).toEqual([
        filter,
        [id],
      ])
    }
    expect((await scim('POST', '/Users', oktaUser('Ana@o.test'))).json()).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    })
  })

  test('are the person they were when the directory names them again', async () => {
    const id = await create(oktaUser('again@o.test'))
    await scim('DELETE', `/Users/${id}`)
    expect(await create(oktaUser('again@o.test'))).toBe(id)
    expect(await memberOf(id)).toMatchObject({ email: 'again@o.test', role: 'member' })
  })

  test('are a new person where somebody who left had their user name', async () => {
    const jdoe = (address: string) => oktaUser('jdoe', { emails: [{ value: address }] })
    const john = await create(jdoe('john@o.test'))
    await scim('DELETE', `/Users/${john}`)
    const jane = await create(jdoe('jane@o.test'))
    expect(jane).not.toBe(john)
    expect(await memberOf(john)).toBeUndefined()
    expect(await create(oktaUser('john', { emails: [{ value: 'john@o.test' }] }))).toBe(john)
  })

  test('are who they were by their user name alone where the directory has the same id for it', async () => {
    const bare = (externalId?: string) => oktaUser('bare', { emails: undefined, externalId })
    const comeAndGo = async (externalId?: string) => {
      const id = await create(bare(externalId))
      await scim('DELETE', `/Users/${id}`)
      return id
    }
    const [one, two] = [await comeAndGo('e1'), await comeAndGo('e2')]
    expect(two).not.toBe(one)
    expect(await comeAndGo('e1')).toBe(one)
    expect([one, two]).not.toContain(await comeAndGo())
  })

  test('take over who is in the team under their address, once', async () => {
    const id = await create(oktaUser('known@o.test'))
    await scim('DELETE', `/Users/${id}`)
    await create(oktaUser('known@o.test'))
    const other = await scim(
      'POST',
      '/Users',
      oktaUser('alias', { emails: [{ value: 'known@o.test', primary: true }] }),
    )
    expect(other.json()).toMatchObject({ status: '409', scimType: 'uniqueness' })
  })

  test('are out with the request that deactivates them, and come back as who they were', async () => {
    const id = await create(oktaUser('gone@o.test'))
    const made = await home.world.app.inject({
      method: 'POST',
      url: '/v1/keys',
      headers: bearer(home.us.keys.owner),
      payload: { name: 'Theirs', user: id, role: 'member' },
    })
    const theirs = bearer(made.json().key)
    expect((await home.world.app.inject({ url: '/v1/me', headers: theirs })).statusCode).toBe(200)
    // As Okta deactivates: no path.
    const off = await scim('PATCH', `/Users/${id}`, {
      schemas: [PATCH],
      Operations: [{ op: 'replace', value: { active: false } }],
    })
    expect([off.statusCode, off.json().active]).toEqual([200, false])
    expect((await home.world.app.inject({ url: '/v1/me', headers: theirs })).statusCode).toBe(401)
    expect(await memberOf(id)).toBeUndefined()
    expect((await scim('GET', `/Users/${id}`)).json()).toMatchObject({ id, active: false })
    const on = await scim('PUT', `/Users/${id}`, oktaUser('gone@o.test'))
    expect(on.json()).toMatchObject({ id, active: true })
    expect(await memberOf(id)).toMatchObject({ role: 'member' })
    // Keys that have ended stay so.
    expect((await home.world.app.inject({ url: '/v1/me', headers: theirs })).statusCode).toBe(401)
  })

  test('are understood as Entra ID writes them', async () => {
    const id = await create(entraUser('bea@e.test'))
    const patch = async (...Operations: object[]) => {
      const answer = await scim('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations })
      expect([answer.statusCode, answer.body.slice(0, 200)]).toEqual([200, expect.any(String)])
      return answer.json()
    }
    expect(
      await patch(
        { op: 'Add', path: 'displayName', value: 'Bea C.' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'beatriz@e.test' },
        { op: 'Add', path: 'name.familyName', value: 'Costa e Silva' },
        { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Sales' },
        { op: 'Replace', path: `${USER}:title`, value: 'Dr.' },
      ),
    ).toMatchObject({
      displayName: 'Bea C.',
      title: 'Dr.',
      name: { familyName: 'Costa e Silva', givenName: 'Bea' },
      emails: [{ type: 'work', value: 'beatriz@e.test' }],
    })
    expect(await patch({ op: 'Replace', path: 'active', value: 'False' })).toMatchObject({
      active: false,
    })
    expect(await memberOf(id)).toBeUndefined()
    expect(await patch({ op: 'Replace', value: { active: 'True' } })).toMatchObject({
      active: true,
    })
    const bare = await create({ schemas: [USER], userName: 'no-mail', active: true })
    const added = await scim('PATCH', `/Users/${bare}`, {
      schemas: [PATCH],
      Operations: [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'n@e.test' }],
    })
    expect(added.json().emails).toMatchObject([{ type: 'work', value: 'n@e.test' }])
  })

  test('come in pages', async () => {
    const { totalResults } = (await scim('GET', '/Users')).json()
    expect(totalResults).toBeGreaterThan(4)
    const seen: string[] = []
    for (let startIndex = 1; startIndex <= totalResults; startIndex += 2) {
      const page = (await scim('GET', `/Users?startIndex=${startIndex}&count=2`)).json()
      expect(page).toMatchObject({ totalResults, startIndex })
      expect(page.Resources.length).toBe(page.itemsPerPage)
      seen.push(...page.Resources.map((one: { id: string }) => one.id))
    }
    expect(new Set(seen).size).toBe(totalResults)
    expect((await scim('GET', '/Users?count=0')).json().Resources).toEqual([])
  })

  test('are forgotten when the directory deletes them', async () => {
    const id = await create(oktaUser('deleted@o.test'))
    expect((await scim('DELETE', `/Users/${id}`)).statusCode).toBe(204)
    expect((await scim('GET', `/Users/${id}`)).json()).toMatchObject({ status: '404' })
    expect(await memberOf(id)).toBeUndefined()
    expect((await scim('DELETE', `/Users/${id}`)).statusCode).toBe(404)
  })

  test.each([
    ['no user name', { schemas: [USER], active: true }],
    ['no object', []],
    ['another kind', { schemas: [GROUP], displayName: 'x' }],
    ['a wrong type', { schemas: [USER], userName: 'x@x.test', active: 'maybe' }],
  ])('are refused in words: %s', async (_what, body) => {
    const answer = await scim('POST', '/Users', body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ status: '400', detail: expect.any(String) })
  })

  test('leave owners alone', async () => {
    const id = await create(oktaUser('boss@o.test'))
    await home.world.app.inject({
      method: 'PUT',
      url: `/v1/team/members/${id}`,
      headers: bearer(home.us.keys.owner),
      payload: { role: 'owner' },
    })
    const answer = await scim('DELETE', `/Users/${id}`)
    expect(answer.json()).toMatchObject({
      status: '403',
      detail: expect.stringContaining('Owners'),
    })
    expect(await memberOf(id)).toMatchObject({ role: 'owner' })
  })
})
