import type { Engine } from '@teamlore/db'
import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { IngestBookRequest } from '@teamlore/shared/books'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeGetBookRelationships } from './ask-book.ts'
import { makeIngestBook } from './ingest-book.ts'
import { makeGetBookLinks, makeSetBookLinks } from './link-book.ts'
import { makeOpenBooks } from './open-books.ts'
import { makeUndoBook } from './undo-book.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const PROJECT = `project: reef
version: 1
layers:
  - { name: notes, paths: [./], canonical: true }
`
const SCHEMA = `version: 1
entity_types:
  - name: place
    field_mappings: [{ field: near, relationship: NEAR, target_type: [place] }]
relationship_types:
  - { name: NEAR, symmetric: true }
`
const place = (body: string) => `---\ntype: place\n---\n${body}\n`
const TEXTS: Record<string, string> = {
  'pier.md': place('Built of [[Reef]], see [the buoy](south/buoy.md).'),
  'reef.md': '---\ntype: place\ntitle: Reef\nnear: Pier\n---\nNothing.\n',
  'south/buoy.md': place('It floats near [[Reef]].'),
}
const requestOf = (
  texts: Record<string, string>,
  more: Partial<IngestBookRequest> = {},
): IngestBookRequest => ({
  project: PROJECT,
  schema: SCHEMA,
  files: Object.entries(texts).map(([path, text]) => ({ path, hash: text.slice(0, 128), text })),
  has_more: false,
  dry_run: false,
  is_past: false,
  ...more,
})

const setUp = async () => {
  const { scope, team, rowsOf } = await createIngestWorld(engine)
  const { unitOfWork } = team
  const openBooks = makeOpenBooks({ unitOfWork })
  const deps = { unitOfWork, openBooks }
  const book = 'reef'
  const ingest = makeIngestBook({ unitOfWork })
  return {
    send: (texts = TEXTS, more: Partial<IngestBookRequest> = {}) =>
      ingest(scope, { book, request: requestOf(texts, more) }),
    links: () => makeGetBookLinks(deps)(scope, { book }),
    setLinks: (links: boolean) => makeSetBookLinks(deps)(scope, { book, request: { links } }),
    undo: () => makeUndoBook({ unitOfWork })(scope, { book, request: {} }),
    relations: async (name: string) => {
      const query = { name, depth: 1, direction: 'both' } as const
      const { items } = await makeGetBookRelationships(deps)(scope, { book, query })
      return items
        .map(({ relationship, handle, is_from_text }) =>
          [relationship, handle, is_from_text ? 'text' : 'field'].join(' '),
        )
        .sort()
    },
    rowsOf,
  }
}

test('a book keeps links apart until its page has them as relationships, which can be undone', async () => {
  const world = await setUp()
  await world.send()
  expect(await world.relations('Reef')).toEqual(['NEAR pier field'])
  const before = await world.links()
  expect(before).toMatchObject({
    links: false,
    decided_by: 'nobody',
    relationships: 0,
    would_add: 3,
  })
  expect(before.items[0]).toEqual({
    from: 'pier',
    to: 'Reef',
    relationship: 'RELATED_TO',
    source_file: 'pier.md',
    line: 4,
  })
  const documents = await world.rowsOf('documents', 'id, content_hash')
  expect(await world.setLinks(true)).toMatchObject({
    links: true,
    decided_by: 'page',
    relationships: 3,
    would_add: 0,
  })
  expect(await world.relations('Reef')).toEqual([
    'NEAR pier field',
    'RELATED_TO buoy text',
    'RELATED_TO pier text',
  ])
  // The texts are the same, so nothing has to be embedded again.
  expect(await world.rowsOf('documents', 'id, content_hash')).toEqual(documents)
  expect(await world.send()).toMatchObject({ state: 'unchanged' })
  expect(await world.rowsOf('audit_events', 'action')).toContainEqual({ action: 'book.links_set' })
  await world.undo()
  expect(await world.links()).toMatchObject({ links: false, decided_by: 'nobody', would_add: 3 })
  expect(await world.relations('Reef')).toEqual(['NEAR pier field'])
})

test('what lorecraft.yaml says of links holds, whatever the page decided', async () => {
  const world = await setUp()
  await world.send()
  await world.setLinks(true)
  expect(await world.send(TEXTS, { project: `${PROJECT}links: false\n` })).toMatchObject({
    state: 'ingested',
  })
  expect(await world.links()).toMatchObject({ links: false, decided_by: 'file' })
  await expect(world.setLinks(true)).rejects.toMatchObject({ code: 'book.links_in_file' })
  await world.send(TEXTS, { project: `${PROJECT}links: true\n` })
  expect(await world.links()).toMatchObject({ links: true, decided_by: 'file', relationships: 3 })
})

test('one file that changes writes its links alone', async () => {
  const world = await setUp()
  await world.send(TEXTS, { project: `${PROJECT}links: true\n` })
  const rows = () => world.rowsOf('entity_edges', 'file, xmin::text as at, src_key, dst_key')
  const before = await rows()
  const changed = { ...TEXTS, 'south/buoy.md': place('It floats alone.') }
  await world.send(changed, { project: `${PROJECT}links: true\n` })
  expect(await world.relations('Reef')).toEqual(['NEAR pier field', 'RELATED_TO pier text'])
  const ofOthers = (all: typeof before) =>
    all.filter((row) => (row as { file: string }).file !== 'south/buoy.md')
  expect(ofOthers(await rows())).toEqual(ofOthers(before))
})
