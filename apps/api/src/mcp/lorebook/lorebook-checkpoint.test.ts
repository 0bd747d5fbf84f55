import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import { connectMcp, textOf } from '../../testing/mcp-client.ts'
import { openWorld, type World } from '../../testing/world.ts'

/** A book written by hand, asked as an agent asks it: by a client of MCP over streamable HTTP. */
const FOLDER = fileURLToPath(
  new URL('../../../../../packages/lorebook/fixtures/lantern-coast/', import.meta.url),
)
const textIn = (name: string): string => readFileSync(`${FOLDER}${name}`, 'utf8')

let world: World
let client: Client
beforeAll(async () => {
  world = await openWorld()
  const url = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/mcp`
  const team = await world.addTeam('Ann')
  const paths = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  )
  const sent = await world.app.inject({
    method: 'POST',
    url: '/v1/books/coast/ingest',
    headers: bearer(team.keys.member),
    payload: {
      project: textIn('lorecraft.yaml'),
      schema: textIn('schema.yaml'),
      files: paths.map((path) => ({ path, hash: path, text: textIn(path) })),
    },
  })
  expect(sent.json()).toMatchObject({ state: 'ingested' })
  client = await connectMcp(url, { key: team.keys.viewer })
})
afterAll(async () => {
  await client.close()
  await world[Symbol.asyncDispose]()
})

const call = async (name: string, args: Record<string, unknown>) => {
  const result = await client.callTool({ name, arguments: args })
  expect(result.isError, textOf(result)).toBeFalsy()
  return result.structuredContent as Record<string, Record<string, unknown>[]>
}

test('what do I know about Westport?', async () => {
  const { results } = await call('search_lore', { query: 'westport' })
  expect(results?.[0]).toMatchObject({ name: 'Westport', type: 'place', layer: 'coast' })
  expect(await call('get_entity', { name: 'the harbour of masks' })).toMatchObject({
    name: 'Westport',
    source_file: 'coast/places/westport.md',
    tags: ['harbour', 'trade'],
    body: [
      expect.stringContaining('A town of stairs.'),
      expect.stringContaining('[[Lamplighters]]'),
    ],
  })
  const { relationships } = await call('get_relationships', { name: 'Westport' })
  expect(
    relationships?.map(({ relationship, direction, name }) => [relationship, direction, name]),
  ).toEqual(
    expect.arrayContaining([
      ['WITHIN', 'outgoing', 'Lantern Coast'],
      ['ROAD_TO', 'both', 'Saltmere'],
      ['HOME_OF', 'incoming', 'Isaude of the Brine'],
      ['SCENE_OF', 'incoming', 'The crossing'],
    ]),
  )
})

test('what is the state of Gull Rock right now, and what led to it?', async () => {
  expect(await call('get_current_state', { name: 'Gull Rock', layer: 'voyage' })).toMatchObject({
    base: { status: 'standing', size: 'rock' },
    events: [{ name: 'The light goes out', session: 2 }],
    current: { status: 'dark' },
  })
  expect(
    await call('get_current_state', { name: 'Gull Rock', layer: 'if-the-light-held' }),
  ).toMatchObject({ current: { status: 'lit', size: 'hamlet' } })
  const { events } = await call('get_timeline', { layer: 'voyage', entity: 'Tomas Arl' })
  expect(events?.map(({ name }) => name)).toEqual(['The crossing', 'The wreck of the Heron'])
})

test('does it stay consistent with what is written?', async () => {
  const { evidence } = await call('check_consistency', {
    entity: 'Mirel Voss',
    claim: 'Mirel Voss is dead',
  })
  expect(evidence?.[0]).toMatchObject({
    kind: 'property',
    may_conflict: true,
    source_file: 'coast/people/mirel-voss.md',
    text: 'Mirel Voss: status is alive',
  })
})
