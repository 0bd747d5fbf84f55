import { readAsOwner } from '@teamlore/db/testing'
import { roleCovers } from '@teamlore/shared/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edgeApp } from '../testing/edge-app.ts'
import { foundIn, learned, questionText } from '../testing/isolation/answers.ts'
import { comparable } from '../testing/isolation/comparable.ts'
import { isAskedBy } from '../testing/isolation/in-turn.ts'
import {
  type IsolationWorld,
  openIsolationWorld,
  plantingsOf,
  plantOfTeam,
  type Stranger,
} from '../testing/isolation/isolation-world.ts'
import { OF_TEAM, PRIVATE, RESTRICTED } from '../testing/isolation/planting.ts'
import {
  eachOnce,
  postedOf,
  questionsOf,
  READS,
  ROWS,
  unknownFields,
} from '../testing/isolation/questions.ts'
import { type Ask, askAs } from '../testing/isolation/send.ts'
import { nameOf } from '../testing/sign-in-routes.ts'

let world: IsolationWorld
let ended: { name: string; key: string }[]
/** What each stranger was answered before anything was hidden. */
const before = new Map<string, string>()

/** What is asked of reading routes, by GET and by POST, to come upon what a plan plants. */
const ASKS = [PRIVATE, RESTRICTED, OF_TEAM].flatMap((plan) => [
  ...READS.flatMap((row) =>
    questionsOf(row, plan).map((ask) => ({ plan, route: nameOf(row), ask })),
  ),
  ...postedOf(plan).map((ask) => ({ plan, route: `POST ${ask.url}`, ask })),
])
const asksOf = (stranger: Stranger, route?: string) =>
  eachOnce(
    ASKS.filter(
      (one) =>
        stranger.hidden.includes(one.plan) &&
        (route ?? one.route) === one.route &&
        isAskedBy(world.strangers.indexOf(stranger), questionText(one.ask)),
    ),
  )

const answerTo = async ({ key }: Pick<Stranger, 'key'>, ask: Ask): Promise<string> =>
  learned(await askAs(world.app, key, ask))
const makeEnded = async (): Promise<typeof ended> => {
  const { us, send, ann } = world
  const make = (body: object) =>
    send(ann.key, 'POST', '/v1/keys', body) as Promise<{ id: string; key: string }>
  const jo = await us.addMember('member', 'Jo')
  const removed = await make({ name: 'Jo', user: jo.userId, role: 'member' })
  await send(ann.key, 'DELETE', `/v1/team/members/${jo.userId}`)
  const revoked = await make({ name: 'revoked' })
  await send(ann.key, 'DELETE', `/v1/keys/${revoked.id}`)
  const expired = await make({ name: 'expired', expires_in_days: 1 })
  await readAsOwner(
    world.engine,
    `update teamlore.api_keys set expires_at = '2020-01-01' where id = '${expired.id}' returning 1`,
  )
  return [
    { name: 'a removed member', key: removed.key },
    { name: 'a revoked key', key: revoked.key },
    { name: 'an expired key', key: expired.key },
    { name: 'no key of ours', key: 'tlk_made_up' },
  ]
}

const rememberAnswers = async (stranger: Stranger): Promise<void> => {
  for (const { route, ask } of asksOf(stranger))
    before.set(
      `${stranger.name} ${questionText(ask)}`,
      comparable(route, await answerTo(stranger, ask)),
    )
}

beforeAll(async () => {
  world = await openIsolationWorld()
  ended = await makeEnded()
  const [another, ...ofTeam] = world.strangers
  if (another) await rememberAnswers(another)
  await plantOfTeam(world)
  for (const stranger of ofTeam) await rememberAnswers(stranger)
  await world.plantAll()
})
afterAll(() => world[Symbol.asyncDispose]())

test('covers every route of the table, every field of a question and every kind of thing', () => {
  const size = [
    `${ROWS.length} routes × ${ended.length} ended credentials and a viewer's key`,
    `${READS.length} reading routes (${eachOnce(ASKS).length} questions) × ${world.strangers.length} strangers`,
  ]
  process.stdout.write(`isolation battery: ${size.join(', ')}\n`)
  // A field is named in questions.ts, and a route in the rows of its noun, before it is tested here.
  expect(unknownFields()).toEqual([])
  for (const { hidden, ids } of world.plantings)
    for (const [kind, found] of ids)
      expect([hidden, kind, found.length > 0]).toEqual([hidden, kind, true])
  const kinds = new Set(READS.flatMap(({ about }) => about ?? []))
  const planted = new Set<string>([...(world.plantings[0]?.ids.keys() ?? []), 'project'])
  expect([...kinds].filter((kind) => !planted.has(kind))).toEqual([])
})

test('every question is one that the product understands', async () => {
  const refused: string[] = []
  for (const { ask } of eachOnce(ASKS)) {
    const { statusCode } = await askAs(world.app, world.ann.key, ask)
    if (statusCode === 400 || statusCode >= 500) refused.push(`${statusCode} ${questionText(ask)}`)
  }
  expect(refused).toEqual([])
})

test('who may finds it, so that its absence elsewhere means something', async () => {
  for (const [who, plan] of [
    [world.ann, PRIVATE],
    [world.ann, RESTRICTED],
    [world.inside, RESTRICTED],
  ] as const)
    for (const route of [
      '/v1/search',
      '/v1/prompts',
      '/v1/memories',
      '/v1/concepts',
      '/v1/commits',
      '/v1/observations',
      '/v1/summaries',
    ]) {
      const row = READS.find(({ path }) => path === route)
      const asks = row === undefined ? [] : questionsOf(row, plan)
      const answers = await Promise.all(asks.map((ask) => askAs(world.app, who.key, ask)))
      const found = answers.filter(({ body }) => body.includes(plan.hidden)).length
      expect([route, plan.hidden, found > 0]).toEqual([route, plan.hidden, true])
    }
})

describe.each(ROWS)('$method $path', (row) => {
  const route = nameOf(row)
  const anyId = () => world.plantings[0]?.ids.get('session')?.[0] ?? ''
  const bare = (): Ask => ({
    method: row.method,
    url: row.path.replace(':book', 'heron').replace(':id', anyId()),
    payload: row.body ? {} : undefined,
  })

  test('refuses everybody whose credential has ended', async () => {
    for (const { name, key } of ended) {
      const { statusCode } = await askAs(world.app, key, bare())
      expect([name, statusCode]).toEqual([name, 401])
    }
  })

  if (row.needs !== 'nobody' && !roleCovers('viewer', row.needs))
    test("is not opened by an owner's key that may only read", async () => {
      const { statusCode } = await askAs(world.app, world.us.keys.viewer, bare())
      expect(statusCode).toBe(403)
    })

  if (row.method !== 'GET') return

  test('shows no stranger anything of what is hidden, and answers as if it were not there', async () => {
    for (const stranger of world.strangers) await expectNothing(stranger, route)
  })
})

const expectNothing = async (stranger: Stranger, route: string): Promise<void> => {
  for (const { ask } of asksOf(stranger, route)) {
    const answer = await answerTo(stranger, ask)
    const asked = questionText(ask)
    expect([stranger.name, asked, foundIn(answer, asked, plantingsOf(world, stranger))]).toEqual([
      ...[stranger.name, asked],
      [],
    ])
    expect([stranger.name, asked, comparable(route, answer)]).toEqual([
      ...[stranger.name, asked],
      before.get(`${stranger.name} ${asked}`),
    ])
  }
}

test.each([...new Set(ASKS.map(({ route }) => route))].filter((route) => route.startsWith('POST')))(
  '%s shows no stranger anything of what is hidden either',
  async (route) => {
    for (const stranger of world.strangers) await expectNothing(stranger, route)
  },
)

/** Outside of the table, and where they are tested: these answer with nothing of a team's, or have a battery of their own. */
const OUTSIDE: Record<string, string> = {
  '/mcp': 'isolation/tools.test.ts',
  '/scim/': 'scim/',
  '/agent': 'agent-package/',
}

test('what lies outside of the table is open, and shows nobody anything of a team', async () => {
  const app = edgeApp()
  const outside: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    const known =
      url.startsWith('/v1/') || Object.keys(OUTSIDE).some((start) => url.startsWith(start))
    if (!known && method !== 'HEAD') outside.push(url)
  })
  await app.ready()
  await app.close()
  expect(outside.length).toBeGreaterThan(3)
  for (const url of outside) {
    const { body } = await world.app.inject({ url })
    expect([url, foundIn(body, url, world.plantings)]).toEqual([url, []])
  }
})
