import { expect, test } from 'vitest'
import { corpusOf } from './corpus.ts'
import { relateStatements } from './relate-statements.ts'

/** How the second stands to the first, and how they stand where nobody knows which came first. */
const related = (older: string, newer: string): string[] =>
  [true, false].map(
    (isOrdered) =>
      relateStatements({
        older: { statement: older },
        newer: { statement: newer },
        corpus: corpusOf([older, newer]),
        isOrdered,
      }).relation,
  )

test.each([
  ['Berth 3 is closed in winter.', 'Berth 4 is closed in winter.'],
  ['Customer A pays by invoice.', 'Customer B pays by invoice.'],
  ['Gate two is locked at night.', 'Gate three is locked at night.'],
  ['Rule 3 is stored in Redis.', 'Rule 4 is stored in Postgres.'],
  ['Berth 3 allows 20 tons.', 'Berth 4 allows 30 tons.'],
  [
    'The pump of quay 3 is inspected every 2 weeks.',
    'The pump of quay 4 is inspected every 3 weeks.',
  ],
  ['Customer A gets 5 retries.', 'Customer B gets 9 retries.'],
  ['The north gate closes at 20:00.', 'The south gate closes at 22:00.'],
])('a label behind a noun names another thing: %s %s', (older, newer) => {
  expect(related(older, newer)).toEqual(['independent', 'independent'])
})

test.each([
  ['A failed upload is retried 3 times.', 'A failed upload is retried 5 times.'],
  ['The mail queue allows 5 retries.', 'The mail queue allows 9 retries.'],
  ['Clients retry 3 times.', 'Clients retry 5 times.'],
])('a number behind the verb is a value: %s %s', (older, newer) => {
  expect(related(older, newer)[1]).toBe('contradicts')
})

test.each([
  ['Staging uses PostgreSQL 16.', 'Staging uses PostgreSQL 17.'],
  ['PostgreSQL 16 runs in staging.', 'PostgreSQL 17 runs in staging.'],
])('a number behind a product is its version: %s %s', (older, newer) => {
  expect(related(older, newer)[0]).not.toBe('independent')
})

test.each([
  ['The pump must never run dry.', 'The pump need not run dry.'],
  ['The migration job must never run on Friday.', 'The migration job need not run on Friday.'],
  ['The north gate is locked at 20:00.', 'The south gate is locked at 20:00.'],
  ['The lamps of the pier blink at night.', 'The lamps of the pier stay dark by day.'],
  ['Backups run before the deploy.', 'Backups run after the deploy.'],
])('opposite words are never the same: %s %s', (older, newer) => {
  expect(related(older, newer)).not.toContain('duplicates')
  expect(related(older, newer)).not.toContain('supersedes')
})

test.each([
  ['Berth 3 is open in winter.', 'Berth 3 is closed in winter.'],
  ['The payment log is always encrypted.', 'The payment log is never encrypted.'],
  ['The metrics page is public.', 'The metrics page is private.'],
  ['Debug logs are enabled on the workers.', 'Debug logs are disabled on the workers.'],
  ['Force pushes are allowed on main.', 'Force pushes are forbidden on main.'],
])('of the same, the opposite is a contradiction for a person: %s %s', (older, newer) => {
  expect(related(older, newer)).toEqual(['contradicts', 'contradicts'])
})

test('what is said in so many words replaces all the same', () => {
  expect(related('Tracing is on in staging.', 'Tracing is off in staging.')[0]).toBe('supersedes')
})
