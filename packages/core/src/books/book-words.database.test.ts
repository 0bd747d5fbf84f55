import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { ingestBook, newBookIndex, readProject, readSchema, searchBook } from '@teamlore/lorebook'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const WORDS =
  'harbour harbours lantern lanterns the of running runs ran happily happiness nation national stones stone coast'.split(
    ' ',
  )
const word = fc.constantFrom(...WORDS)
const some = (most: number) => fc.array(word, { minLength: 1, maxLength: most })
const text = some(12).map((words) => words.join(' '))
const term = fc.oneof(
  word,
  word.map((one) => `-${one}`),
  some(3).map((words) => `"${words.join(' ')}"`),
  some(2).map((words) => `-"${words.join(' ')}"`),
)
const question = fc
  .array(fc.oneof({ weight: 5, arbitrary: term }, { weight: 1, arbitrary: fc.constant('or') }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((terms) => terms.join(' '))
  // Without quotes and a minus the search of a book forgives more than the database does.
  .filter((one) => /[-"]/u.test(one))

const indexOf = (bodies: readonly string[]) => {
  const { project } = readProject(
    'project: a\nversion: 1\nlayers: [{ name: a, paths: [./], default_types: [{ path: ./, type: t }] }]\n',
  )
  const { schema } = readSchema('version: 1\nentity_types: [{ name: t }]\n')
  if (project === undefined || schema === undefined) throw new Error('The book is wrong.')
  const files = bodies.map((body, at) => ({
    path: `${at}q.md`,
    hash: `${at}`,
    text: `\n${body}\n`,
  }))
  return newBookIndex(ingestBook({ project, schema, files }).book.entities)
}

test('phrases, minus and "or" find in texts what websearch_to_tsquery of the database finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 8 }),
      question,
      async (bodies, asked) => {
        const rows = await readAsOwner<{ at: number }>(
          database.engine,
          `select at::int - 1 as at from unnest(array[${bodies.map((body) => `'${body}'`).join(', ')}])
          with ordinality t(body, at)
         where to_tsvector('english', body) @@ websearch_to_tsquery('english', '${asked}')`,
        )
        const hits = searchBook(indexOf(bodies), asked, { limit: 100 })
        expect(hits.map(({ entity }) => entity.name).sort()).toEqual(
          rows.map(({ at }) => `${at}q`).sort(),
        )
      },
    ),
    { numRuns: 300 },
  )
})
