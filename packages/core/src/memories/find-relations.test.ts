import type { LivingMemory } from '@teamlore/db'
import { NO_SLOTS } from '@teamlore/shared/memories'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { corpusOfMemories, nearest } from './find-relations.ts'
import { analyseStatement } from './relate/analyse-statement.ts'
import { weightOf } from './relate/corpus.ts'

const WORDS =
  'Redis Postgres sessions stored in the cache keeps 30 days since retry-policy src/lease.ts never Kafka R-and-D, because; and queue worker timeout `flush()` e-mail eu-west-1 end-to-end now instead of'.split(
    ' ',
  )
const statement = fc
  .array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 12 })
  .map((words) => words.join(' '))

const memoryOf = (text: string, index: number): LivingMemory =>
  ({
    ...{ id: `mem_${index}`, statement: text, slots: NO_SLOTS, private_to: null },
    valid_from: '2026-01-01T00:00:00.000Z',
  }) as unknown as LivingMemory

/** Each taken apart and weighed, as it is defined. */
const nearestOfAll = (incoming: string, living: readonly LivingMemory[]): string[] => {
  const corpus = corpusOfMemories(living, incoming)
  const { terms, names, denied } = analyseStatement(incoming, corpus)
  return living
    .map((memory) => {
      const its = analyseStatement(memory.statement, corpus)
      const shared = [...terms, ...names, ...denied].filter(
        (term) => its.terms.has(term) || its.names.has(term),
      )
      return { id: memory.id, near: weightOf(corpus, shared) }
    })
    .filter(({ near }) => near > 0)
    .sort((a, b) => b.near - a.near)
    .slice(0, 20)
    .map(({ id }) => id)
}

test('what comes in is compared with the nearest of all, in their order, however few are taken apart', () => {
  fc.assert(
    fc.property(
      statement,
      fc.array(statement, { minLength: 25, maxLength: 60 }),
      (incoming, statements) => {
        const living = statements.map(memoryOf)
        const coming = { statement: incoming, slots: NO_SLOTS, validFrom: new Date() }
        const found = nearest(coming, living, corpusOfMemories(living, incoming))
        expect(found.map(({ id }) => id)).toEqual(nearestOfAll(incoming, living))
      },
    ),
    { numRuns: 60 },
  )
})
