import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseQuery } from '../search/query/parse-query.ts'
import { questionTerms, termQuery } from '../search/query/question-terms.ts'
import { analyse } from './analyse.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
})

const HOSTILE = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 150 }),
  fc.string({ unit: 'grapheme', maxLength: 150 }),
  fc.string({
    unit: fc.constantFrom(
      "'",
      '\\',
      '\0',
      '"',
      ':',
      '*',
      '&',
      '|',
      '!',
      '(',
      '<->',
      '-',
      '/',
      '.',
      'aB',
      '1',
      '日',
      'é',
      '\ud800',
      '\u202e',
      '😀',
      ' ',
    ),
    maxLength: 80,
  }),
)

const quoted = (literal: string): string => `$literal$${literal}$literal$`

test('the database takes every literal made of any text, and reads as many lexemes from it', async () => {
  const texts = fc.sample(HOSTILE, 1_000)
  const literals = texts.map((body) => analyse([{ text: body, weight: 'B' }], ['#k:prompt']).tsv)
  const values = literals.map((literal) => `(${quoted(literal)})`).join(', ')
  const found = await readAsOwner<{ n: number }>(
    database.engine,
    `select length(v.t::tsvector) as n from (values ${values}) as v(t)`,
  )
  expect(found.map(({ n }) => n)).toEqual(
    literals.map((literal) => literal.match(/'(?:[^'\\]|''|\\\\)+'/g)?.length),
  )
})

test('the database takes every query made of any question', async () => {
  const queries = fc.sample(HOSTILE, 1_000).flatMap((typed) => {
    const { terms, required, requiredWords, excluded } = questionTerms(parseQuery(typed))
    return [...terms.map(termQuery), required, requiredWords, excluded].filter(
      (query) => query !== null,
    )
  })
  const values = queries.map((query) => `(${quoted(query)})`).join(', ')
  const found = await readAsOwner<{ n: number }>(
    database.engine,
    `select numnode(v.t::tsquery) as n from (values ${values}) as v(t)`,
  )
  expect(found).toHaveLength(queries.length)
  for (const { n } of found) expect(n).toBeGreaterThan(0)
})
