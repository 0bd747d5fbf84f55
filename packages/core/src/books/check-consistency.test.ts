import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRemember } from '../memories/remember.ts'
import { makeSearch } from '../search/search.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeCheckBookConsistency } from './check-consistency.ts'
import { makeIngestBook } from './ingest-book.ts'
import { makeOpenBooks } from './open-books.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const PROJECT = `project: harbour
version: 1
layers:
  - { name: plan, paths: [./plan/], canonical: true }
  - { name: work, paths: [./work/], depends_on: [plan] }
`
const SCHEMA = `version: 1
entity_types:
  - name: part
    properties:
      - { name: status, type: enum, values: [live, retired], default: live }
  - name: event
    field_mappings: [{ field: affects, relationship: AFFECTS }]
relationship_types:
  - { name: AFFECTS, inverse: AFFECTED_BY }
`
const FILES = {
  'plan/till.md': 'title: Lockkeeper\ntype: part\naliases: [Till]',
  'work/4.md':
    'title: Closing\ntype: event\nsession: 4\nconsequences:\n  - { entity: Till, property: status, value: retired }',
}

test('evidence is what the book, its events and memories of the team say, what may conflict first', async () => {
  const { scope, team } = await createIngestWorld(database.engine)
  const { unitOfWork } = team
  await makeIngestBook({ unitOfWork })(scope, {
    book: 'harbour',
    request: {
      project: PROJECT,
      schema: SCHEMA,
      has_more: false,
      is_past: false,
      allow_deletions: true,
      dry_run: false,
      files: Object.entries(FILES).map(([path, front]) => ({
        path,
        hash: front.slice(0, 100),
        text: `---\n${front}\n---\nText.\n`,
      })),
    },
  })
  const remember = (statement: string) =>
    makeRemember({ unitOfWork })(scope, rememberRequestSchema.parse({ statement }))
  const retired = await remember('The Lockkeeper is retired since the flood.')
  await remember('The ferry is retired since the flood.')
  const check = makeCheckBookConsistency({
    openBooks: makeOpenBooks({ unitOfWork }),
    search: makeSearch({ unitOfWork }),
  })
  const { items } = await check(scope, {
    book: 'harbour',
    query: { entity: 'lockkeeper', claim: 'It is live since the flood' },
  })
  expect(items.filter(({ may_conflict }) => may_conflict)).toMatchObject([
    {
      kind: 'memory',
      text: expect.stringMatching(/^The Lockkeeper is retired since the flood\.[^.]*$/),
      found_in: { id: retired.id },
    },
    { kind: 'event', source_file: 'work/4.md' },
  ])
  expect(items.filter(({ kind }) => kind === 'memory')).toHaveLength(1)
  expect(items.find(({ kind }) => kind === 'property')).toMatchObject({ may_conflict: false })
})
