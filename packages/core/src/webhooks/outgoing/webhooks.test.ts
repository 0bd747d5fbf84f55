import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { WebhookDeliveryId, WebhookId } from '@teamlore/shared/ids'
import { createOutboundFetch, isPrivateByName } from '@teamlore/shared/outbound'
import { type AddWebhook, WEBHOOK_EVENTS } from '@teamlore/shared/webhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAgentsMdWorld } from '../../agents-md/testing/agents-md-world.ts'
import { createSecretBox } from '../../identity/sign-in/secret-box.ts'
import { grantSystemScope } from '../../identity/teams/team-scope.ts'
import {
  makeAddWebhook,
  makeListWebhookDeliveries,
  makeListWebhooks,
  makeReplayWebhookDelivery,
  makeRotateWebhook,
  makeSetWebhook,
  makeTestWebhook,
} from './manage.ts'
import { makeSendWebhook } from './send.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void
type Got = { headers: IncomingMessage['headers']; body: string }

const got: Got[] = []
let answer: Answer
const taken: Answer = (_request, response) => void response.writeHead(204).end()
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    got.push({ headers: request.headers, body })
    answer(request, response)
  })
})

let database: TestDatabase
let url = ''
beforeAll(async () => {
  database = await createTestDatabase()
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', () => done()))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await database[Symbol.asyncDispose]()
})
beforeEach(() => {
  got.length = 0
  answer = taken
})

const open = async (events: AddWebhook['events'] = [...WEBHOOK_EVENTS]) => {
  const world = await createAgentsMdWorld(database)
  const allowed = { names: new Set(['127.0.0.1']), ranges: [] }
  let clock = Date.now() + 1000
  const deps = {
    unitOfWork: world.unitOfWork,
    secretBox: createSecretBox('a secret of a server that is long enough'),
    isPrivate: (of: string) => isPrivateByName(allowed, new URL(of).hostname),
    post: createOutboundFetch(allowed),
    now: () => new Date(clock),
  }
  const { webhook, secret } = await makeAddWebhook(deps)(world.admin, { url, events })
  const id = webhook.id as WebhookId
  const deliveries = async () =>
    (await makeListWebhookDeliveries(deps)(world.admin, { id })).items.toReversed()
  const send = async () => {
    for (const { id: deliveryId } of await deliveries())
      await makeSendWebhook(deps)(grantSystemScope(world.admin.teamId), {
        deliveryId: deliveryId as WebhookDeliveryId,
      })
  }
  return {
    ...world,
    teamId: world.admin.teamId,
    deps,
    id,
    secret,
    deliveries,
    send,
    wait: (ms: number) => {
      clock += ms
    },
    state: async () => (await makeListWebhooks(deps)(world.admin)).items[0],
  }
}

const signatureOf = (secret: string, { headers, body }: Got): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`

describe('a webhook', () => {
  test('is sent what a person approved, signed, once for each delivery', async () => {
    const { remember, send, secret, deliveries } = await open()
    const memory = await remember('Quokka exports are retried.')
    await send()
    await send()
    expect(got).toHaveLength(1)
    const [first] = got as [Got]
    expect(first.headers['webhook-signature']).toBe(signatureOf(secret, first))
    expect(JSON.parse(first.body)).toMatchObject({
      type: 'memory.activated',
      data: { id: memory.id, statement: 'Quokka exports are retried.' },
    })
    const [{ id, state, status } = { id: '', state: '', status: 0 }] = await deliveries()
    expect([first.headers['webhook-id'], state, status]).toEqual([id, 'done', 204])
  })

  test('hears of what waits for a review by its id alone', async () => {
    const { remember, send } = await open(['review.waiting'])
    const { id } = await remember('Quokka drafts wait.', { origin: 'agent', draft: true })
    await send()
    expect(JSON.parse(got[0]?.body ?? '{}').data.id).toBe(id)
    expect(got[0]?.body).not.toContain('Quokka')
  })

  test('hears nothing private, of a restricted project, or that became so while it waited', async () => {
    const { remember, send, harbour, deliveries } = await open(['memory.activated'])
    await remember('Quokka one waits.')
    const two = await remember('Quokka two is restricted.', { origin: 'agent', draft: true })
    const set = (statement: string) => readAsOwner(database.engine, `${statement} returning 1`)
    await set(`update teamlore.projects set is_restricted = true where id = '${harbour}'`)
    await set(`update teamlore.memories set status = 'active' where id = '${two.id}'`)
    await send()
    expect(got).toEqual([])
    expect((await deliveries()).map(({ state }) => state)).toEqual(['withheld'])
  })

  test.each(['draft', 'unreviewed', 'rejected', 'archived'])(
    'hears nothing of what is %s again before it was sent',
    async (status) => {
      const { remember, send, deliveries } = await open(['memory.activated'])
      const { id } = await remember('Quokka exports are taken back.')
      await readAsOwner(
        database.engine,
        `update teamlore.memories set status = '${status}' where id = '${id}' returning 1`,
      )
      await send()
      expect(got).toEqual([])
      expect((await deliveries()).map(({ state }) => state)).toEqual(['withheld'])
    },
  )

  test('hears nothing of what rests on a session that was made private before it was sent', async () => {
    const { remember, send, deliveries, teamId } = await open(['memory.activated'])
    const set = (statement: string) =>
      readAsOwner<{ id: string }>(
        database.engine,
        `${statement} where team_id = '${teamId}' and native_id = 'h'`,
      )
    const [session] = await set('select id from teamlore.sessions')
    await remember('Quokka exports rest on a session.', {
      evidence: [{ kind: 'session', ref: session?.id ?? '', quote: '' }],
    })
    await set('update teamlore.sessions set private_to = user_id')
    await send()
    expect(got).toEqual([])
    expect((await deliveries()).map(({ state }) => state)).toEqual(['withheld'])
  })

  test('names what took the place of a memory only where everybody may read that', async () => {
    const { remember, send, memory, deliveries, deps, admin } = await open(['memory.superseded'])
    const older = await remember('Quokka exports are retried twice.')
    const newer = await remember('Quokka exports are retried thrice.', { supersedes: older.id })
    expect((await memory(older.id)).status).toBe('superseded')
    const successor = () => JSON.parse(got.at(-1)?.body ?? '{}').data.successor_id
    await send()
    expect(successor()).toBe(newer.id)
    await readAsOwner(
      database.engine,
      `update teamlore.memories set private_to = author_id where id = '${newer.id}' returning 1`,
    )
    const [first] = await deliveries()
    await makeReplayWebhookDelivery(deps)(admin, { id: first?.id as WebhookDeliveryId })
    await send()
    expect([got.length, successor()]).toEqual([2, null])
  })

  test('is sent again with the same id after what an address did not take, as late as it asks', async () => {
    const { remember, send, wait, deliveries } = await open()
    await remember('Quokka exports come late.')
    answer = (_request, response) => void response.writeHead(429, { 'retry-after': '60' }).end()
    await send()
    wait(30_000)
    await send()
    expect(got).toHaveLength(1)
    wait(31_000)
    answer = (request) => void request.socket.destroy()
    await send()
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', attempts: 2, status: null })
    wait(300_000)
    answer = taken
    await send()
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await deliveries())[0]).toMatchObject({ state: 'done', attempts: 3, error: null })
  })

  test('follows no redirect', async () => {
    const { remember, send, deliveries } = await open()
    await remember('Quokka exports stay here.')
    answer = (_request, response) => void response.writeHead(302, { location: `${url}/x` }).end()
    await send()
    expect(got).toHaveLength(1)
    expect((await deliveries())[0]?.error).toMatch(/redirects are not followed/)
  })

  test('is not sent into a private network, even where its address led elsewhere when it was added', async () => {
    const { remember, deps, deliveries, admin } = await open()
    await remember('Quokka exports stay out.')
    const guarded = { ...deps, post: createOutboundFetch({ names: new Set(), ranges: [] }) }
    const [first] = await deliveries()
    await makeSendWebhook(guarded)(grantSystemScope(admin.teamId), {
      deliveryId: first?.id as WebhookDeliveryId,
    })
    expect(got).toEqual([])
    expect((await deliveries())[0]?.error).toMatch(/private network/)
    const isPrivate = () => true
    await expect(
      makeAddWebhook({ ...deps, isPrivate })(admin, { url, events: ['memory.stale'] }),
    ).rejects.toMatchObject({ code: 'integration.private_address' })
  })

  test('is sent again where the process died after it was sent, and not while it is being sent', async () => {
    const { remember, send, wait } = await open()
    await remember('Quokka exports survive.')
    await readAsOwner(
      database.engine,
      `update teamlore.webhook_deliveries set held_until = now() + interval '50 seconds', attempts = 1 where state = 'waiting' returning 1`,
    )
    await send()
    expect(got).toEqual([])
    wait(120_000)
    await send()
    expect(got).toHaveLength(1)
  })

  test('is switched off where its address is gone, says so, and can be switched on again', async () => {
    const { remember, send, state, deps, admin, id } = await open()
    await remember('Quokka exports are gone.')
    answer = (_request, response) => void response.writeHead(410).end()
    await send()
    expect(await state()).toMatchObject({ is_on: false, error: 'The address is gone (410).' })
    await remember('Quokka nobody hears this.')
    await send()
    expect(got).toHaveLength(1)
    await makeSetWebhook(deps)(admin, { id, set: { events: ['memory.stale'], is_on: true } })
    expect(await state()).toMatchObject({ is_on: true, error: null })
  })

  test('is switched off after five deliveries in a row that were given up', async () => {
    const { remember, send, wait, state } = await open()
    answer = (_request, response) => void response.writeHead(503).end()
    for (const word of ['one', 'two', 'three', 'four', 'five'])
      await remember(`Quokka ${word} is a rule of its own about ${word}.`)
    // They were written by the real clock, which may have gone on by seconds meanwhile.
    wait(30_000)
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await send()
      wait(60_000_000)
    }
    expect(await state()).toMatchObject({ is_on: false, error: 'The address answered 503.' })
  })

  test('is signed by both secrets for a day after a new one was made', async () => {
    const { remember, send, deps, admin, id, secret, wait } = await open()
    const rotated = await makeRotateWebhook(deps)(admin, { id })
    await remember('Quokka secrets change.')
    await send()
    const [first] = got as [Got]
    expect(first.headers['webhook-signature']).toBe(
      `${signatureOf(rotated.secret, first)} ${signatureOf(secret, first)}`,
    )
    wait(90_000_000)
    expect(await makeTestWebhook(deps)(admin, { id })).toMatchObject({ ok: true })
    const second = got[1] as Got
    expect(second.headers['webhook-signature']).toBe(signatureOf(rotated.secret, second))
  })

  test('is sent one delivery again when an admin asks, with the id it had', async () => {
    const { remember, send, deps, admin, deliveries } = await open()
    await remember('Quokka exports come twice.')
    await send()
    const [first] = await deliveries()
    await makeReplayWebhookDelivery(deps)(admin, { id: first?.id as WebhookDeliveryId })
    await send()
    expect(got.map(({ headers }) => headers['webhook-id'])).toEqual([first?.id, first?.id])
  })
})
