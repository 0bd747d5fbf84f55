import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { IngestBookRequest } from '@teamlore/shared/books'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeIngestBook } from './ingest-book.ts'
import { makeListBookGenerations, makeUndoBook } from './undo-book.ts'

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
    field_mappings: [{ field: part_of, relationship: PART_OF }]
relationship_types: [{ name: PART_OF, inverse: HAS_PART }]
`
const HOME = { repository: 'example.com/acme/quay', branch: 'main', is_default_branch: true }
const note = (at: number) =>
  `---\ntitle: Pier ${at}\ntype: place\npart_of: Pier 1\n---\nPier ${at}.\n`
const NOTES = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((at) => [at, note(at)]),
)

const requestOf = (
  notes: Record<string, string>,
  more: Partial<IngestBookRequest> = {},
): IngestBookRequest => ({
  ...{ project: PROJECT, schema: SCHEMA, from: HOME },
  files: Object.entries(notes).map(([at, text]) => ({
    path: `notes/${at}.md`,
    hash: `${text.length} ${text}`.slice(0, 128),
    text,
  })),
  ...{ has_more: false, dry_run: false, is_past: false, ...more },
})

const setUp = async () => {
  const { scope, team } = await createIngestWorld(database.engine)
  const { unitOfWork } = team
  const ingest = makeIngestBook({ unitOfWork })
  const undo = makeUndoBook({ unitOfWork })
  const list = makeListBookGenerations({ unitOfWork })
  const rows = (columns: string, from: string) =>
    readAsOwner<Record<string, unknown>>(
      database.engine,
      `select ${columns} from teamlore.${from} where team_id = '${scope.teamId}' order by 1`,
    )
  return {
    send: (notes: Record<string, string>, more?: Partial<IngestBookRequest>) =>
      ingest(scope, { book: 'quay', request: requestOf(notes, more) }),
    undo: (generation?: number) =>
      undo(scope, { book: 'quay', request: generation === undefined ? {} : { generation } }),
    generations: () => list(scope, { book: 'quay' }),
    entities: () => rows('key, id, row_hash, told_hash, source', 'entities'),
    edges: () => rows('src_key, dst_key, relationship, file, line', 'entity_edges'),
    rows,
    teamId: scope.teamId,
  }
}

test('files from another branch or repository change nothing', async () => {
  const world = await setUp()
  expect(await world.send(NOTES)).toMatchObject({ state: 'ingested', is_new_home: true })
  const before = await world.entities()
  for (const from of [
    { ...HOME, branch: 'old', is_default_branch: false },
    { ...HOME, repository: 'example.com/fork/quay' },
    undefined,
  ]) {
    const answer = await world.send({ 1: note(1) }, { from, allow_deletions: true })
    expect(answer).toMatchObject({ state: 'elsewhere', home: { repository: HOME.repository } })
    expect(answer.plan?.deleted).toHaveLength(11)
  }
  expect(await world.entities()).toEqual(before)
})

test('who made a book moves it', async () => {
  const world = await setUp()
  await world.send(NOTES)
  const from = { ...HOME, branch: 'next', is_default_branch: false }
  expect(await world.send(NOTES, { from, move_home: true })).toMatchObject({ is_new_home: true })
  expect(await world.send(NOTES)).toMatchObject({ state: 'elsewhere' })
  expect(await world.rows('action', 'audit_events')).toContainEqual({ action: 'book.home_moved' })
})

test('an ingest that deletes much waits until that is allowed', async () => {
  const world = await setUp()
  await world.send(NOTES)
  const { 11: _, 12: __, ...ten } = NOTES
  const held = await world.send(ten)
  expect([held.state, held.plan?.deleted]).toEqual([
    'deletions',
    ['canon/pier 11', 'canon/pier 12'],
  ])
  expect(await world.entities()).toHaveLength(12)
  const { 12: ___, ...eleven } = NOTES
  expect((await world.send(eleven)).state).toBe('ingested')
  expect((await world.send(ten, { allow_deletions: true })).state).toBe('ingested')
})

test('an ingest is undone with ids, relationships and vectors', async () => {
  const world = await setUp()
  await world.send(NOTES)
  await readAsOwner(
    database.engine,
    `with s as (insert into teamlore.embedding_spaces (id, dimensions) values ('undo', 2) on conflict do nothing returning 1)
      select 1`,
  )
  await readAsOwner(
    database.engine,
    `insert into teamlore.document_vectors (document_id, space, team_id, content_hash, embedding)
      select id, 'undo', team_id, content_hash, '[1,2]' from teamlore.documents where team_id = '${world.teamId}' returning 1`,
  )
  const vectors = () =>
    readAsOwner(
      database.engine,
      `select d.source_id, d.content_hash, v.embedding::text as v from teamlore.document_vectors v join teamlore.documents d on d.id = v.document_id
        where d.team_id = '${world.teamId}' order by 1`,
    )
  const before = [await world.entities(), await world.edges(), await vectors()]
  await world.send({ 1: `${note(1)}More.\n` }, { allow_deletions: true })
  expect(await world.entities()).toHaveLength(1)
  expect(await world.undo()).toMatchObject({ restored: 1, generation: 3 })
  expect([await world.entities(), await world.edges(), await vectors()]).toEqual(before)
  const { items } = await world.generations()
  expect(items.map(({ generation, restores }) => [generation, restores])).toEqual([
    [3, 1],
    [2, null],
    [1, null],
  ])
  expect(await world.rows('action', 'audit_events')).toContainEqual({ action: 'book.undone' })
})

test('the last ten generations can be restored, and no text of older ones is kept', async () => {
  const world = await setUp()
  for (let at = 1; at <= 13; at += 1) await world.send({ 1: `${note(1)}Text ${at}.\n` })
  await expect(world.undo(2)).rejects.toThrow('keeps no such generation')
  expect(await world.rows('hash', 'book_files')).toHaveLength(11)
  await world.undo(3)
  expect(await world.rows('body', 'entities')).toEqual([{ body: 'Pier 1.\nText 3.\n' }])
})

test('a note that cannot be read for a moment stays as it was, and is marked', async () => {
  const world = await setUp()
  await world.send(NOTES)
  const before = await world.entities()
  const broken = { ...NOTES, 2: '---\ntitle: Pier 2\ntype: [place\n---\nPier 2.\n', 3: '' }
  const answer = await world.send(broken)
  expect(answer.summary).toMatchObject({ deleted: 0, stale: 2, refused: 0 })
  expect(answer.problems.some(({ severity }) => severity === 'error')).toBe(true)
  const kept = await world.entities()
  expect(kept.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  const stale = kept.filter(({ source }) => (source as { stale?: number }).stale !== undefined)
  expect(stale.map(({ key }) => key)).toEqual(['canon/pier 2', 'canon/pier 3'])
  await world.send(NOTES)
  expect(await world.entities()).toEqual(before)
})
