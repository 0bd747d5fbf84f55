import { describe, expect, test } from 'vitest'
import { ApiError, isTemporary } from './api-error.ts'
import { createClient } from './create-client.ts'
import type { FetchLike } from './requester.ts'

type Seen = { url: string; init: RequestInit }

const clientAnswering = (answer: () => Response | Promise<Response>, key?: string) => {
  const seen: Seen[] = []
  const fetch: FetchLike = async (url, init) => {
    seen.push({ url, init })
    return answer()
  }
  return { seen, client: createClient({ baseUrl: 'https://lore.test/', key, fetch }) }
}

const json = (body: unknown, init?: ResponseInit) => () => Response.json(body, init)

const failure = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error('expected an ApiError')
}

const stats = {
  sessions: 1,
  messages: 2,
  prompts: 3,
  observations: 4,
  summaries: 5,
  documents: 6,
  embedded: 7,
  projects: 8,
  tools: [],
}

describe('the typed client', () => {
  test('sends the key and the query, leaving out what is undefined', async () => {
    const { client, seen } = clientAnswering(json({ items: [], next_cursor: null }), 'tlk_x')
    await client.sessions.list({ project: 'a b', cursor: undefined, limit: 3 })
    expect(seen[0]?.url).toBe('https://lore.test/v1/sessions?project=a+b&limit=3')
    expect(new Headers(seen[0]?.init.headers).get('authorization')).toBe('Bearer tlk_x')
  })

  test('without a key it sends none and lets the cookie speak', async () => {
    const { client, seen } = clientAnswering(json(stats))
    expect(await client.stats()).toEqual(stats)
    expect(new Headers(seen[0]?.init.headers).has('authorization')).toBe(false)
    expect(seen[0]?.init.credentials).toBe('same-origin')
  })

  const nothingFound = { items: [], next_cursor: null, notes: [], arms: [], tokens: 0, took_ms: 1 }
  const nothingThere = {
    anchor: { id: null, at: null },
    within: 'project',
    items: [],
    notes: [],
    tokens: 0,
    has_earlier: false,
    has_later: false,
    left_out: { count: 0, tokens: 0 },
  }

  test.each([
    ['search', '/v1/search', nothingFound],
    ['searchSessions', '/v1/search/sessions', nothingFound],
    ['timeline', '/v1/timeline', nothingThere],
  ] as const)(
    '%s asks in the address, by POST what is too long for one, and no more than is taken',
    async (name, path, answer) => {
      const { client, seen } = clientAnswering(json(answer))
      const ask = (q: string) => client[name]({ q, project: 'cli' })
      expect((await ask('lock')).notes).toEqual([])
      expect((await ask('日'.repeat(1_000))).notes).toEqual([])
      expect((await ask('log '.repeat(6_000))).notes).toEqual([
        'Only the first 20000 characters of the question were used.',
      ])
      const [short, ...long] = seen
      expect(short?.url).toBe(`https://lore.test${path}?q=lock&project=cli`)
      expect(long.map(({ url, init }) => [url, init.method, sizesIn(init.body)])).toEqual([
        [`https://lore.test${path}`, 'POST', { q: 1_000, project: 3 }],
        [`https://lore.test${path}`, 'POST', { q: 20_000, project: 3 }],
      ])
    },
  )

  const sizesIn = (body: unknown) =>
    Object.fromEntries(
      Object.entries(JSON.parse(String(body)) as Record<string, string>).map(([name, text]) => [
        name,
        text.length,
      ]),
    )

  test('a brief and a completion are asked for by POST too where the address would be too long', async () => {
    const { client, seen } = clientAnswering(json({ from: 0, to: 0, items: [] }))
    await client.complete({ q: 'ä'.repeat(1_000), cursor: 3 })
    await failure(client.context({ files: 'src/a.ts,'.repeat(500) }))
    expect(seen.map(({ url, init }) => [url, init.method, sizesIn(init.body)])).toEqual([
      ['https://lore.test/v1/search/complete', 'POST', { q: 1_000, cursor: undefined }],
      ['https://lore.test/v1/context', 'POST', { files: 4_500 }],
    ])
  })

  test('by POST too it leaves out what is not set, but says that there are no words', async () => {
    const { client, seen } = clientAnswering(json(nothingFound))
    await client.search({ q: '', file: 'ß'.repeat(4_000), branch: '', tool: undefined })
    expect(sizesIn(seen[0]?.init.body)).toEqual({ q: 0, file: 4_000 })
  })

  test('an id cannot lead to another path', async () => {
    const { client, seen } = clientAnswering(json({}, { status: 404 }))
    await failure(client.sessions.get('../keys?x=$&'))
    expect(seen[0]?.url).toBe('https://lore.test/v1/sessions/..%2Fkeys%3Fx%3D%24%26')
  })

  test('an error keeps status, code, sentence and the wait the server asked for', async () => {
    const { client } = clientAnswering(
      json(
        { error: { code: 'session.not_found', message: 'No such session.' } },
        { status: 404, headers: { 'retry-after': '7' } },
      ),
    )
    const error = await failure(client.sessions.get('ses_x'))
    expect(error).toMatchObject({
      status: 404,
      code: 'session.not_found',
      message: 'No such session.',
      retryAfterMs: 7000,
    })
    expect(isTemporary(error)).toBe(false)
  })

  test('an error page without our envelope still gives a sentence', async () => {
    const { client } = clientAnswering(() => new Response('<html>', { status: 502 }))
    const error = await failure(client.stats())
    expect(error.status).toBe(502)
    expect(error.message).toContain('status 502')
    expect(isTemporary(error)).toBe(true)
  })

  test('a server that sends on to another address is not followed; the address is named', async () => {
    for (const [location, named] of [
      ['https://new.test/v1/stats?x=1', 'https://new.test.'],
      ['/elsewhere', 'another page.'],
    ] as const) {
      const { client, seen } = clientAnswering(
        () => new Response(null, { status: 308, headers: { location } }),
      )
      const error = await failure(client.stats())
      expect(error).toMatchObject({ status: 0, code: 'network.redirected' })
      expect(error.message).toContain(`sending on to ${named}`)
      expect(isTemporary(error)).toBe(true)
      expect(seen[0]?.init.redirect).toBe('manual')
    }
  })

  test('a server that is not ours is named as such', async () => {
    const { client } = clientAnswering(() => new Response('hello'))
    const error = await failure(client.stats())
    expect(error.code).toBe('client.unexpected_answer')
    expect(error.message).toContain('Teamlore server')
  })

  test('a refused connection says which server and why', async () => {
    const { client } = clientAnswering(() => {
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
      })
    })
    const error = await failure(client.stats())
    expect(error).toMatchObject({ status: 0, code: 'network.unreachable' })
    expect(error.message).toContain('https://lore.test (nothing is listening there)')
    expect(isTemporary(error)).toBe(true)
  })

  test('a request that takes too long is a timeout, one the caller ends is not a failure of the network', async () => {
    const never: FetchLike = (_url, init) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
      })
    const slow = createClient({ baseUrl: '', fetch: never, timeoutMs: 5 })
    expect(await failure(slow.stats())).toMatchObject({ code: 'network.timeout' })
    const ended = AbortSignal.abort()
    const patient = createClient({
      baseUrl: '',
      fetch: async (_url, init) => {
        init.signal?.throwIfAborted()
        throw new Error('not reached')
      },
    })
    const error = await failure(patient.stats({ signal: ended }))
    expect(error.code).toBe('client.aborted')
    expect(isTemporary(error)).toBe(false)
  })

  test('ingest sends the bytes as they are and names the encoding', async () => {
    const { client, seen } = clientAnswering(json({ machine_id: 'mac_x', sessions: [] }))
    const bytes = new Uint8Array([1, 2, 3])
    await client.ingest(bytes, 'br')
    const headers = new Headers(seen[0]?.init.headers)
    expect(seen[0]?.init.body).toBe(bytes)
    expect(headers.get('content-encoding')).toBe('br')
    expect(headers.get('content-type')).toBe('application/json')
  })

  test('requests whose answer has no body resolve to nothing', async () => {
    const { client, seen } = clientAnswering(() => new Response(null, { status: 204 }))
    expect(await client.signIn({ token: 'token-of-a-link' })).toBeUndefined()
    expect(await client.keys.revoke('key_1')).toBeUndefined()
    expect(seen.map(({ init }) => init.method)).toEqual(['POST', 'DELETE'])
  })
})
