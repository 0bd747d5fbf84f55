import { randomBytes } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { type Principal, unauthenticated } from '@teamlore/core'
import { testServers } from '@teamlore/db/testing'
import { newId } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { bearer, edgeApp } from '../testing/edge-app.ts'
import { sharedLimits } from './limit-store.ts'
import type { RateLimits } from './rate-limit.plugin.ts'

const { redisUrl } = testServers()

/** Keys of other runs are in the same Redis for a minute. */
const fresh = (): string => randomBytes(6).toString('hex')
const freshAddress = (): string => `fd00:${fresh().replace(/(.{4})(?=.)/g, '$1:')}::1`

/** Every key that begins with the name of a person is theirs. */
const authenticate = async (credential: object): Promise<Principal | undefined> => {
  const key = 'apiKey' in credential ? String(credential.apiKey) : ''
  const [, person] = /^tlk_(usr_[^-]+)-/.exec(key) ?? []
  if (person === undefined) return undefined
  const userId = person as ReturnType<typeof newId.user>
  return { teamId: TEAM, userId, role: 'viewer', actor: { kind: 'user', via: 'api_key' } }
}
const TEAM = newId.team()
const keyOf = (person: string, which = 'a') => `tlk_${person}-${which}`

const book = async () => ({ items: [] })

/** What stands between the API and Redis: it can be cut, held and let go. */
const lineTo = async (url: string) => {
  const { hostname, port } = new URL(url)
  const ends = new Set<Socket>()
  let isHeld = false
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const end of [near, far]) {
      ends.add(end)
      end.on('error', () => {})
      end.on('close', () => {
        ends.delete(end)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (data) => isHeld || far.write(data))
    far.on('data', (data) => isHeld || near.write(data))
  })
  const listen = (at: number) =>
    new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const at = (server.address() as { port: number }).port
  return {
    url: `redis://127.0.0.1:${at}`,
    hold: () => {
      isHeld = true
    },
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const end of ends) end.destroy()
      await closed
    },
    mend: async () => {
      isHeld = false
      if (!server.listening) await listen(at)
    },
  }
}

const openApp = async (url: string, rateLimits: Partial<RateLimits>, now = Date.now) => {
  const limitStore = await sharedLimits(url, { now })
  const app = edgeApp({
    config: { rateLimits, trustProxy: true },
    useCases: {
      authenticate,
      listBooks: book,
      getJobHealth: async () => JSON.parse(NOTHING_TO_DO),
      signIn: async ({ token }) => {
        if (token.startsWith('right')) return { browserToken: 't', expiresAt: new Date(2e12) }
        throw unauthenticated()
      },
    },
    limitStore,
  })
  return {
    app,
    ask: async (key: string, path = '/v1/books', address = freshAddress()) =>
      app.inject({ url: path, headers: { ...bearer(key), 'x-forwarded-for': address } }),
    signIn: async (token: string, address: string) =>
      (
        await app.inject({
          method: 'POST',
          url: '/v1/sign-in',
          payload: { token },
          headers: { 'x-forwarded-for': address },
        })
      ).statusCode,
    limits: async (key: string) =>
      (await app.inject({ url: '/v1/jobs', headers: bearer(key) })).json().limits,
    async [Symbol.asyncDispose]() {
      await app.close()
      await limitStore.close()
    },
  }
}

const NOTHING_TO_DO = JSON.stringify({
  outbox: { waiting: 0, oldest_seconds: null },
  jobs: [],
  dead: [],
  backlog: { sessions_to_distil: 0, documents_to_embed: 0 },
  embedding: { space: null, note: null },
})

const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode)

describe.skipIf(redisUrl === undefined)('limits of two processes (needs TEST_REDIS_URL)', () => {
  const url = redisUrl ?? ''

  test('a person may do as much in both together as in one', async () => {
    await using one = await openApp(url, { perMinute: 4 })
    await using other = await openApp(url, { perMinute: 4 })
    const key = keyOf(newId.user())
    const answers = []
    for (const app of [one, other, one, other, one, other]) answers.push(await app.ask(key))
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 429, 429])
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('wrong keys of an address are counted in both together, and a right key is never refused', async () => {
    await using one = await openApp(url, { failedPerMinute: 2 })
    await using other = await openApp(url, { failedPerMinute: 2 })
    const address = freshAddress()
    const wrong = async (app: typeof one, key: string) =>
      (await app.ask(key, '/v1/books', address)).statusCode
    expect([await wrong(one, 'tlk_x1'), await wrong(other, 'tlk_x2')]).toEqual([401, 401])
    expect([await wrong(one, 'tlk_x3'), await wrong(other, 'tlk_x4')]).toEqual([429, 429])
    // Known to be wrong by what the other process found.
    expect(await wrong(other, 'tlk_x1')).toBe(429)
    expect(await wrong(one, keyOf(newId.user()))).toBe(200)
    expect(await wrong(other, keyOf(newId.user()))).toBe(200)
    expect(await one.signIn('right-of-a-colleague', address)).toBe(204)
    expect(await other.signIn('wrong-of-a-stranger', address)).toBe(429)
  })

  test('Redis that is cut off holds nobody up, each process goes on from its own count, and the page says so', async () => {
    const line = await lineTo(url)
    const clock = { ms: Date.now() }
    await using one = await openApp(line.url, { perMinute: 4 }, () => clock.ms)
    const key = keyOf(newId.user())
    const looker = keyOf(newId.user())
    expect(await one.limits(looker)).toEqual({ counted: 'shared', note: null })
    expect(statuses([await one.ask(key), await one.ask(key)])).toEqual([200, 200])
    await line.cut()
    const answers = []
    for (let n = 0; n < 4; n++) answers.push(await one.ask(key))
    expect(statuses(answers)).toEqual([200, 200, 429, 429])
    expect(await one.limits(looker)).toEqual({
      counted: 'process',
      note: expect.stringContaining('REDIS_URL'),
    })
    await line.mend()
    await expect
      .poll(
        async () => {
          clock.ms += 10_000
          return (await one.limits(keyOf(newId.user()))).counted
        },
        { timeout: 15_000 },
      )
      .toBe('shared')
    await line.cut()
  })

  test('Redis that hangs costs a moment once, not with every request', async () => {
    const line = await lineTo(url)
    await using one = await openApp(line.url, { perMinute: 1_000 })
    expect((await one.ask(keyOf(newId.user()))).statusCode).toBe(200)
    line.hold()
    const started = Date.now()
    const key = keyOf(newId.user())
    for (let n = 0; n < 30; n++) expect((await one.ask(key)).statusCode).toBe(200)
    // Each command would wait 200 ms, so 30 requests of several would take more than half a minute.
    expect(Date.now() - started).toBeLessThan(4_000)
    expect((await one.limits(key)).counted).toBe('process')
    await line.cut()
  })

  test('a server that starts while Redis is away serves all the same', async () => {
    const line = await lineTo(url)
    await line.cut()
    await using one = await openApp(line.url, {})
    const key = keyOf(newId.user())
    expect((await one.ask(key)).statusCode).toBe(200)
    expect((await one.limits(key)).counted).toBe('process')
  })
})

describe('limits of one process', () => {
  const openOwn = (rateLimits: Partial<RateLimits>) =>
    edgeApp({
      config: { rateLimits },
      useCases: {
        authenticate,
        listBooks: book,
        getJobHealth: async () => JSON.parse(NOTHING_TO_DO),
      },
    })

  test('a person is counted by all their keys together, and a colleague at the same address is not', async () => {
    const app = openOwn({ perMinute: 3 })
    const person = newId.user()
    const ask = async (key: string) =>
      (await app.inject({ url: '/v1/books', headers: bearer(key) })).statusCode
    const keys = ['a', 'b', 'c', 'd'].map((which) => keyOf(person, which))
    const answers = []
    for (const key of keys) answers.push(await ask(key))
    expect(answers).toEqual([200, 200, 200, 429])
    expect(await ask(keyOf(newId.user()))).toBe(200)
    await app.close()
  })

  test('one kind of request too often leaves the others', async () => {
    const app = openOwn({ perRoutePerMinute: 2 })
    const headers = bearer(keyOf(newId.user()))
    const ask = async (url: string) => (await app.inject({ url, headers })).statusCode
    expect([await ask('/v1/books'), await ask('/v1/books'), await ask('/v1/books')]).toEqual([
      200, 200, 429,
    ])
    expect(await ask('/v1/jobs')).toBe(200)
    await app.close()
  })

  test('without Redis says that this process counts, and that nothing is wrong', async () => {
    const app = openOwn({})
    const answer = await app.inject({ url: '/v1/jobs', headers: bearer(keyOf(newId.user())) })
    expect(answer.json().limits).toEqual({ counted: 'process', note: null })
    await app.close()
  })
})
