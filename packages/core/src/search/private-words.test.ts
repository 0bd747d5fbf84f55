import type { Engine } from '@teamlore/db'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { type SearchResponse, searchQuerySchema } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { createSearchWorld, type SearchWorld, says } from './testing/search-world.ts'

let database: TestDatabase
let engine: Engine

beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
})

const PUBLIC = [
  'The harbour opens its gates at dawn',
  'A tide table of the harbour',
  'Why the crane stands still',
]

/** A team in which Bob has said these things where only he may read them. */
const worldWith = async (...secret: string[]) => {
  const world = await createSearchWorld(engine)
  const bob = await world.person('Bob')
  const ids = ['public', 'private'] as const
  const texts = { public: PUBLIC, private: secret }
  for (const native_id of ids) {
    const messages = texts[native_id].map((words, n) => says(n, words))
    if (messages.length > 0) await world.send(buildSession({ native_id, messages }))
  }
  for (const table of ['sessions', 'documents'])
    await readAsOwner(
      engine,
      `update teamlore.${table} t set private_to = '${bob.userId}' where team_id = '${world.team.teamId}'
        and ${table === 'sessions' ? 'id' : 'session_id'} in (select id from teamlore.sessions where native_id = 'private')`,
    )
  return { ...world, bob }
}

type World = SearchWorld & { bob: TeamScope }

/** What an answer states; ids and durations differ from world to world. */
const stated = ({ items, notes, did_you_mean, arms }: SearchResponse) => ({
  items: items.map(({ snippet, score, score_parts }) => ({
    text: snippet.text,
    score,
    score_parts,
  })),
  notes,
  did_you_mean,
  arms,
})

const QUESTIONS = ['gates', 'harbur', 'zeusplan', 'zeusplan harbour', 'gates of the harbour']

describe('what is private to another', () => {
  const answersOf = async (world: World) =>
    Promise.all(QUESTIONS.map(async (q) => stated(await world.ask(q))))

  test.each([
    ['one message', ['The harbur gates of zeusplan']],
    ['many messages', Array.from({ length: 90 }, (_, n) => `gates zeusplan harbur ${n}`)],
  ])('changes no answer, score or note: %s', async (_, secret) => {
    const [without, beside] = await Promise.all([worldWith(), worldWith(...secret)])
    expect(await answersOf(beside)).toEqual(await answersOf(without))
    for (const world of [without, beside]) await world.count()
    const counted = await answersOf(without)
    expect(counted[0]?.items.length).toBeGreaterThan(0)
    expect(counted[1]?.did_you_mean).toBe('harbour')
    expect(await answersOf(beside)).toEqual(counted)
  })
})

describe('who has private sessions', () => {
  const askAs = (world: World, q: string) => world.search(world.bob, searchQuerySchema.parse({ q }))

  test('finds their words, and learns that they are there', async () => {
    const world = await worldWith('The harbur gates of zeusplan')
    await world.count()
    const found = await askAs(world, 'zeusplan')
    expect(found.items.map(({ snippet }) => snippet.text)).toEqual(['The harbur gates of zeusplan'])
    expect(found.notes).toEqual([])
    expect((await askAs(world, 'harbur')).did_you_mean).toBeUndefined()
  })

  test('has them ranked by how rare their words are, also where nothing else is there', async () => {
    const common = Array.from({ length: 30 }, (_, n) => `The pier and the pier of pier ${n}`)
    const world = await worldWith(...common, 'A wombat on the pier')
    await world.count()
    const { items } = await askAs(world, 'pier wombat')
    expect(items[0]?.snippet.text).toBe('A wombat on the pier')
    const { counts, documents } = await world.unitOfWork.inTeam(world.bob, ({ search }) =>
      search.statisticsOf(['pier', 'wombat']),
    )
    expect([documents, counts.get('pier'), counts.get('wombat')]).toEqual([34, 31, 1])
  })
})
