import { createServer } from 'node:http'
import { makeRemember } from '@teamlore/core'
import { makeAddWebhook } from '@teamlore/core/webhooks'
import { createUnitOfWork } from '@teamlore/db'
import { readAsOwner } from '@teamlore/db/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { createOutboundFetch } from '@teamlore/shared/outbound'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSchedules, runSchedule } from './schedules.ts'
import { createHostTeam, HOSTS } from './testing/host-team.ts'
import { runningWorkers } from './testing/running-workers.ts'
import { eventually } from './testing/worker-world.ts'

const running = runningWorkers()
const hosts = HOSTS

/** `webhook-id` of each request, in their order. */
const got: unknown[] = []
let status = 204
const server = createServer((request, response) => {
  got.push(request.headers['webhook-id'])
  request.resume().on('end', () => response.writeHead(status).end())
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  got.length = 0
  status = 204
})

const connected = async () => {
  const { engine } = running
  const { teamId, admin, unitOfWork, secretBox } = await createHostTeam(engine)
  await makeAddWebhook({
    unitOfWork,
    secretBox,
    isPrivate: () => false,
    post: createOutboundFetch(hosts.allowedHosts),
  })(admin, { url, events: ['memory.activated'] })
  const of = `where team_id = '${teamId}'`
  const schedule = createSchedules().find(({ name }) => name.startsWith('send webhooks'))
  return {
    remember: (statement = 'Exports are retried.') =>
      makeRemember({ unitOfWork })(admin, rememberRequestSchema.parse({ statement })),
    set: (statement: string) => readAsOwner(engine, `${statement} ${of} returning 1`),
    deliveries: () =>
      readAsOwner<{ id: string; state: string; attempts: number; status: number | null }>(
        engine,
        `select id, state, attempts, status from teamlore.webhook_deliveries ${of}`,
      ),
    /** What the schedule finds that is to be sent. */
    look: async () => {
      const published: object[] = []
      await runSchedule(
        { unitOfWork, publisher: { publishAll: async (jobs) => void published.push(...jobs) } },
        schedule ?? { jobs: async () => [] },
      )
      return published.filter((job) => JSON.stringify(job).includes(teamId)).length
    },
    again: () =>
      readAsOwner(
        engine,
        `insert into teamlore.outbox (team_id, type, payload)
          select team_id, 'webhook.due', jsonb_build_object('delivery_id', id) from teamlore.webhook_deliveries ${of} returning 1`,
      ),
  }
}

test('an event reaches its address by way of the outbox and the queue, and no second time where it is handed on twice', async () => {
  const { remember, deliveries, again } = await connected()
  await running.work({ hosts })
  await remember()
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'done' }]))
  await again()
  await again()
  await eventually(async () => {
    const waiting = await readAsOwner(
      running.engine,
      `select 1 from teamlore.outbox where type = 'webhook.due'`,
    )
    expect(waiting).toEqual([])
  })
  // What comes behind them in the queue was sent: they were, too.
  await remember('Imports are not.')
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([{ state: 'done' }, { state: 'done' }]),
  )
  expect(got).toHaveLength(2)
})

test('one whose event was lost, or whose process died after it was sent, is found by the schedule and sent by the same id', async () => {
  const { remember, deliveries, set, look } = await connected()
  await remember()
  await set('delete from teamlore.outbox')
  expect(await look()).toBe(1)
  await set(
    "update teamlore.webhook_deliveries set attempts = 1, held_until = now() + interval '1 minute'",
  )
  expect(await look()).toBe(0)
  await set("update teamlore.webhook_deliveries set held_until = now() - interval '1 second'")
  expect(await look()).toBe(1)
  await running.work({ hosts })
  const [{ id } = { id: '' }] = await deliveries()
  await eventually(async () =>
    expect(await deliveries()).toEqual([{ id, state: 'done', attempts: 2, status: 204 }]),
  )
  expect(got).toEqual([id])
  expect(await look()).toBe(0)
})

test('one that its address does not take stays, and is not sent before its time', async () => {
  const { remember, deliveries, set, look } = await connected()
  status = 503
  await running.work({ hosts })
  await remember()
  // An attempt counts from when it is begun.
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1, status: 503 }]),
  )
  expect(await look()).toBe(0)
  status = 204
  await set("update teamlore.webhook_deliveries set next_at = now() - interval '1 second'")
  const [{ id } = { id: '' }] = await deliveries()
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'done' }]))
  expect(got).toEqual([id, id])
})

test('deliveries and events of thirty days ago are forgotten, though nothing was taken since', async () => {
  const { remember, set, deliveries } = await connected()
  await remember()
  const { engine } = running
  await set("update teamlore.webhook_deliveries set state = 'failed'")
  await readAsOwner(
    engine,
    `with hook as (insert into teamlore.incoming_hooks (id, team_id, name, sealed, created_by, created_at)
        select 'ihk_${'0'.repeat(26)}', team_id, 'CI', 'sealed', created_by, now() from teamlore.webhooks limit 1 returning id, team_id)
      select id, team_id from hook`,
  )
  const event = (id: number, days: number) =>
    readAsOwner(
      engine,
      `insert into teamlore.incoming_events (id, team_id, hook_id, message_id, type, state, received_at)
        select 'ihe_${'0'.repeat(25)}${id}', team_id, id, 'msg_${id}', 'memory.draft', 'failed', now() - interval '${days} days'
        from teamlore.incoming_hooks returning 1`,
    )
  await event(1, 31)
  await event(2, 29)
  const schedule = createSchedules().find(({ name }) => name.startsWith('forget old deliveries'))
  const forget = () =>
    runSchedule(
      { unitOfWork: createUnitOfWork(engine), publisher: { publishAll: async () => {} } },
      schedule ?? { jobs: async () => [] },
    )
  await forget()
  const events = await readAsOwner(engine, 'select message_id from teamlore.incoming_events')
  expect(events).toEqual([{ message_id: 'msg_2' }])
  expect(await deliveries()).toHaveLength(1)
  await set("update teamlore.webhook_deliveries set created_at = now() - interval '31 days'")
  await forget()
  expect(await deliveries()).toEqual([])
})
