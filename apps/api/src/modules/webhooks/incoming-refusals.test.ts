import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  codeOf,
  draft,
  type IncomingWorld,
  nowSeconds,
  openIncomingWorld,
} from './testing/incoming-world.ts'

let home: IncomingWorld
beforeAll(async () => {
  home = await openIncomingWorld()
})
afterAll(() => home[Symbol.asyncDispose]())

describe('an incoming webhook', () => {
  test('refuses what is not signed by its own secret, lately, in the same words', async () => {
    const hook = await home.add()
    const theirs = await home.add(home.others.keys.admin)
    const body = draft('Nobody wrote this.')
    const refused = [
      await home.send(hook, body, { secret: theirs.secret }),
      await home.send(hook, body, { signature: 'v1,AAAA' }),
      await home.send(hook, body, { signature: '' }),
      await home.send(hook, body, { signature: `v2,${'A'.repeat(44)}` }),
      await home.send(hook, body, { at: nowSeconds() - 301 - 5 }),
      await home.send(hook, body, { at: nowSeconds() + 301 + 5 }),
      await home.send(hook, body, { at: Number.NaN }),
      await home.send(hook, body, { id: `${'x'.repeat(201)}` }),
      await home.send({ ...hook, id: theirs.id }, body),
      await home.send({ ...hook, id: 'ihk_00000000000000000000000000' }, body),
      await home.send({ ...hook, id: 'nothing' }, body),
      await home.world.app.inject({
        method: 'POST',
        url: `/v1/hooks/in/${hook.id}`,
        payload: body,
      }),
    ]
    const said = new Set(refused.map((answer) => answer.json().error?.message))
    expect(refused.map(codeOf)).toEqual(refused.map(() => [401, 'incoming_hook.refused']))
    expect(said.size).toBe(1)
    expect(await home.memoriesOf('Nobody wrote')).toEqual([])
    expect(await home.eventsOf(hook)).toEqual([])
  })

  test('takes any of several signatures, and both secrets for a day after a new one was made', async () => {
    const hook = await home.add()
    const rotated = await home.call('POST', `/v1/incoming-hooks/${hook.id}/rotate`)
    const { secret } = rotated.json()
    expect(secret).not.toBe(hook.secret)
    expect((await home.send(hook, draft('Old secret.'))).statusCode).toBe(202)
    expect((await home.send(hook, draft('New secret.'), { secret })).statusCode).toBe(202)
    await home.set(
      `update teamlore.incoming_hooks set old_until = now() - interval '1 second' where id = '${hook.id}'`,
    )
    expect((await home.send(hook, draft('Old secret.'))).statusCode).toBe(401)
  })

  test('says of secrets that cannot be read the same as of no address, and why to its admins', async () => {
    const [hook, other] = [await home.add(), await home.add()]
    await home.set(
      `update teamlore.incoming_hooks set sealed = (select sealed from teamlore.incoming_hooks where id = '${other.id}') where id = '${hook.id}'`,
    )
    const refused = await home.send(hook, draft('Of another key.'))
    const unknown = await home.send({ ...hook, id: 'ihk_00000000000000000000000000' }, draft('x'))
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      401,
      unknown.json().error.message,
    ])
    expect((await home.hookOf(hook)).error).toMatch(/TEAMLORE_SECRET/)
  })

  test('acts as whoever gave it its last secret, and the one of another admin ends at once', async () => {
    const hook = await home.add()
    const admin = await home.us.addMember('admin', 'Bea')
    const key = await home.us.ownKeyOf(admin)
    const rotated = await home.call('POST', `/v1/incoming-hooks/${hook.id}/rotate`, undefined, key)
    expect(rotated.json().hook.old_secret_until).toBeNull()
    const { secret } = rotated.json()
    expect((await home.send(hook, draft('Old secret of Ada.'))).statusCode).toBe(401)
    expect((await home.send(hook, draft('New secret of Bea.'), { secret })).statusCode).toBe(202)
    await home.set(`delete from teamlore.memberships where user_id = '${admin.userId}'`)
    expect(codeOf(await home.send(hook, draft('After Bea.'), { secret }))).toEqual([
      409,
      'incoming_hook.maker_gone',
    ])
    const again = await home.call('POST', `/v1/incoming-hooks/${hook.id}/rotate`)
    const taken = await home.send(hook, draft('After her.'), again.json())
    expect(taken.statusCode).toBe(202)
  })

  test.each([
    ['no JSON', '{"type":', 422, 'incoming_hook.unreadable'],
    ['nothing', '', 422, 'incoming_hook.unreadable'],
    ['a list', '[]', 422, 'incoming_hook.unreadable'],
    [
      'an event that is none',
      { type: 'memory.activate', data: {} },
      422,
      'incoming_hook.unreadable',
    ],
    ['a field that is none', draft('x', { status: 'active' }), 422, 'incoming_hook.unreadable'],
    ['an origin', draft('x', { origin: 'human' }), 422, 'incoming_hook.unreadable'],
    ['an empty statement', draft(' '), 422, 'incoming_hook.unreadable'],
    ['something huge', draft('x'.repeat(70_000)), 413, 'request.too_large'],
  ] as const)('says what is wrong with %s', async (_name, body, status, code) => {
    const hook = await home.add()
    const sent = await home.send(hook, body)
    expect(sent.statusCode, sent.body).toBe(status)
    if (status === 422) {
      expect(codeOf(sent)).toEqual([status, code])
      expect((await home.hookOf(hook)).error).not.toBeNull()
    }
  })

  test('ends with the role of who made it, and while it is switched off', async () => {
    const hook = await home.add()
    await home.call('PUT', `/v1/incoming-hooks/${hook.id}`, { name: 'CI', is_on: false })
    expect((await home.send(hook, draft('Switched off.'))).statusCode).toBe(401)
    await home.call('PUT', `/v1/incoming-hooks/${hook.id}`, { name: 'CI', is_on: true })
    const setRole = (role: string) =>
      home.set(
        `update teamlore.memberships set role = '${role}' where user_id = (select created_by from teamlore.incoming_hooks where id = '${hook.id}')`,
      )
    await setRole('member')
    expect(codeOf(await home.send(hook, draft('Made by no admin.')))).toEqual([
      409,
      'incoming_hook.maker_gone',
    ])
    await setRole('admin')
    await home.set(
      `update teamlore.incoming_hooks set created_by = 'usr_00000000000000000000000000' where id = '${hook.id}'`,
    )
    expect(codeOf(await home.send(hook, draft('Made by nobody.')))).toEqual([
      409,
      'incoming_hook.maker_gone',
    ])
    expect((await home.hookOf(hook)).error).toMatch(/no admin/)
  })
})
