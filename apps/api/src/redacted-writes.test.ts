import { readAsOwner } from '@teamlore/db/testing'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookOf } from './testing/book-rows.ts'
import { bearer } from './testing/edge-app.ts'
import { sampleCaptureReport } from './testing/samples.ts'
import { importOf, ingestOf, memoryFilesOf, transcript } from './testing/transcript.ts'
import { printedFor } from './testing/transcript-reader.ts'
import { openWorld, type World, type WorldTeam } from './testing/world.ts'

/** In halves, so that nothing takes this file for one that holds a key. */
const secretOf = (route: number): string =>
  ['ghp_aB3dE5gH7jK9mN1p', `Q4sT6vX8aB3dE5gH7j${String.fromCharCode(75 + route)}9`].join('')
const PLACES = new Set(
  'text title subtitle narrative facts concepts command old_string new_string message paused q'.split(
    ' ',
  ),
)

/** The same with the secret behind every text that somebody may have said or seen. */
const planted = <T>(secret: string, value: T): T => plantedIn(value, { secret, key: '' }) as T

type Planting = { secret: string; key: string }

const plantedIn = (value: unknown, { secret, key }: Planting): unknown => {
  if (typeof value === 'string') return PLACES.has(key) ? `${value} ${secret}` : value
  if (Array.isArray(value)) return value.map((item) => plantedIn(item, { secret, key }))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, plantedIn(item, { secret, key: name })]),
  )
}

type Write = { payload: (secret: string) => InjectOptions['payload']; query?: string }
/** Why a route has nothing to take out. */
type Reason = string

const PROBLEM = { at: '2026-03-04T09:00:00.000Z', code: 'x', message: 'It broke at' }

const asking: Write = { payload: (secret) => planted(secret, { q: 'upload retry' }) }

/** Every route by which something can be written; a test below fails when one is missing. */
const WRITES: Record<string, Write | Reason> = {
  'POST /v1/ingest': { payload: (secret) => planted(secret, ingestOf()) },
  'POST /v1/import': { payload: (secret) => planted(secret, importOf()) },
  'POST /v1/import/transcripts': {
    payload: (secret) =>
      Buffer.from(printedFor([planted(secret, transcript({ native_id: 'dropped' }))])),
    query: '?name=a.jsonl',
  },
  'PUT /v1/memory-files': { payload: (secret) => planted(secret, memoryFilesOf()) },
  'POST /v1/books/:book/ingest': { payload: (secret) => planted(secret, bookOf()) },
  'PUT /v1/capture': {
    payload: (secret) =>
      planted(secret, { ...sampleCaptureReport(), paused: 'No room', last_error: PROBLEM }),
  },
  'POST /v1/search': asking,
  'POST /v1/search/sessions': asking,
  'POST /v1/search/complete': asking,
  'POST /v1/timeline': asking,
  'POST /v1/context': asking,
  'POST /v1/machines': 'names a machine, which an admin may see and change',
  'PUT /v1/redaction-rules': 'an admin writes what is a secret, never one itself',
  'POST /v1/keys': 'an admin names a key',
  'DELETE /v1/keys/:id': 'takes no text',
  'POST /v1/jobs/:id/retry': 'takes no text',
  'POST /v1/sign-in-links': 'takes no text',
  'POST /v1/sign-in': 'takes a token, which is kept as a hash',
  'POST /v1/sign-out': 'takes no text',
  'POST /mcp': 'every tool there only reads, as the test of all tools says',
  'DELETE /mcp': 'takes no text',
}

const isWrite = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method)

describe('a route that writes', () => {
  let world: World
  let us: WorldTeam
  const registered: string[] = []

  beforeAll(async () => {
    world = await openWorld()
    world.app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (isWrite(one)) registered.push(`${one} ${url}`)
    })
    await world.app.ready()
    us = await world.addTeam('Ann')
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('says in the table of this file what it takes out', () => {
    expect(registered.toSorted()).toEqual(Object.keys(WRITES).toSorted())
  })

  const rowsWith = async (secret: string): Promise<string[]> => {
    const tables = await readAsOwner<{ name: string }>(
      world.engine,
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const rows = await readAsOwner<{ row: string }>(
        world.engine,
        `select row_to_json(t)::text as row from ${name} t`,
      )
      if (rows.some(({ row }) => row.includes(secret))) found.push(name)
    }
    return found
  }

  const writes = Object.entries(WRITES).flatMap(([route, write], at) =>
    typeof write === 'string' ? [] : [{ route, secret: secretOf(at), ...write }],
  )
  test.each(writes)(
    '$route takes out what an agent left in',
    async ({ route, secret, payload, query }) => {
      const [method = '', url = ''] = route.replace(':book', 'heron').split(' ')
      const body = payload(secret)
      const sent = Buffer.isBuffer(body) ? body.toString('utf8') : JSON.stringify(body)
      expect(sent).toContain(secret)
      const response = await world.app.inject({
        method: method as 'POST',
        url: `${url}${query ?? ''}`,
        headers: bearer(us.keys.member),
        ...(body === undefined ? {} : { payload: body }),
      })
      expect(response.statusCode, response.body).toBe(200)
      expect(response.body).not.toContain(secret)
      expect(await rowsWith(secret)).toEqual([])
    },
  )
})
