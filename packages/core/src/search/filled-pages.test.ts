import { searchQuerySchema } from '@teamlore/shared'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSession } from '../testing/ingest-builders.ts'
import { makeSearch } from './search.ts'
import { NOW, type OwnSearchWorld, openSearchWorld, says } from './testing/search-world.ts'

/** Sentences whose vectors are given: a question is as near to each as the first number says. */
const SENTENCES = Array.from(
  { length: 24 },
  (_, at) => `Note number ${at} on how the ferries of harbour ${at} are run`,
)

let world: OwnSearchWorld
/** Cosine of any question with the n-th sentence. */
const cosineOf = (at: number): number => 0.9 - at * 0.04

const DIMENSIONS = 64
/** The question is the first axis; each sentence leans towards it as far as it shall be near. */
const vectorOf = (text: string, mode: 'query' | 'document'): Float32Array => {
  const vector = new Float32Array(DIMENSIONS)
  const at = Number(/number (\d+)/.exec(text)?.[1] ?? -1)
  if (mode === 'query' || at < 0) vector[0] = 1
  else {
    vector[0] = cosineOf(at)
    vector[at + 1] = Math.sqrt(1 - cosineOf(at) ** 2)
  }
  return vector
}

const searchWith = (space: { unrelated?: number } = {}) =>
  makeSearch({
    unitOfWork: world.unitOfWork,
    embedder: {
      space: { ...world.embedder.space, ...space },
      embed: async (texts) => texts.map((text) => vectorOf(text, 'query')),
    },
    now: () => NOW,
  })

const ask = (q: string, more: object = {}) =>
  searchWith()(world.scope, { ...searchQuerySchema.parse({ q }), ...more })

beforeAll(async () => {
  world = await openSearchWorld()
  world.embedder.embed = async (texts, { mode }) => texts.map((text) => vectorOf(text, mode))
  for (const [at, sentence] of SENTENCES.entries())
    await world.send(buildSession({ native_id: `s${at}`, messages: [says(0, sentence)] }))
  await world.embed()
  await world.count()
})
afterAll(() => world[Symbol.asyncDispose]())

test('a page is filled with what there is, the nearest first, and the loose ones are marked', async () => {
  const { items, next_cursor, nothing_known, notes } = await ask('zanzibarish', { limit: 20 })
  expect(items).toHaveLength(20)
  expect(next_cursor).not.toBeNull()
  const marks = items.map(({ match }) => match)
  expect(marks.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => 'meaning'))
  expect(marks.slice(16)).toEqual(['loose', 'loose', 'loose', 'loose'])
  expect(nothing_known).toBeUndefined()
  expect(notes.join()).toContain('only near in meaning')
})

test('its cursor leads to the rest, each once', async () => {
  const first = await ask('zanzibarish', { limit: 10 })
  const second = await ask('zanzibarish', { limit: 10, cursor: first.next_cursor })
  const third = await ask('zanzibarish', { limit: 10, cursor: second.next_cursor })
  const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id))
  expect(new Set(ids).size).toBe(SENTENCES.length)
  expect(third.next_cursor).toBeNull()
})

test('what has a word of the question says so, and whether it is near as well', async () => {
  const { items } = await ask('"number 20" ferries')
  const marks = new Map(items.map(({ title, match }) => [title, match]))
  expect(marks.get(SENTENCES[20] ?? '')).toBe('words')
  const both = await ask('harbour ferries')
  expect(both.items.find(({ title }) => title === SENTENCES[0])?.match).toBe('both')
})

test('a model whose unrelated texts are near each other is judged from there', async () => {
  const query = searchQuerySchema.parse({ q: 'zanzibarish', limit: 24 })
  const { items } = await searchWith({ unrelated: 0.5 })(world.scope, query)
  // A cosine of 0.65 is a nearness of 0.3 there.
  expect(items.filter(({ match }) => match === 'meaning')).toHaveLength(7)
  expect(items).toHaveLength(24)
})

test('a list without words has no marks', async () => {
  expect((await ask('')).items.map(({ match }) => match)).not.toContain('loose')
})
