import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import { openWorld, type World } from '../../testing/world.ts'

/** What `npm run sign-in` makes: a link by the key that whoever runs the server has. */
let world: World
beforeAll(async () => {
  world = await openWorld({}, { hasOwnDatabase: true })
})
afterAll(() => world[Symbol.asyncDispose]())

const post = async (url: string, key: string, payload: object = {}) =>
  (await world.app.inject({ method: 'POST', url, headers: bearer(key), payload })).json()
const browserBy = async (key: string): Promise<string> => {
  const { url } = await post('/v1/sign-in-links', key)
  const payload = { token: new URL(url).searchParams.get('token') }
  const answer = await world.app.inject({ method: 'POST', url: '/v1/sign-in', payload })
  return answer.cookies[0]?.value ?? ''
}
const found = async (cookie: string, name: string) => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/v1/teams',
    payload: { name },
    cookies: { teamlore_session: cookie },
    headers: { origin: 'http://lore.test' },
  })
  return [answer.statusCode, answer.json().error?.code ?? answer.json().name]
}

test("lets the owner in as themselves by the first key, and by the environment's", async () => {
  const { adminKey: first = '' } = await world.api.ensureFirstTeam()
  expect(await found(await browserBy(first), 'Second')).toEqual([201, 'Second'])
  const fixed = 'a-key-of-the-environment'
  await world.api.ensureFirstTeam({ adminKey: fixed })
  expect(await found(await browserBy(fixed), 'Third')).toEqual([201, 'Third'])
  // Any other key stays in its team, and so does what it lets in.
  const { key } = await post('/v1/keys', first, { name: 'First admin key', role: 'owner' })
  expect(await found(await browserBy(key), 'Fourth')).toEqual([409, 'team.fixed'])
})
