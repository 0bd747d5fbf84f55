import type { StoredPasskey } from '@teamlore/db'
import { newId, type UserId } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GivenWorld, machineNamed, openGivenWorld, type Way } from '../testing/issued-world.ts'

/** What a given credential may end: itself and what came of it, and nothing of the person's own. */
let home: GivenWorld
let own: Way
beforeAll(async () => {
  home = await openGivenWorld()
  own = await home.browserBy(home.ann)
})
afterAll(() => home[Symbol.asyncDispose]())

const refused = async (answer: ReturnType<GivenWorld['call']>) => {
  const { statusCode, body } = await answer
  return [statusCode, body === '' ? null : JSON.parse(body).error?.code]
}
const OWN = [403, 'access.own_not_by_given']
const works = async (way: Way) => (await home.call('GET', '/v1/me', way)).statusCode === 200
const itemsOf = async (url: string, way: Way) => (await home.call('GET', url, way)).json().items
const browserOf = async (way: Way): Promise<string> =>
  (await itemsOf('/v1/browsers', way)).find((one: { is_current: boolean }) => one.is_current).id

/** A passkey as a browser of this team adds it. */
const addPasskey = async (givenBy: string | null): Promise<string> => {
  const id = newId.passkey()
  const passkey: StoredPasskey = {
    id,
    credentialId: id,
    userId: home.ann.userId,
    boundTeamId: home.us.teamId,
    most: 'member',
    givenBy: givenBy as UserId | null,
    name: 'Chrome on Linux',
    publicKey: 'AA',
    counter: 0,
    transports: [],
  }
  await home.us.unitOfWork.asSystem(({ passkeys }) => passkeys.add(passkey, new Date()))
  return id
}

describe('a browser that somebody else let in', () => {
  test("ends no browser of the person's own, one by one or all at once", async () => {
    const [given, other] = [await home.linkFor(), await home.linkFor()]
    const id = await browserOf(own)
    expect(await refused(home.call('DELETE', `/v1/browsers/${id}`, given))).toEqual(OWN)
    expect((await home.call('DELETE', '/v1/browsers', given)).statusCode).toBe(204)
    expect([await works(own), await works(given), await works(other)]).toEqual([true, false, false])
  })

  test("removes no passkey of the person's own, and those that came of it", async () => {
    const given = await home.linkFor()
    const [hers, his] = [await addPasskey(null), await addPasskey(home.evil.userId)]
    expect(await refused(home.call('DELETE', `/v1/passkeys/${hers}`, given))).toEqual(OWN)
    expect((await home.call('DELETE', `/v1/passkeys/${his}`, given)).statusCode).toBe(204)
    const left = (await itemsOf('/v1/passkeys', own)).map(({ id }: { id: string }) => id)
    expect(left).toContain(hers)
    expect(left).not.toContain(his)
  })

  test('ends itself', async () => {
    const given = await home.linkFor()
    const id = await browserOf(given)
    expect((await home.call('DELETE', `/v1/browsers/${id}`, given)).statusCode).toBe(204)
    expect(await works(given)).toBe(false)
  })
})

describe('a given key', () => {
  test("revokes no key of the person's own, and itself", async () => {
    const given = await home.keyFor()
    const made = await home.post('/v1/keys', own, { name: 'hers' })
    expect(await refused(home.call('DELETE', `/v1/keys/${made.id}`, given))).toEqual(OWN)
    expect(await works({ key: made.key })).toBe(true)
    const keys = await itemsOf('/v1/keys', given)
    const itself = keys.find(
      ({ name, made_by, revoked_at }: { name: string; made_by: object; revoked_at: unknown }) =>
        name === 'given' && made_by && revoked_at === null,
    )
    expect((await home.call('DELETE', `/v1/keys/${itself.id}`, given)).statusCode).toBe(204)
    expect(await works(given)).toBe(false)
  })

  test("takes no machine over that has a key of the person's own", async () => {
    const machine = await home.machineBy(own, 'a')
    const given = await home.keyFor()
    const again = home.call('POST', '/v1/machines', given, machineNamed('a'))
    expect(await refused(again)).toEqual(OWN)
    expect(await works(machine)).toBe(true)
    expect(await works(await home.machineBy(given, 'b'))).toBe(true)
  })
})

describe('the lists of browsers and passkeys', () => {
  test('name who gave each given one', async () => {
    const given = await browserOf(await home.linkFor())
    const passkeys = [await addPasskey(null), await addPasskey(home.evil.userId)]
    const madeBy = (items: { id: string; made_by: { name: string } | null }[], id: string) =>
      items.find((item) => item.id === id)?.made_by?.name
    const browsers = await itemsOf('/v1/browsers', own)
    expect(madeBy(browsers, given)).toBe('Evil')
    expect(madeBy(browsers, await browserOf(own))).toBeUndefined()
    const found = await itemsOf('/v1/passkeys', own)
    expect(passkeys.map((id) => madeBy(found, id))).toEqual([undefined, 'Evil'])
  })
})
