import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../testing/edge-app.ts'
import { ingestOf, transcript } from '../testing/transcript.ts'
import { openWorld, type World, type WorldTeam } from '../testing/world.ts'

/** What decodes to something that no text column holds, or that is no text at all. */
const BYTES = ['%00', 'a%00b', '%ff', '%', '%0a', '%2f%2e%2e', '%ed%a0%80', '%25%00', '%7f']

let world: World
let us: WorldTeam

beforeAll(async () => {
  world = await openWorld()
  us = await world.addTeam()
})
afterAll(() => world[Symbol.asyncDispose]())

const post = (url: string, payload: object) =>
  world.app.inject({
    method: 'POST',
    url,
    headers: {
      ...bearer(us.keys.member),
      host: 'localhost',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    payload: JSON.stringify(payload),
  })

const callTool = async (name: string, args: object) => {
  const answer = await post('/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  })
  expect(answer.statusCode).toBe(200)
  return answer.body
}

const PLACES = [
  'sessions?project=',
  'observations?project=',
  'summaries?project=',
  'memory-files?project=',
  'concepts?project=',
  'context?project=',
  'timeline?at=2026-03-04&project=',
  'search?q=lock&project=',
  'search?q=lock%20project:',
  'search/complete?q=project:',
]

describe('percent-encoded bytes in the address of a project', () => {
  const addresses = BYTES.flatMap((bytes) => [
    `file:${bytes}`,
    `https://git.test/a${bytes}`,
    `git@git.test:acme/${bytes}.git`,
  ])

  test.each(PLACES)('are a name like any other to /v1/%s', async (place) => {
    for (const address of addresses) {
      const answer = await us.ask(`/v1/${place}${encodeURIComponent(address)}`)
      expect([address, answer.statusCode, answer.body]).toEqual([
        address,
        expect.toSatisfy((status: number) => status === 200 || status === 404),
        expect.any(String),
      ])
    }
  })

  test.each(['lore_search', 'lore_list_sessions', 'lore_context', 'lore_timeline'])(
    'are a name like any other to %s',
    async (tool) => {
      for (const project of addresses)
        expect(
          await callTool(tool, { project, ...(tool === 'lore_timeline' ? { query: 'lock' } : {}) }),
        ).not.toMatch(/Something went wrong/)
    },
  )

  test('lose no session, and each finds its project again by the address it came with', async () => {
    const remotes = [
      ...addresses.filter((address) => !address.startsWith('file:')),
      'https://git.test/raw\0nul',
      'git@git.test:acme/half\ud800',
    ]
    for (const [n, remote_url] of remotes.entries()) {
      const project = { remote_url, root_commit: null, root_path: `/home/ann/p${n}` }
      const taken = await post(
        '/v1/ingest',
        ingestOf([transcript({ native_id: `address-${n}`, project })]),
      )
      expect([remote_url, taken.statusCode, taken.body]).toEqual([
        remote_url,
        200,
        expect.any(String),
      ])
      const id = taken.json().sessions[0].session_id
      if (remote_url.includes('\0')) continue
      const listed = await us.ask(
        `/v1/sessions?project=${encodeURIComponent(Buffer.from(remote_url).toString())}`,
      )
      expect(listed.json().items.map((session: { id: string }) => session.id)).toContain(id)
      const { project: held } = (await us.ask(`/v1/sessions/${id}`)).json()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
      expect(held.name).not.toMatch(/[\u0000-\u001f\u007f]/)
    }
  })
})

describe('a moment that no calendar of the database has', () => {
  const MOMENTS = [
    '0000-01-01',
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00+14:00',
    '-0001-01-01',
    '-2026-01-01T00:00:00Z',
    '12026-01-01',
    '+012026-01-01T00:00:00Z',
    '9999-12-31T23:59:59-14:00',
    '99999-01-01T00:00:00Z',
  ]

  test.each(MOMENTS)('is refused with a sentence by lists: %s', async (moment) => {
    for (const side of ['before', 'after']) {
      const answer = await us.ask(`/v1/sessions?${side}=${encodeURIComponent(moment)}`)
      expect(answer.statusCode).toBe(400)
      expect(JSON.stringify(answer.json())).toMatch(
        new RegExp(`${side}: must (be a date|lie between the years)`),
      )
      expect(await callTool('lore_list_sessions', { [side]: moment })).toMatch(
        /must be an ISO date such as/,
      )
    }
  })

  test.each(MOMENTS)('is left out of a search, which says so: %s', async (moment) => {
    for (const side of ['before', 'after']) {
      for (const query of [{ q: `lock ${side}:${moment}` }, { q: 'lock', [side]: moment }]) {
        const answer = await us.ask(`/v1/search?${new URLSearchParams(query)}`)
        expect([query, answer.statusCode]).toEqual([query, 200])
        expect(answer.json().notes.join(' ')).toMatch(/is no date for/)
      }
      expect(await callTool('lore_search', { query: 'lock', [side]: moment })).toMatch(
        /is no date for/,
      )
    }
  })

  test.each(MOMENTS)('is no place in a timeline: %s', async (moment) => {
    const answer = await us.ask(`/v1/timeline?at=${encodeURIComponent(moment)}`)
    expect([answer.statusCode, answer.json().error.code]).toEqual([422, 'timeline.no_moment'])
    expect(await callTool('lore_timeline', { at: moment })).toMatch(/This is no date/)
  })

  test.each(MOMENTS)('is refused by ingest, which names it: %s', async (moment) => {
    const answer = await post('/v1/ingest', ingestOf([transcript({ started_at: moment })]))
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toMatch(/started_at: must (be a date|lie between the years)/)
  })

  test('the first and the last there is are answered', async () => {
    for (const moment of ['0001-01-01', '9999-12-31T23:59:59.999Z', '9999-12-31'])
      expect((await us.ask(`/v1/sessions?before=${moment}`)).statusCode).toBe(200)
  })
})
