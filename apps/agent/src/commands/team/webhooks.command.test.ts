import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { createTestCli } from '../../testing/test-cli.ts'

const WEBHOOK = {
  id: 'whk_01k9x2f0aaaaaaaaaaaaaaaaaa',
  url: 'https://hooks.example.com/lore',
  events: ['memory.activated'],
  is_on: true,
  error: null,
  created_at: '2026-05-01T08:00:00.000Z',
  answered_at: null,
  old_secret_until: null,
}
const DELIVERY = {
  id: 'wdl_01k9x2f0aaaaaaaaaaaaaaaaaa',
  event: 'memory.activated',
  state: 'failed',
  attempts: 8,
  status: 503,
  ms: 12,
  error: 'The address answered 503.',
  created_at: '2026-05-01T08:00:00.000Z',
  next_at: '2026-05-01T08:00:00.000Z',
}
const HOOK = {
  id: 'ihk_01k9x2f0aaaaaaaaaaaaaaaaaa',
  name: 'Buildkite',
  url: 'https://lore.test/v1/hooks/in/ihk_01k9x2f0aaaaaaaaaaaaaaaaaa',
  is_on: true,
  error: 'The body of this event is no JSON.',
  taken_at: null,
  created_at: '2026-05-01T08:00:00.000Z',
  old_secret_until: null,
}
const EVENT = {
  id: 'ihe_01k9x2f0aaaaaaaaaaaaaaaaaa',
  message_id: 'msg_7',
  type: 'memory.draft',
  state: 'done',
  result: 'a draft waits for a person',
  received_at: '2026-05-01T08:00:00.000Z',
}

let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>
let answers: Record<string, unknown>
beforeEach(async () => {
  cli = createTestCli()
  answers = {
    'GET /v1/webhooks': { items: [WEBHOOK], note: null },
    'POST /v1/webhooks': { webhook: WEBHOOK, secret: 'whsec_abc' },
    [`POST /v1/webhooks/${WEBHOOK.id}/rotate`]: { webhook: WEBHOOK, secret: 'whsec_new' },
    [`POST /v1/webhooks/${WEBHOOK.id}/test`]: { ok: true, text: 'It was taken: 204 in 3 ms.' },
    [`GET /v1/webhooks/${WEBHOOK.id}/deliveries`]: { items: [DELIVERY] },
    'GET /v1/incoming-hooks': { items: [HOOK], note: null },
    'POST /v1/incoming-hooks': { hook: HOOK, secret: 'whsec_in' },
    [`POST /v1/incoming-hooks/${HOOK.id}/rotate`]: { hook: HOOK, secret: 'whsec_in2' },
    [`GET /v1/incoming-hooks/${HOOK.id}/events`]: { items: [EVENT] },
  }
  server = await openAnsweringServer(answers)
})
afterEach(async () => {
  cli.dispose()
  await server[Symbol.asyncDispose]()
})

const lore = (...words: string[]) =>
  cli.run(['webhooks', ...words], {
    env: { LORE_SERVER: server.url, LORE_KEY: 'tlk_personal-0123456789' },
  })

describe('lore webhooks', () => {
  test('lists where events go, and says how to add one where they go nowhere', async () => {
    const { code, stdout, stderr } = await lore('list')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('https://hooks.example.com/lore, memory.activated')
    answers['GET /v1/webhooks'] = { items: [], note: null }
    expect((await lore('list')).stdout).toContain('lore webhooks add')
  })

  test('adds one for all events or for some, and prints the secret alone', async () => {
    expect((await lore('add', WEBHOOK.url)).stdout).toBe('whsec_abc\n')
    await lore('add', WEBHOOK.url, '--event', 'memory.stale', 'review.waiting')
    const [all, some] = server.changes().map(({ body }) => body)
    expect(all).toMatchObject({ url: WEBHOOK.url, events: { length: 5 } })
    expect(some).toEqual({ url: WEBHOOK.url, events: ['memory.stale', 'review.waiting'] })
    expect((await lore('add', WEBHOOK.url, '--event', 'nothing')).code).toBe(2)
  })

  test('tests one, and ends with 1 where something is wrong', async () => {
    const good = await lore('test', WEBHOOK.id)
    expect([good.code, good.stdout]).toEqual([0, 'ok   It was taken: 204 in 3 ms.\n'])
    answers[`POST /v1/webhooks/${WEBHOOK.id}/test`] = { ok: false, text: 'It answered 500.' }
    const bad = await lore('test', WEBHOOK.id)
    expect([bad.code, bad.stdout]).toEqual([1, 'wrong  It answered 500.\n'])
  })

  test('shows deliveries, sends one again, makes a new secret, and removes one', async () => {
    const { stdout } = await lore('deliveries', WEBHOOK.id)
    expect(stdout).toContain('memory.activated failed with 503 after 8 attempts: The address')
    expect((await lore('replay', DELIVERY.id)).code).toBe(0)
    expect((await lore('rotate', WEBHOOK.id)).stdout).toBe('whsec_new\n')
    expect((await lore('remove', WEBHOOK.id)).code).toBe(0)
    expect(server.changes().map(({ route }) => route)).toEqual([
      `POST /v1/webhooks/deliveries/${DELIVERY.id}/replay`,
      `POST /v1/webhooks/${WEBHOOK.id}/rotate`,
      `DELETE /v1/webhooks/${WEBHOOK.id}`,
    ])
  })

  test('manages addresses that tools send to', async () => {
    const list = await lore('incoming', 'list')
    expect(list.stdout).toContain(`Buildkite sends to ${HOOK.url}`)
    expect(list.stdout).toContain('  The body of this event is no JSON.')
    expect((await lore('incoming', 'add', 'Buildkite')).stdout).toBe(`${HOOK.url}\nwhsec_in\n`)
    expect((await lore('incoming', 'rotate', HOOK.id)).stdout).toBe('whsec_in2\n')
    const events = await lore('incoming', 'events', HOOK.id)
    expect(events.stdout).toContain('memory.draft done: a draft waits for a person')
    expect((await lore('incoming', 'remove', HOOK.id)).code).toBe(0)
    const json = await lore('incoming', 'list', '--json')
    expect(JSON.parse(json.stdout).items).toEqual([HOOK])
  })
})
