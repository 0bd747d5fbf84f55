import type { Engine } from '@teamlore/db'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { BookConsistencyQuery, IngestBookRequest } from '@teamlore/shared/books'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSearch } from '../search/search.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import {
  makeGetBookEntity,
  makeGetBookRelationships,
  makeGetBookState,
  makeGetBookTimeline,
  makeListBookEntities,
} from './ask-book.ts'
import { makeCheckBookConsistency } from './check-consistency.ts'
import { makeGetBook, makeListBooks } from './get-book.ts'
import { makeIngestBook } from './ingest-book.ts'
import { makeOpenBooks } from './open-books.ts'
import { makeSearchBook } from './search-book.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
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
    field_mappings:
      - { field: needs, relationship: NEEDS, target_type: [part] }
  - name: event
    field_mappings: [{ field: affects, relationship: AFFECTS }]
relationship_types:
  - { name: NEEDS, inverse: NEEDED_BY }
  - { name: AFFECTS, inverse: AFFECTED_BY }
`
type Notes = Record<string, string>
const NOTES: Notes = {
  'plan/queue.md': 'title: Queue\ntype: part\nneeds: Store',
  'plan/store.md': 'title: Store\ntype: part\naliases: [Bucket]',
  'work/4.md':
    'title: Retired\ntype: event\nsession: 4\naffects: [Queue]\nconsequences:\n  - { entity: Queue, property: status, value: retired }',
}

const request = (notes: Notes, more: Partial<IngestBookRequest> = {}): IngestBookRequest => ({
  project: PROJECT,
  schema: SCHEMA,
  files: Object.entries(notes).map(([path, frontMatter]) => {
    const text = `---\n${frontMatter}\n---\nThe pelican keeps it.\n`
    return { path, hash: `${text.length} ${text}`.slice(0, 128), text }
  }),
  has_more: false,
  dry_run: false,
  is_past: false,
  allow_deletions: true,
  ...more,
})

const setUp = async () => {
  const world = await createIngestWorld(engine)
  const { unitOfWork } = world.team
  const ingest = makeIngestBook({ unitOfWork })
  const openBooks = makeOpenBooks({ unitOfWork })
  const ask =
    <Q, A>(
      make: (deps: {
        openBooks: typeof openBooks
      }) => (scope: typeof world.scope, input: { book: string; query: Q }) => Promise<A>,
    ) =>
    (query: Q) =>
      make({ openBooks })(world.scope, { book: 'harbour', query })
  return {
    ...world,
    ingestBook: (sent: IngestBookRequest, book = 'harbour') =>
      ingest(world.scope, { book, request: sent }),
    list: () => makeListBooks({ unitOfWork, openBooks })(world.scope),
    get: () => makeGetBook({ unitOfWork, openBooks })(world.scope, { book: 'harbour' }),
    entity: ask(makeGetBookEntity),
    relationships: ask(makeGetBookRelationships),
    entities: ask(makeListBookEntities),
    state: ask(makeGetBookState),
    timeline: ask(makeGetBookTimeline),
    search: (query: string) =>
      makeSearchBook({ unitOfWork, openBooks })(world.scope, {
        book: 'harbour',
        query: { query, limit: 5, semantic: false },
      }),
    check: (query: BookConsistencyQuery) =>
      makeCheckBookConsistency({ openBooks, search: makeSearch({ unitOfWork }) })(world.scope, {
        book: 'harbour',
        query,
      }),
  }
}

const without = (notes: Notes, path: string): Notes =>
  Object.fromEntries(Object.entries(notes).filter(([name]) => name !== path))

describe('a lorebook of a team', () => {
  test('says the nearest 2,000 relationships of an entity, and that there are more', async () => {
    const world = await setUp()
    const many = Array.from({ length: 2_001 }, (_, n) => `Part ${n}`)
    const hubOf = (needs: readonly string[]) =>
      request({ 'plan/hub.md': `title: Hub\ntype: part\nneeds: [${needs.join(', ')}]` })
    await world.ingestBook(hubOf(many))
    const hub = await world.relationships({ name: 'Hub', depth: 5, direction: 'both' })
    expect([hub.items.length, hub.is_cut]).toEqual([2_000, true])
    await world.ingestBook(hubOf(many.slice(1)))
    const fewer = await world.relationships({ name: 'Hub', depth: 5, direction: 'both' })
    expect(fewer).toMatchObject({ is_cut: false, items: { length: 2_000 } })
  })

  test('answers every question after it was ingested', async () => {
    const world = await setUp()
    const answer = await world.ingestBook(request(NOTES))
    expect(answer).toMatchObject({
      state: 'ingested',
      problems: [],
      summary: { entities: 3, created: 3, relationships: 2, events: 1 },
    })
    expect((await world.list()).items).toMatchObject([
      { name: 'harbour', summary: { entities: 3 } },
    ])
    expect(await world.get()).toMatchObject({
      layers: [
        { name: 'plan', canonical: true },
        { name: 'work', depends_on: ['plan'] },
      ],
      problems: [],
    })
    expect(await world.entity({ name: 'bucket' })).toMatchObject({
      name: 'Store',
      source_file: 'plan/store.md',
      body: 'The pelican keeps it.\n',
    })
    const around = await world.relationships({ name: 'store', depth: 2, direction: 'both' })
    expect(around.items.map(({ hop, relationship, name }) => [hop, relationship, name])).toEqual([
      [1, 'NEEDED_BY', 'Queue'],
      [2, 'AFFECTED_BY', 'Retired'],
    ])
    expect(around.is_cut).toBe(false)
    expect((await world.entities({ type: 'part' })).items.map(({ name }) => name)).toEqual([
      'Queue',
      'Store',
    ])
    expect(await world.state({ name: 'Queue', layer: 'work' })).toMatchObject({
      base: { status: 'live' },
      current: { status: 'retired' },
    })
    expect(await world.state({ name: 'Queue', layer: 'work', session: 3 })).toMatchObject({
      current: { status: 'live' },
    })
    expect((await world.timeline({ layer: 'work', entity: 'queue' })).items).toHaveLength(1)
    expect((await world.search('stroe')).items[0]).toMatchObject({
      name: 'Store',
    })
    const [first] = (await world.check({ entity: 'Queue', claim: 'The queue is retired' })).items
    expect(first).toMatchObject({
      may_conflict: true,
      text: 'Queue: status is live',
      source_file: 'plan/queue.md',
    })
  })

  test('names what is near a name that it has not, and says 404 of what is none of it', async () => {
    const world = await setUp()
    await expect(world.entity({ name: 'x' })).rejects.toThrow('no such lorebook')
    await world.ingestBook(request(NOTES))
    await expect(world.entity({ name: 'Queeu' })).rejects.toThrow('Did you mean "Queue"?')
    await expect(world.state({ name: 'Queue', layer: 'play' })).rejects.toThrow(
      'There are: plan, work.',
    )
  })

  test('changes whole: what is sent twice changes nothing, and what is gone is gone', async () => {
    const world = await setUp()
    await world.ingestBook(request(NOTES))
    expect(await world.ingestBook(request(NOTES))).toMatchObject({ state: 'unchanged' })
    await world.entity({ name: 'Queue' })
    const later = await world.ingestBook(request(without(NOTES, 'plan/store.md')))
    expect(later).toMatchObject({
      state: 'ingested',
      plan: { updated: [], deleted: ['plan/store'] },
    })
    expect(later.problems).toMatchObject([
      { rule: 'dangling-reference', file: 'plan/queue.md', line: 4 },
    ])
    expect(await world.entity({ name: 'Store' })).toMatchObject({ source_file: null })
    // The text that is gone is kept for an undo.
    expect(await world.count('book_files')).toBe(3)
  })

  test('wants only the texts it lacks, and changes nothing until it has them', async () => {
    const world = await setUp()
    await world.ingestBook(request(NOTES))
    const bare = ({ files, ...rest }: IngestBookRequest): IngestBookRequest => ({
      ...rest,
      files: files.map(({ path, hash }) => ({ path, hash })),
    })
    expect(await world.ingestBook(bare(request(NOTES)))).toMatchObject({ state: 'unchanged' })
    const changed = { ...NOTES, 'plan/queue.md': 'title: Queue\ntype: part\nstatus: retired' }
    const asked = await world.ingestBook(bare(request(changed)))
    expect(asked).toMatchObject({ state: 'incomplete', wanted: ['plan/queue.md'] })
    expect(await world.entity({ name: 'Queue' })).toMatchObject({ properties: { status: 'live' } })
    const part = request({ 'plan/queue.md': changed['plan/queue.md'] }, { has_more: true })
    expect(await world.ingestBook(part)).toMatchObject({ state: 'incomplete', wanted: [] })
    expect(await world.ingestBook(bare(request(changed)))).toMatchObject({ state: 'ingested' })
    expect(await world.entity({ name: 'Queue' })).toMatchObject({
      properties: { status: 'retired' },
    })
  })

  test('whose schema is wrong stays as it was, with the lines named', async () => {
    const world = await setUp()
    await world.ingestBook(request(NOTES))
    const wrong = await world.ingestBook(
      request(NOTES, { schema: SCHEMA.replace('entity_types', 'entity_tpyes') }),
    )
    expect(wrong.plan).toEqual({ created: [], updated: [], deleted: [], renamed: [] })
    expect(wrong.problems).toContainEqual(
      expect.objectContaining({ file: 'schema.yaml', line: 2, nearest: 'entity_types' }),
    )
    expect(await world.entity({ name: 'Queue' })).toMatchObject({ name: 'Queue' })
    expect(await world.ingestBook(request({}, { dry_run: true }))).toMatchObject({
      state: 'planned',
      plan: { deleted: expect.arrayContaining(['plan/queue']) },
    })
    expect((await world.entities({})).items).toHaveLength(3)
  })

  test('takes hostile files for what they are', async () => {
    const world = await setUp()
    const answer = await world.ingestBook(
      request(NOTES, {
        files: [
          ...request(NOTES).files,
          { path: '../../etc/passwd', hash: 'a', text: '---\ntitle: A\ntype: part\n---\n' },
          { path: 'plan/nul.md', hash: 'b', text: '---\ntitle: A\u0000\ntype: part\n---\n' },
          { path: 'plan/twice.md', hash: 'c', text: '---\ntitle: A\ntitle: B\ntype: part\n---\n' },
          {
            path: 'plan/quote.md',
            hash: 'd',
            text: `---\ntitle: "'); drop table teamlore.books; --"\ntype: part\n---\n`,
          },
        ],
      }),
    )
    expect(answer.problems.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['unsafe-path', 'duplicate-key']),
    )
    expect((await world.entities({ type: 'part' })).items.map(({ name }) => name)).toContain(
      "'); drop table teamlore.books; --",
    )
  })

  test('is nobody else’s', async () => {
    const ours = await setUp()
    const theirs = await setUp()
    await ours.ingestBook(request(NOTES))
    await expect(theirs.entity({ name: 'Queue' })).rejects.toThrow('no such lorebook')
    expect(await theirs.list()).toEqual({ items: [] })
    await theirs.ingestBook(request({}))
    expect((await theirs.entities({})).items).toEqual([])
    expect((await ours.entities({})).items).toHaveLength(3)
    const teams = await readAsOwner<{ n: number }>(
      engine,
      `select count(distinct team_id) as n from teamlore.books where name = 'harbour'`,
    )
    expect(Number(teams[0]?.n)).toBeGreaterThanOrEqual(2)
  })

  test('read while it is ingested is the one before or the one after', async () => {
    const world = await setUp()
    const [before, after] = [1, 2].map(
      (version): Notes =>
        Object.fromEntries(
          Array.from({ length: 60 }, (_, at) => [
            `plan/${at}.md`,
            `title: P${at} v${version}\ntype: part\nneeds: P${(at + 1) % 60} v${version}`,
          ]),
        ),
    )
    await world.ingestBook(request(before ?? {}))
    const readers = Array.from({ length: 8 }, async () => {
      const { items } = await world.entities({})
      return new Set(items.map(({ name }) => name.split(' ')[1])).size
    })
    const [, ...seen] = await Promise.all([world.ingestBook(request(after ?? {})), ...readers])
    expect(seen).toEqual(Array(8).fill(1))
    expect((await world.entities({})).items.every(({ name }) => name.endsWith('v2'))).toBe(true)
  })
})
