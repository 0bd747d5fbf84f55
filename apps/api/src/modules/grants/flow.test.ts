import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  connectSdk,
  type OAuthWorld,
  openOAuthWorld,
  type Person,
} from '../../testing/oauth-world.ts'
import type { WorldTeam } from '../../testing/world.ts'

let home: OAuthWorld
let us: WorldTeam
let ann: Person
beforeAll(async () => {
  home = await openOAuthWorld()
  us = await home.world.addTeam('Ann')
  ann = await home.openBrowser(us.keys.owner)
})
afterAll(() => home[Symbol.asyncDispose]())

test('the official client connects by its own OAuth flow, with no key', async () => {
  const { client, asked, refusal, to } = await connectSdk(home, ann)
  expect(refusal).toMatchObject({ name: 'UnauthorizedError' })
  expect(asked.searchParams.get('resource')).toBe(home.mcp)
  expect(asked.searchParams.get('scope')).toBe('read write lorebook')
  expect(asked.searchParams.get('code_challenge_method')).toBe('S256')
  expect(to.searchParams.get('iss')).toBe(home.url)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('lore_remember')
  const found = await client.callTool({ name: 'lore_search', arguments: { query: 'engines' } })
  expect(found.isError ?? false).toBe(false)
  await client.close()
})
