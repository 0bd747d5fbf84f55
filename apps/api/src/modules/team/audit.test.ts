import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GivenWorld, openGivenWorld } from '../../testing/issued-world.ts'

/** Who did what: shown to admins, by person and by action, page after page. */
let at: GivenWorld
beforeAll(async () => {
  at = await openGivenWorld()
})
afterAll(() => at[Symbol.asyncDispose]())

type Event = { action: string; user: { name: string }; given_by: { name: string } | null }
const listed = async (query = '', way: { key: string } = at.evil) =>
  (await at.call('GET', `/v1/audit?limit=200${query}`, way)).json()

describe('audit events', () => {
  test('name who did what to what, the latest first', async () => {
    const key = (await at.keyFor()) as { key: string }
    await at.post('/v1/keys', key, { name: 'by the given one' })
    const [next, given] = (await listed('&action=api_key.created')).items
    expect(given).toMatchObject({
      action: 'api_key.created',
      user: { name: 'Evil' },
      given_by: null,
      subject: { name: 'given' },
    })
    // Done as Ann, by what Evil made for her.
    expect(next).toMatchObject({
      user: { name: 'Ann' },
      given_by: { name: 'Evil' },
      subject: { name: 'by the given one' },
    })
  })

  test('are found by who did it and by what was done, and come in pages', async () => {
    const owner = (await at.call('GET', '/v1/me', at.owner)).json().user.id
    const { items } = await listed(`&user=${owner}`)
    expect(new Set(items.map(({ user }: Event) => user.name))).toEqual(new Set(['Olga']))
    const all = (await listed()).items
    const first = (await at.call('GET', '/v1/audit?limit=2', at.evil)).json()
    const rest = await listed(`&cursor=${first.next_cursor}`)
    expect([...first.items, ...rest.items]).toEqual(all)
    const nobody = await at.call('GET', '/v1/audit?user=nobody@example.com', at.evil)
    expect([nobody.statusCode, nobody.json().error.code]).toEqual([404, 'member.not_found'])
  })

  test('are for admins alone, and name no session that an admin may not see', async () => {
    expect((await at.call('GET', '/v1/audit', at.ann)).statusCode).toBe(403)
    const shared = await at.call('POST', `/v1/sessions/${at.ids.private}/share`, at.ann)
    expect(shared.statusCode).toBe(200)
    await at.call('DELETE', `/v1/sessions/${at.ids.private}/share`, at.ann)
    const { items } = await listed('&action=session.shared')
    expect(items).toMatchObject([{ user: { name: 'Ann' }, subject: null }])
    expect(JSON.stringify(await listed())).not.toContain(at.ids.private)
  })
})

test('admins verify the events; a head that is none of the chain is missed', async () => {
  expect((await at.call('GET', '/v1/audit/verification', at.ann)).statusCode).toBe(403)
  const answer = await at.call('GET', '/v1/audit/verification', at.evil)
  expect(answer.json()).toMatchObject({ state: 'verified', broken: null })
  expect(answer.json().waiting).toBeGreaterThan(0)
  const kept = await at.call('GET', `/v1/audit/verification?head=${'a'.repeat(64)}`, at.evil)
  expect(kept.json()).toMatchObject({ state: 'broken', broken: { kind: 'head_missing' } })
})

test('a team is not handed over to oneself in silence', async () => {
  const owner = (await at.call('GET', '/v1/me', at.owner)).json().user.id
  const answer = await at.call('POST', '/v1/team/transfer', at.owner, { user: owner })
  expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'team.owner_already'])
})

test('the key of a machine says what to do where it may not', async () => {
  const machine = await at.machineBy(at.evil)
  const answer = await at.call('PUT', at.vault, machine, { is_restricted: false })
  expect(answer.statusCode).toBe(403)
  expect(answer.json().error.message).toContain('with a key of your own of the role admin')
})

test.each([
  ['POST', '/v1/keys', { name: '\u200b\u200d' }],
  ['PUT', '/v1/me', { name: '\u3164' }],
  ['POST', '/v1/team/service-accounts', { name: '\u2800', role: 'member' }],
  ['PUT', '/v1/team', { name: '\u202e' }],
] as const)('%s %s refuses a name that nobody sees, in words', async (method, url, body) => {
  const answer = await at.call(method, url, at.owner, body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().error.message).toContain('that people can see')
})
