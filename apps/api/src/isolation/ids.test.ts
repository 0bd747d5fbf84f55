import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORGET_ROUTES } from '../testing/forgetting-rows.ts'
import { foundIn, learned, questionText } from '../testing/isolation/answers.ts'
import { absentOf, anyWord, ID_ROWS, type IdRow } from '../testing/isolation/id-rows.ts'
import { isAskedBy } from '../testing/isolation/in-turn.ts'
import {
  type IsolationWorld,
  openIsolationWorld,
  plantingsOf,
  plantOfTeam,
  type Stranger,
} from '../testing/isolation/isolation-world.ts'
import { idsOfPeople } from '../testing/isolation/people-ids.ts'
import { OF_TEAM, type Planting, PRIVATE, remoteOf } from '../testing/isolation/planting.ts'
import { ROWS } from '../testing/isolation/questions.ts'
import { askAs } from '../testing/isolation/send.ts'

let world: IsolationWorld
let people: Map<string, string>
let compared = 0

beforeAll(async () => {
  world = await openIsolationWorld()
  people = await idsOfPeople(world)
  await plantOfTeam(world)
  await world.plantAll()
})
afterAll(() => world[Symbol.asyncDispose]())

/** Members know each other; an admin decides who is in, and what becomes of a project. */
const KNOWN_TO_MEMBERS = ['user']
const KNOWN_TO_ADMINS = ['key', 'grant', 'user', 'invitation', 'project', 'remote']
/** And an owner of where people sign in. */
const KNOWN_TO_OWNERS = [...KNOWN_TO_ADMINS, 'provider']
/** Of so many things of each kind. */
const TRIES = 3

const knownTo = ({ teamId, role }: Stranger): string[] => {
  if (teamId !== world.us.teamId) return []
  if (role === 'owner') return KNOWN_TO_OWNERS
  return role === 'admin' ? KNOWN_TO_ADMINS : KNOWN_TO_MEMBERS
}

/** An admin has forgotten by its id what they may not see; that there is such a thing they learn by that alone. */
const isAdminOfOurs = ({ teamId, role }: Stranger): boolean =>
  teamId === world.us.teamId && (role === 'admin' || role === 'owner')

/** Ids of what is hidden from somebody, by kind; undefined where nothing of a kind is. */
const foreignTo = (stranger: Stranger, planting: Planting): Map<string, string[]> => {
  const foreign = new Map(planting.ids)
  for (const [kind, id] of people) foreign.set(kind, [id])
  foreign.set('sha', [planting.sha])
  foreign.set('word', [anyWord(), anyWord(), anyWord()])
  // The name of a project whose sessions are private is no secret.
  if (planting.sign !== PRIVATE.sign || stranger.teamId !== world.us.teamId) {
    foreign.set('project', [world.projectIds.get(planting.project) ?? ''])
    // Of which another team may have one, too.
    if (planting.sign !== OF_TEAM.sign) foreign.set('remote', [remoteOf(planting)])
  }
  for (const kind of knownTo(stranger)) foreign.delete(kind)
  return foreign
}

/** What a request makes has an id of its own each time. */
const withoutIds = (answer: string): string =>
  answer.replace(/\b[a-z]{3,4}_[0-9a-z]{26}\b/g, '<id>')

/** What was asked for may be said again, and so may its beginning. */
const spoken = (ids: Map<string, string>): string[] =>
  [...ids].flatMap(([kind, id]) => [
    ...[id, encodeURIComponent(id)],
    // A topic begins with a capital.
    ...(kind === 'word' ? [`${id.charAt(0).toUpperCase()}${id.slice(1)}`] : []),
    id.slice(0, kind === 'sha' ? 10 : 29),
  ])

/** What somebody learns from a request about these things. */
const learnedOf = async ({ key }: Pick<Stranger, 'key'>, row: IdRow, ids: Map<string, string>) => {
  const ask = row.ask((kind) => ids.get(kind) ?? '')
  const response = await askAs(world.app, key, ask)
  return {
    answer: withoutIds(learned(response, spoken(ids))),
    leaks: (planting: Planting) => foundIn(response.body, questionText(ask), [planting]),
  }
}

/** What is answered about something that does not exist. */
const ofNothing = async (asker: Pick<Stranger, 'key'>, row: IdRow): Promise<string> =>
  (await learnedOf(asker, row, new Map(row.kinds.map((kind) => [kind, absentOf(kind)])))).answer

test('every route that takes an id is asked with one', () => {
  process.stdout.write(
    `isolation battery, foreign ids: ${ID_ROWS.length} requests × ${world.strangers.length} strangers\n`,
  )
  const asked = new Set(ID_ROWS.map(({ route }) => route))
  const withId = ROWS.filter(({ path }) => path.includes(':id'))
  expect(
    withId.map(({ method, path }) => `${method} ${path}`).filter((route) => !asked.has(route)),
  ).toEqual([])
})

describe.each(ID_ROWS)('$route', (row) => {
  test('answers a foreign id like one that does not exist, in the same words', async () => {
    const isForgetting = FORGET_ROUTES.includes(row.route)
    const asking = world.strangers
      .filter((one) => !isForgetting || !isAdminOfOurs(one))
      .filter((_, place) => isAskedBy(place, row.route))
    for (const stranger of asking) {
      let nothing: string | undefined
      for (const planting of plantingsOf(world, stranger)) {
        const foreign = foreignTo(stranger, planting)
        if (row.kinds.some((kind) => !foreign.has(kind))) continue
        nothing ??= await ofNothing(stranger, row)
        const most = Math.max(...row.kinds.map((kind) => foreign.get(kind)?.length ?? 0))
        for (let turn = 0; turn < Math.min(most, TRIES); turn++) {
          const theirs = new Map(
            row.kinds.map((kind) => {
              const ids = foreign.get(kind) ?? []
              return [kind, ids[turn % ids.length] ?? '']
            }),
          )
          compared++
          const { answer, leaks } = await learnedOf(stranger, row, theirs)
          expect([stranger.name, planting.hidden, answer]).toEqual([
            ...[stranger.name, planting.hidden],
            nothing,
          ])
          expect(answer).not.toMatch(/^5/)
          expect([stranger.name, leaks(planting)]).toEqual([stranger.name, []])
        }
      }
    }
  })
})

test('who may gets another answer for what is there than of what is not', async () => {
  process.stdout.write(`isolation battery, foreign ids: ${compared} comparisons\n`)
  const same: string[] = []
  for (const row of ID_ROWS.filter(({ route }) => route.startsWith('GET'))) {
    let isFound = false
    const nothing = await ofNothing(world.ann, row)
    // What is private is never stale, as it is a draft; so each is asked until one is found.
    for (const planting of world.plantings) {
      if (isFound) break
      const foreign = new Map(planting.ids)
      foreign.set('sha', [planting.sha])
      foreign.set('project', [world.projectIds.get(planting.project) ?? ''])
      foreign.set('remote', [remoteOf(planting)])
      const theirs = new Map(row.kinds.map((kind) => [kind, foreign.get(kind)?.[0] ?? '']))
      const { answer } = await learnedOf(world.ann, row, theirs)
      isFound = answer !== nothing
    }
    if (!isFound) same.push(row.route)
  }
  expect(same).toEqual([])
})
