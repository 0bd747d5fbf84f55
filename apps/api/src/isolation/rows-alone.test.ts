import { relationsWith } from '@teamlore/db/testing'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foundIn, learned, questionText } from '../testing/isolation/answers.ts'
import { comparable } from '../testing/isolation/comparable.ts'
import { ID_ROWS } from '../testing/isolation/id-rows.ts'
import { isAskedBy } from '../testing/isolation/in-turn.ts'
import {
  type IsolationWorld,
  openIsolationWorld,
  plantingsOf,
  plantOfTeam,
  type Stranger,
} from '../testing/isolation/isolation-world.ts'
import { PRIVATE, RESTRICTED } from '../testing/isolation/planting.ts'
import { eachOnce, postedOf, questionsOf, READS } from '../testing/isolation/questions.ts'
import { openRowsAlone } from '../testing/isolation/rows-alone.ts'
import { type Ask, askAs } from '../testing/isolation/send.ts'
import { nameOf } from '../testing/sign-in-routes.ts'

/**
 * These are answered above teams, by repositories that no row-level security holds: they read who somebody is, by a credential that
 * they just showed. Nothing that anybody wrote stands in them.
 */
const ABOVE_TEAMS = new Set(['GET /v1/me', 'GET /v1/passkeys', 'GET /v1/browsers', 'GET /v1/jobs'])

/**
 * These write down who asked: as the use case believes that this is Ann, the rows refuse to write for her, whenever there is
 * something to write. What they show is looked through all the same.
 */
const WRITES_FOR_ASKER = /^\/v1\/(?:home|memories\/review\?batch=true)/

let world: IsolationWorld
const doors: { who: Stranger; app: FastifyInstance; close: () => Promise<void> }[] = []
const before = new Map<string, string>()

const ASKS = [PRIVATE, RESTRICTED]
  .flatMap((plan) => [
    ...READS.flatMap((row) =>
      questionsOf(row, plan).map((ask) => ({ plan, route: nameOf(row), ask })),
    ),
    ...postedOf(plan).map((ask) => ({ plan, route: `POST ${ask.url}`, ask })),
  ])
  .filter(({ route }) => !ABOVE_TEAMS.has(route))

/** What the stranger at this place asks, of one route or of all. */
const asksOf = (place: number, of?: string) =>
  eachOnce(ASKS.filter(({ route }) => (of ?? route) === route)).filter(({ ask }) =>
    isAskedBy(place, questionText(ask)),
  )

const answer = async (app: FastifyInstance, ask: Ask): Promise<string> =>
  learned(await askAs(app, world.ann.key, ask))

beforeAll(async () => {
  world = await openIsolationWorld()
  await plantOfTeam(world)
  // To the rows, who owns nothing is like any member outside.
  for (const who of world.strangers.filter(({ name }) => name !== 'a member, owner of nothing')) {
    const { app, close } = await openRowsAlone(world, world.ann, who)
    doors.push({ who, app, close })
    const place = doors.length - 1
    for (const { route, ask } of asksOf(place))
      before.set(`${who.name} ${questionText(ask)}`, comparable(route, await answer(app, ask)))
  }
  await world.plantAll()
})
afterAll(async () => {
  for (const { close } of doors) await close()
  await world[Symbol.asyncDispose]()
})

// Each question there is, at once, on machines that do other things besides.
test('with the policies of the use cases believing that it is Ann who asks, she is shown all of it', {
  timeout: 240_000,
}, async () => {
  const { app, close } = await openRowsAlone(world, world.ann, world.ann)
  for (const plan of [PRIVATE, RESTRICTED]) {
    const answers = await Promise.all(
      eachOnce(ASKS.filter((one) => one.plan === plan)).map(({ ask }) => answer(app, ask)),
    )
    expect(answers.filter((text) => text.includes(plan.hidden)).length).toBeGreaterThan(10)
  }
  await close()
  process.stdout.write(
    `isolation battery, row-level security alone: ${eachOnce(ASKS).length} questions and ${ID_ROWS.length} requests with ids × ${doors.length} strangers\n`,
  )
})

describe.each([...new Set(ASKS.map(({ route }) => route))])('%s', (route) => {
  test('is answered by the rows of who really asks, as if nothing were hidden from them', async () => {
    for (const [place, { who, app }] of doors.entries())
      for (const { ask } of asksOf(place, route)) {
        const asked = questionText(ask)
        const given = await answer(app, ask)
        // For another team the two halves do not fit together, and a use case may miss its own team.
        if (who.teamId === world.us.teamId && !WRITES_FOR_ASKER.test(asked))
          expect([asked, given[0]]).not.toEqual([asked, '5'])
        expect([who.name, asked, foundIn(given, asked, plantingsOf(world, who))]).toEqual([
          ...[who.name, asked],
          [],
        ])
        if (WRITES_FOR_ASKER.test(asked)) continue
        expect([who.name, asked, comparable(route, given)]).toEqual([
          ...[who.name, asked],
          before.get(`${who.name} ${asked}`),
        ])
      }
  })
})

describe.each(ID_ROWS.filter(({ route }) => route.startsWith('GET')))('$route', (row) => {
  test('opens nothing of theirs by its id', async () => {
    for (const [place, { who, app }] of doors.entries())
      for (const planting of plantingsOf(world, who)) {
        if (!isAskedBy(place, row.route)) continue
        if (row.kinds.some((kind) => !planting.ids.has(kind))) continue
        const ask = row.ask((kind) => planting.ids.get(kind)?.[0] ?? '')
        const { body } = await askAs(app, world.ann.key, ask)
        expect([who.name, foundIn(body, questionText(ask), [planting])]).toEqual([who.name, []])
      }
  })
})

test('no table and no view that requests may read shows a row of theirs', async () => {
  let asked = 0
  for (const who of [...world.strangers, world.inside])
    for (const plan of who.hidden) {
      const seen = await relationsWith(world.engine, who, plan.hidden)
      asked = seen.asked
      expect([who.name, plan.hidden, seen.holding]).toEqual([who.name, plan.hidden, []])
    }
  const own = await relationsWith(world.engine, world.ann, PRIVATE.hidden)
  process.stdout.write(
    `isolation battery, rows: ${asked} tables and views × ${world.strangers.length + 1} people, ${own.holding.length} of them hold what is private\n`,
  )
  expect(own.holding.length).toBeGreaterThan(10)
})
