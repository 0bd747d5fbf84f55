import type { TextRow, UnitOfWork } from '@teamlore/db'
import { withOthers } from '@teamlore/db/testing'
import { type SearchResponse, searchQuerySchema } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSearch } from './search.ts'
import { byWordsAndMeaning } from './search-arms.ts'
import { CACHE, LOCKS } from './testing/sample-sessions.ts'
import { NOW, type OwnSearchWorld, openSearchWorld } from './testing/search-world.ts'

let world: OwnSearchWorld

const wordsOf = ({ items }: SearchResponse) => items.map(({ snippet }) => snippet.text).join('\n')

beforeAll(async () => {
  world = await openSearchWorld()
  await world.send(LOCKS, CACHE)
})
afterAll(() => world[Symbol.asyncDispose]())

describe('with vectors', () => {
  beforeAll(async () => {
    await world.embed()
    await world.count()
  })

  test('meaning takes part, and the same things are found', async () => {
    const answer = await world.ask('lock file of a dead process')
    expect(answer.arms).toEqual(['text', 'vector'])
    expect(answer.notes).toEqual([])
    expect(answer.items[0]?.score_parts.vector).not.toBeNull()
    expect(answer.items[0]?.snippet.text).toContain('lock file outlives')
  })

  test('exclusions and filters bind the vectors too', async () => {
    const answer = await world.ask('lock file of a dead process -outlives tool:claude-code')
    expect(wordsOf(answer)).not.toContain('outlives')
    expect(new Set(answer.items.map(({ tool }) => tool))).toEqual(new Set(['claude-code']))
  })

  test('a model that fails leaves an answer by words and a note', async () => {
    const failing = makeSearch({
      unitOfWork: world.unitOfWork,
      embedder: { space: world.embedder.space, embed: () => Promise.reject(new Error('no model')) },
      now: () => NOW,
    })
    const answer = await failing(world.scope, searchQuerySchema.parse({ q: 'boot id' }))
    expect(answer.arms).toEqual(['text'])
    expect(answer.items.length).toBeGreaterThan(0)
    expect(answer.notes).toEqual([
      'Search by meaning is not available right now; this is by words alone.',
    ])
  })

  test('without a model the answer is by words, and says so', async () => {
    const lexical = makeSearch({ unitOfWork: world.unitOfWork, now: () => NOW })
    const answer = await lexical(world.scope, searchQuerySchema.parse({ q: 'boot id' }))
    expect(answer.items.length).toBeGreaterThan(0)
    expect(answer.notes[0]).toContain('by words alone')
  })
})

/** A unit of work whose statement runs into the time limit of a server. */
const slow = (
  method: 'findByText' | 'findByVector',
): Pick<UnitOfWork, 'inTeam' | 'searchInTeam'> => ({
  inTeam: world.unitOfWork.inTeam,
  searchInTeam: (scope, bounds, work) =>
    world.unitOfWork.searchInTeam(scope, bounds, (repositories) =>
      work(
        withOthers(repositories, {
          search: {
            ...repositories.search,
            [method]: () =>
              Promise.reject(
                new Error('Failed query', {
                  cause: Object.assign(new Error('canceled'), { code: '57014' }),
                }),
              ),
          },
        }),
      ),
    ),
})

describe('an arm that takes too long', () => {
  test.each([
    ['findByText', ['vector'], /by words took too long/],
    ['findByVector', ['text'], /by meaning took too long/],
  ] as const)('%s is left out with a note', async (method, arms, note) => {
    const search = makeSearch({
      unitOfWork: slow(method),
      embedder: world.embedder,
      now: () => NOW,
    })
    const answer = await search(
      world.scope,
      searchQuerySchema.parse({ q: 'lock file of a dead process' }),
    )
    expect(answer.arms).toEqual(arms)
    expect(answer.items.length).toBeGreaterThan(0)
    expect(answer.notes.join(' ')).toMatch(note)
  })

  test('is an error that says what to do where no other can answer', async () => {
    const search = makeSearch({ unitOfWork: slow('findByText'), now: () => NOW })
    await expect(search(world.scope, searchQuerySchema.parse({ q: 'lock' }))).rejects.toMatchObject(
      {
        kind: 'unavailable',
        code: 'search.unavailable',
      },
    )
  })
})

test('what one arm has found is scored by the other too', () => {
  const row = (id: string, occurrences: number[]): TextRow => ({
    id,
    sourceId: id,
    kind: 'message',
    type: null,
    status: 'current',
    sessionId: null,
    occurredAt: null,
    length: 10,
    occurrences,
    similarity: null,
  })
  const lock = { kind: 'word', lexemes: ['lock'], times: 1, documents: 5, idf: 3 } as const
  const outlook = {
    terms: [lock],
    common: [],
    documents: 9_000,
    averageLength: 10,
    share: 1,
    within: null,
  }
  const found = {
    text: [{ row: row('by-words', [1]), score: 4, hasAllWords: true, held: 3 }],
    exact: [],
    met: new Set([lock]),
  }
  const arms = byWordsAndMeaning(
    found,
    {
      nearest: [{ ...row('by-meaning', [0.5]), similarity: 0.9 }],
      similarities: new Map([['by-words', 0.4]]),
    },
    outlook,
  )
  expect(arms.text.map(({ row: { id } }) => id)).toEqual(['by-words', 'by-meaning'])
  expect(arms.vector.map(({ row: { id }, score }) => [id, score])).toEqual([
    ['by-words', 0.4],
    ['by-meaning', 0.9],
  ])
})
