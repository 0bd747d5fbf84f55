import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { IngestBookRequest } from '@teamlore/shared/books'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeGetBookEntity } from './ask-book.ts'
import { makeGetBook } from './get-book.ts'
import { makeIngestBook } from './ingest-book.ts'
import { makeOpenBooks } from './open-books.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const PROJECT = `project: quay
version: 1
layers: [{ name: canon, paths: [./notes/], canonical: true }]
`
const SCHEMA = `version: 1
entity_types:
  - name: place
    properties:
      - { name: depth, type: integer }
`
const note = (at: number): string => `---\ntitle: Pier ${at}\ntype: place\n---\nPier ${at}.\n`
const NOTES: Record<string, string> = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((at) => [`${at}`, note(at)]),
)

const requestOf = (
  notes: Record<string, string>,
  more: Partial<IngestBookRequest>,
): IngestBookRequest => ({
  project: PROJECT,
  schema: SCHEMA,
  files: Object.entries(notes).map(([at, text]) => ({
    path: `notes/${at}.md`,
    hash: `${text.length} ${text}`.slice(0, 128),
    text,
  })),
  has_more: false,
  dry_run: false,
  is_past: false,
  ...more,
})

const setUp = async () => {
  const { scope, team } = await createIngestWorld(database.engine)
  const { unitOfWork } = team
  const openBooks = makeOpenBooks({ unitOfWork })
  const ingest = makeIngestBook({ unitOfWork })
  const book = 'quay'
  return {
    send: (notes: Record<string, string>, more: Partial<IngestBookRequest> = {}) =>
      ingest(scope, { book, request: requestOf(notes, more) }),
    book: () => makeGetBook({ unitOfWork, openBooks })(scope, { book }),
    entity: (name: string) => makeGetBookEntity({ openBooks })(scope, { book, query: { name } }),
    keys: async () =>
      (
        await readAsOwner<{ key: string }>(
          database.engine,
          `select key from teamlore.entities where team_id = '${scope.teamId}' order by 1`,
        )
      ).map(({ key }) => key),
  }
}

const SLIPS: [what: string, schema: string, line: number][] = [
  ['no YAML', SCHEMA.replace('type: integer }', 'type: integer'), 5],
  ['a tab', SCHEMA.replace('    properties', '\tproperties'), 4],
  ['an unknown type', SCHEMA.replace('integer', 'intger'), 5],
  ['an unknown setting', SCHEMA.replace('properties', 'propertys'), 4],
  ['nothing', '', 1],
]

test.each(SLIPS)(
  'a schema with a slip (%s) leaves the last good one and hides nothing else',
  async (_, schema, line) => {
    const world = await setUp()
    await world.send(NOTES)
    const before = await world.keys()
    const notes = {
      ...NOTES,
      2: note(2).replace('---\nPier', 'depth: deep\n---\nPier'),
      13: note(13),
    }
    const answer = await world.send(notes, { schema })
    expect(answer.state).toBe('ingested')
    expect(answer.plan).toMatchObject({ created: ['canon/pier 13'], deleted: [] })
    expect(answer.summary?.['errors']).toBeGreaterThan(1)
    expect(answer.problems.map(({ file, rule }) => `${file} ${rule}`)).toEqual(
      expect.arrayContaining(['notes/2.md type-mismatch']),
    )
    expect(await world.keys()).toEqual([...before, 'canon/pier 13'].sort())
    const shown = await world.book()
    expect(shown.stale_schema?.line).toBe(line)
    expect(shown.schema['entity_types']).toHaveLength(1)
    expect((await world.send(notes, { schema })).state).toBe('unchanged')
    await world.send(notes)
    expect((await world.book()).stale_schema).toBeNull()
  },
)

const PROJECT_SLIPS: [what: string, project: string, line: number][] = [
  ['no YAML', PROJECT.replace('true }]', 'true }'), 3],
  ['a tab', PROJECT.replace('version', '\tversion'), 2],
  ['an unknown setting', PROJECT.replace('layers', 'layrs'), 3],
  ['a path that leads out of it', PROJECT.replace('./notes/', '../notes/'), 3],
]

test.each(PROJECT_SLIPS)(
  'a lorecraft.yaml with a slip (%s) leaves the last good one, names its line and takes the notes',
  async (_, project, line) => {
    const world = await setUp()
    await world.send(NOTES)
    const before = await world.keys()
    const answer = await world.send({ ...NOTES, 13: note(13) }, { project })
    expect(answer.state).toBe('ingested')
    expect(answer.plan).toMatchObject({ created: ['canon/pier 13'], deleted: [] })
    expect(answer.summary?.['errors']).toBeGreaterThan(0)
    expect(answer.problems).toContainEqual(
      expect.objectContaining({ file: 'lorecraft.yaml', line, severity: 'error' }),
    )
    expect(await world.keys()).toEqual([...before, 'canon/pier 13'].sort())
    const shown = await world.book()
    expect(shown.layers.map(({ name }) => name)).toEqual(['canon'])
    expect(shown.problems.some(({ file }) => file === 'lorecraft.yaml')).toBe(true)
    await world.send({ ...NOTES, 13: note(13) })
    const corrected = await world.book()
    expect(corrected.problems.filter(({ severity }) => severity === 'error')).toEqual([])
  },
)

test('a first lorecraft.yaml with a slip makes no book', async () => {
  const world = await setUp()
  const answer = await world.send(NOTES, { project: PROJECT.replace('layers', 'layrs') })
  expect(answer.state).toBe('refused')
  await expect(world.book()).rejects.toMatchObject({ code: 'book.not_found' })
})

test('a first schema with a slip makes no book, and what is wrong with the notes is named too', async () => {
  const world = await setUp()
  const notes = { 1: note(1), 2: '---\ntitle: [Pier 2\ntype: place\n---\n' }
  const answer = await world.send(notes, { schema: SCHEMA.replace('integer', 'intger') })
  expect(answer.state).toBe('refused')
  expect(answer.problems.map(({ file }) => file)).toEqual(['notes/2.md', 'schema.yaml'])
  await expect(world.book()).rejects.toMatchObject({ code: 'book.not_found' })
})

const MOMENTS: [what: string, text: string, line: number][] = [
  ['a bracket that is open', '---\ntitle: Pier 2\ntype: [place\n---\nPier 2.\n', 3],
  ['half of its front matter', '---\ntitle: Pier 2\nty', 1],
  ['nothing in it', '', 1],
  ['no front matter', 'Pier 2.\n', 1],
  ['a fence that is cut', '--\ntitle: Pier 2\ntype: place\n---\nPier 2.\n', 1],
  ['no type', '---\ntitle: Pier 2\n---\nPier 2.\n', 1],
  ['half a type', '---\ntitle: Pier 2\ntype: pla\n---\nPier 2.\n', 3],
  ['another type', '---\ntitle: Pier 2\ntype: meeting\n---\nPier 2.\n', 3],
  ['an empty title', '---\ntitle: ""\ntype: place\n---\nPier 2.\n', 2],
]

test.each(MOMENTS)(
  'a note that has %s for a moment stays as it was, and says where',
  async (_, text, line) => {
    const world = await setUp()
    await world.send(NOTES)
    const before = await world.keys()
    const answer = await world.send({ ...NOTES, 2: text })
    expect(answer.summary).toMatchObject({ deleted: 0, stale: 1 })
    expect(answer.problems.some(({ file }) => file === 'notes/2.md')).toBe(true)
    expect(await world.keys()).toEqual(before)
    const shown = await world.entity('Pier 2')
    expect(shown).toMatchObject({ body: 'Pier 2.\n', stale: { line, message: expect.any(String) } })
    await world.send(NOTES)
    expect((await world.entity('Pier 2')).stale).toBeNull()
  },
)

test('what a file does not say any more goes where that is allowed, and what is only broken never does', async () => {
  const world = await setUp()
  await world.send(NOTES)
  const notes = { ...NOTES, 2: 'Words.\n', 3: '---\ntitle: [Pier 3\ntype: place\n---\n' }
  const answer = await world.send(notes, { allow_deletions: true })
  expect(answer.plan?.deleted).toEqual(['canon/pier 2'])
  expect(answer.summary).toMatchObject({ stale: 1 })
})

test('what another file says now takes the place of what a broken one said', async () => {
  const world = await setUp()
  await world.send(NOTES)
  const moved = note(2).replace('Pier 2.\n', 'Moved.\n')
  await world.send({ ...NOTES, 2: '---\ntitle: [Pier 2\n---\n', zz: moved })
  expect(await world.entity('Pier 2')).toMatchObject({ body: 'Moved.\n', stale: null })
})

test('a dry run says what an ingest would delete, and that it would ask', async () => {
  const world = await setUp()
  await world.send(NOTES)
  const answer = await world.send({ 1: note(1) }, { dry_run: true })
  expect(answer).toMatchObject({ state: 'planned', would_be: 'deletions' })
  expect(answer.plan?.deleted).toHaveLength(11)
  expect(await world.keys()).toHaveLength(12)
})
