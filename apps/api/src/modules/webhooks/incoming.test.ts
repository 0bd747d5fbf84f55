import { readAsOwner } from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, draft, type IncomingWorld, openIncomingWorld } from './testing/incoming-world.ts'

let home: IncomingWorld
beforeAll(async () => {
  home = await openIncomingWorld()
})
afterAll(() => home[Symbol.asyncDispose]())

describe('an incoming webhook', () => {
  test('keeps what a tool says a draft, whatever the team lets in, as the word of nobody', async () => {
    const hook = await home.add()
    expect(hook.url).toBe(`https://lore.test/v1/hooks/in/${hook.id}`)
    const set = await home.call('PUT', '/v1/memories/policy', {
      mode: 'origin',
      origins: ['human', 'tool'],
      threshold: 0.1,
    })
    const sent = await home.send(
      hook,
      draft('Pelicans fly at dawn.', { url: 'https://ci.example.com' }),
    )
    expect([sent.statusCode, sent.json(), set.statusCode]).toEqual([
      202,
      { state: 'taken', result: 'a draft waits for a person' },
      200,
    ])
    const [memory] = await home.memoriesOf('Pelicans fly')
    expect(memory).toMatchObject({ status: 'draft', origin: 'tool', author_id: null })
    expect(await home.hookOf(hook)).toMatchObject({ error: null })
    expect((await home.eventsOf(hook))[0]).toMatchObject({ type: 'memory.draft', state: 'done' })
  })

  test('takes each webhook-id once', async () => {
    const hook = await home.add()
    const id = 'msg_once'
    await home.send(hook, draft('Herons wait.'), { id })
    const again = await home.send(hook, draft('Herons wait, and this is new.'), { id })
    expect([again.statusCode, again.json().state]).toEqual([202, 'known'])
    expect(await home.memoriesOf('Herons wait')).toHaveLength(1)
    const [theirs, ours] = [await home.add(home.others.keys.admin), hook]
    expect((await home.send(theirs, draft('Herons of others.'), { id })).json().state).toBe('taken')
    expect(await home.eventsOf(ours)).toHaveLength(1)
  })

  test('takes an event again that failed, once what it needs is there', async () => {
    const hook = await home.add()
    const id = 'msg_later'
    const body = draft('Storks come late.', { project: 'acme/not-yet' })
    const failed = await home.send(hook, body, { id })
    expect(failed.statusCode).toBeGreaterThanOrEqual(400)
    expect((await home.eventsOf(hook))[0]).toMatchObject({ state: 'failed' })
    expect((await home.hookOf(hook)).error).toBe(failed.json().error.message)
    const good = await home.send(hook, draft('Storks come late.'), { id })
    expect(good.json()).toMatchObject({ state: 'taken' })
    expect((await home.eventsOf(hook)).map(({ state }: { state: string }) => state)).toEqual([
      'done',
    ])
    expect((await home.hookOf(hook)).error).toBeNull()
  })

  test('loses nothing where the process dies while it takes one, and takes it no second time', async () => {
    const hook = await home.add()
    const id = 'msg_crash'
    await home.send(hook, draft('Terns dive twice.'), { id })
    const hold = (seconds: number) =>
      home.set(
        `update teamlore.incoming_events set state = 'taking', held_until = now() + interval '${seconds} seconds' where message_id = '${id}'`,
      )
    await hold(30)
    expect(codeOf(await home.send(hook, draft('Terns dive twice.'), { id }))).toEqual([
      409,
      'incoming_hook.in_progress',
    ])
    await hold(-1)
    const again = await home.send(hook, draft('Terns dive twice.'), { id })
    expect(again.json().state).toBe('taken')
    expect(await home.memoriesOf('Terns dive')).toHaveLength(1)
  })

  test('takes one of two at the same time', async () => {
    const hook = await home.add()
    const id = 'msg_both'
    const both = await Promise.all(
      [1, 2, 3].map(() => home.send(hook, draft('Gulls come in flocks.'), { id })),
    )
    for (const { statusCode } of both) expect([202, 409]).toContain(statusCode)
    expect(await home.memoriesOf('Gulls come')).toHaveLength(1)
  })

  test('knows no project of another team', async () => {
    const hook = await home.add(home.others.keys.admin)
    const project = await home.projectOf(home.us.teamId)
    const sent = await home.send(hook, draft('Ours alone.', { project }))
    expect(sent.statusCode).toBeGreaterThanOrEqual(400)
    expect(await home.memoriesOf('Ours alone')).toEqual([])
    const listed = await home.call('GET', `/v1/incoming-hooks/${hook.id}/events`)
    expect(listed.statusCode).toBe(404)
  })

  test('is sent the end of a pull request as GitHub’s bot is', async () => {
    const hook = await home.add()
    const project = await home.projectOf(home.us.teamId)
    const data = {
      project,
      number: 4,
      url: 'https://git.example.com/pull/4',
      title: 'Cache it',
      state: 'rejected',
      branch: 'topic',
    }
    const sent = await home.send(hook, { type: 'outcome.review', data })
    expect([sent.statusCode, sent.json().result]).toEqual([
      202,
      '0 commits known, 0 memories trusted less, 0 trusted as before',
    ])
  })

  test('keeps no secret that stands in what is sent, and none of its own in the open', async () => {
    const hook = await home.add()
    const planted = ['ghp_aB3dE5gH7jK9mN1p', 'Q4sT6vX8aB3dE5gH7jy9'].join('')
    const url = `https://ci.example.com/?token=${planted}`
    await home.send(
      hook,
      draft(`Ospreys use ${planted}.`, { reason: planted, rejected: [planted], url }),
    )
    const [rows] = await readAsOwner<{ all: string }>(
      home.world.engine,
      `select concat((select string_agg(to_jsonb(m)::text, '') from teamlore.memories m),
        (select string_agg(to_jsonb(e)::text, '') from teamlore.memory_evidence e),
        (select string_agg(to_jsonb(d)::text, '') from teamlore.documents d),
        (select string_agg(to_jsonb(h)::text, '') from teamlore.incoming_hooks h)) as all`,
    )
    expect(await home.memoriesOf('Ospreys use')).toHaveLength(1)
    expect(rows?.all).not.toContain(planted)
    expect(rows?.all).not.toContain(hook.secret)
    expect((await home.call('GET', '/v1/incoming-hooks')).body).not.toContain(hook.secret)
  })

  test('is made and removed by admins alone, with a trace', async () => {
    const refused = await home.call(
      'POST',
      '/v1/incoming-hooks',
      { name: 'CI' },
      home.us.keys.member,
    )
    expect(refused.statusCode).toBe(403)
    const hook = await home.add()
    expect((await home.call('DELETE', `/v1/incoming-hooks/${hook.id}`)).statusCode).toBe(204)
    expect((await home.send(hook, draft('After the end.'))).statusCode).toBe(401)
    const log = await home.call('GET', '/v1/audit?action=incoming_hook.removed')
    expect(log.json().items[0]).toMatchObject({ details: { name: 'CI' } })
  })
})
