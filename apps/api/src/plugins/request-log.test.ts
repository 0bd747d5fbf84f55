import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { edgeApp } from '../testing/edge-app.ts'

const SECRETS = ['tlk_viewer', 'where-is-the-secret', 'cookie-value', 'body-text', 'message-text']

describe('the log', () => {
  let app: FastifyInstance
  let lines: string[] = []
  /** Leaves while a search for sessions is under way. */
  const gone = new AbortController()

  beforeAll(() => {
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    app = edgeApp({
      log: pino({ level: 'debug' }, sink),
      useCases: {
        searchSessions: (_scope, _query, { signal } = {}) =>
          new Promise((_, reject) => {
            gone.abort()
            signal?.addEventListener('abort', () => reject(signal.reason))
          }),
        search: async ({ teamId }) => {
          throw Object.assign(
            new Error(`Failed query: select 1 where q = $1\nparams: ${teamId},message-text`, {
              cause: new Error('connection lost'),
            }),
            { code: 'XX000' },
          )
        },
      },
    })
  })
  beforeEach(() => {
    lines = []
  })
  afterAll(() => app.close())

  const parsed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

  test('has one wide line for a request', async () => {
    await app.inject({
      url: '/v1/observations?concept=where-is-the-secret&limit=0',
      headers: { authorization: 'Bearer tlk_viewer', cookie: 'teamlore_session=cookie-value' },
    })
    expect(parsed()).toHaveLength(1)
    expect(parsed()[0]).toMatchObject({
      level: 30,
      msg: 'request',
      method: 'GET',
      route: '/v1/observations',
      status: 400,
      error: 'request.invalid',
      team_id: expect.stringMatching(/^team_/),
      user_id: expect.stringMatching(/^usr_/),
      via: 'api_key',
      ms: expect.any(Number),
      req_id: expect.any(String),
    })
  })

  test('keeps keys, cookies, queries, bodies and the parameters of failed queries to itself', async () => {
    const headers = { authorization: 'Bearer tlk_viewer', cookie: 'teamlore_session=cookie-value' }
    await app.inject({ url: '/v1/search?q=where-is-the-secret', headers })
    await app.inject({ method: 'POST', url: '/v1/search', headers, payload: { q: 'body-text' } })
    await app.inject({ url: '/v1/where-is-the-secret', headers })
    await app.inject({ method: 'POST', url: '/v1/sign-in', payload: { token: 'body-text!' } })
    const text = lines.join('')
    for (const secret of SECRETS) expect(text).not.toContain(secret)
    const failures = parsed().filter(({ level }) => level === 50)
    expect(failures[0]).toMatchObject({
      msg: 'unexpected error',
      failure: {
        code: 'XX000',
        message: 'Failed query: select 1 where q = $1\nparams: (left out)',
        cause: { message: 'connection lost' },
        stack: expect.stringContaining('request-log.test'),
      },
    })
  })

  test('has a line of who left before the answer was there, once, and how long that ran', async () => {
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const asking = fetch(`${url}/v1/search/sessions?q=where-is-the-secret`, {
      headers: { authorization: 'Bearer tlk_viewer' },
      signal: gone.signal,
    })
    await expect(asking).rejects.toThrow()
    const logged = () => parsed().filter(({ msg }) => msg === 'request')
    await expect.poll(logged).not.toEqual([])
    await app.inject('/healthz')
    expect(logged().slice(0, -1)).toMatchObject([
      {
        level: 30,
        msg: 'request',
        route: '/v1/search/sessions',
        status: 499,
        error: 'request.cancelled',
        via: 'api_key',
        ms: expect.any(Number),
      },
    ])
    expect(lines.join('')).not.toContain('where-is-the-secret')
  })

  test('shows monitors only to those who debug', async () => {
    await app.inject('/healthz')
    expect(parsed()).toMatchObject([{ level: 20, route: '/healthz' }])
  })

  test('shows nothing of an unexpected error to the caller', async () => {
    const response = await app.inject({
      url: '/v1/search?q=x',
      headers: { authorization: 'Bearer tlk_viewer' },
    })
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({
      error: {
        code: 'internal',
        message: 'Something went wrong on the server. Try again; its log says what happened.',
      },
    })
  })
})
