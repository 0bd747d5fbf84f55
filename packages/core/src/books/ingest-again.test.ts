import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { newId } from '@teamlore/shared'
import type { IngestBookRequest } from '@teamlore/shared/books'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeIngestBook } from './ingest-book.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const PROJECT = `project: random
version: 1
layers:
  - { name: is, paths: [./is/], canonical: true }
  - { name: inner, paths: [./inner/], canonical: true, depends_on: [is], needs: admin }
  - { name: happened, paths: [./happened/], depends_on: [is] }
`
const schema = (needs = '') => `version: 1
entity_types:
  - name: part
    properties:
      - { name: status, type: enum, values: [live, retired], default: live${needs} }
    field_mappings:
      - { field: needs, relationship: NEEDS, target_type: [part] }
      - { field: beside, relationship: BESIDE }
  - name: event
    field_mappings: [{ field: affects, relationship: AFFECTS }]
relationship_types:
  - { name: NEEDS, inverse: NEEDED_BY }
  - { name: BESIDE, symmetric: true }
  - { name: AFFECTS, inverse: AFFECTED_BY }
`

const NAMES = ['Quayside', 'Lantern', 'Bucket', 'Ferryman', 'Oilskin', 'Harbourmaster']
const setUp = async () => {
  const { scope, team } = await createIngestWorld(database.engine)
  const asAdmin = grantTeamScope({ ...scope, role: 'admin' }, 'admin')
  return { scope: asAdmin, unitOfWork: team.unitOfWork }
}
type Note = { path: string; text: string }
type Said = { schema: string; notes: Note[] }

const name = fc.constantFrom(...NAMES)
const names = fc.uniqueArray(name, { maxLength: 2 })
const note = fc
  .record({
    path: fc.constantFrom(
      ...['is', 'inner', 'happened'].flatMap((layer) => [0, 1, 2].map((at) => `${layer}/${at}.md`)),
    ),
    title: name,
    aliases: names,
    needs: names,
    beside: names,
    status: fc.constantFrom('live', 'retired', 'broken'),
    mentioned: names,
    isNote: fc.boolean(),
  })
  .map(({ path, title, aliases, needs, beside, status, mentioned, isNote }): Note => {
    const isEvent = path.startsWith('happened')
    const fields = isEvent
      ? `type: event\nsession: 3\naffects: [${needs}]\nconsequences:\n  - { entity: ${title}, property: status, value: ${status} }`
      : `type: part\naliases: [${aliases}]\nneeds: [${needs}]\nbeside: [${beside}]\nstatus: ${status}`
    const body = mentioned.map((one, at) => (at === 0 ? `[[${one}]]` : one)).join(' and ')
    const head = `title: ${isEvent ? `Of ${title}` : title}\n${fields}`
    return { path, text: isNote ? `---\n${head}\n---\nHere ${body}.\n` : `Plain ${body}.\n` }
  })
const notes = fc.uniqueArray(note, { selector: ({ path }) => path, maxLength: 6 })
const says = fc.record({ schema: fc.constantFrom(schema(), schema(', needs: member')), notes })

const requestOf = ({ schema: text, notes: sent }: Said, full = false): IngestBookRequest => ({
  project: PROJECT,
  schema: text,
  full,
  files: sent.map((file) => ({ ...file, hash: file.text.slice(0, 128) + file.text.length })),
  has_more: false,
  dry_run: false,
  is_past: false,
  allow_deletions: true,
})

/** All that is stored of a book, but for what distinguishes one ingest from another. */
const storedOf = async (book: string) => {
  const where = `where b.name = '${book}'`
  const read = (query: string) => readAsOwner(database.engine, query)
  return {
    book: await read(
      `select problems, replace(files_hash, generation || ' ', '') as files_hash, summary - '{created,updated,deleted,renamed}'::text[] as summary from teamlore.books b ${where}`,
    ),
    entities: await read(
      `select key, e.name, layer, type, aliases, tags, properties, lines, body, source, documents, row_hash, stated_hash
        from teamlore.entities e join teamlore.books b on b.id = e.book_id ${where} order by key`,
    ),
    edges: await read(
      `select src_key, dst_key, relationship, file, line, position
        from teamlore.entity_edges e join teamlore.books b on b.id = e.book_id ${where} order by file, position`,
    ),
    events: await read(
      `select key, layer, session, consequences, file
        from teamlore.entity_events e join teamlore.books b on b.id = e.book_id ${where} order by key`,
    ),
    files: await read(
      `select path, hash, text from teamlore.book_files f join teamlore.books b on b.id = f.book_id ${where} and cardinality(f.shown_in) % 2 = 1 order by path`,
    ),
    proposals: await read(
      `select from_key, to_key, field, quote, source_file
        from teamlore.book_proposals p join teamlore.books b on b.id = p.book_id ${where} order by p.id`,
    ),
    documents: await read(
      `select e.key, chunk, title, d.body, concepts, paths, roles, content_hash
        from teamlore.documents d join teamlore.entities e on e.id = d.source_id
        join teamlore.books b on b.id = e.book_id ${where} order by key, chunk`,
    ),
  }
}

test('a book that is ingested edit by edit is the same as one that is ingested at once', {
  timeout: 180_000,
}, async () => {
  const { scope, unitOfWork } = await setUp()
  const ingestInto = (book: string) => {
    const ingest = makeIngestBook({ unitOfWork })
    return (said: Said, full = false) => ingest(scope, { book, request: requestOf(said, full) })
  }
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.array(says, { minLength: 2, maxLength: 5 }), async (edits) => {
      round += 1
      const [grown, fresh] = [`grown-${round}`, `fresh-${round}`]
      const last = edits.at(-1)
      if (last === undefined) return
      const edit = ingestInto(grown)
      for (const said of edits) await edit(said)
      await ingestInto(fresh)(last)
      const wanted = await storedOf(fresh)
      // The scope of a book is a lexeme, and the name of the book is in the hash of its documents alone.
      expect(await storedOf(grown)).toEqual(wanted)
      expect((await edit(last)).state).toBe('unchanged')
      expect((await edit(last, true)).state).toBe('ingested')
      expect(await storedOf(grown)).toEqual(wanted)
    }),
    { numRuns: 8 },
  )
  const left = await readAsOwner(
    database.engine,
    `select source_id from teamlore.documents where kind = 'entity' and source_id not in (select id from teamlore.entities)`,
  )
  expect(left).toEqual([])
})

test('what did not change is not written again', async () => {
  const { scope, unitOfWork } = await setUp()
  const ingest = makeIngestBook({ unitOfWork })
  const book = newId.book()
  const send = (sent: Note[]) =>
    ingest(scope, { book, request: requestOf({ schema: schema(), notes: sent }) })
  const part = (at: number, more = '') => ({
    path: `is/${at}.md`,
    text: `---\ntitle: Part ${at}\ntype: part\nneeds: [Part ${at + 1}]\n---\nHere${more}.\n`,
  })
  const versions = () =>
    readAsOwner<{ row: string; at: string }>(
      database.engine,
      `select e.key as row, e.xmin::text || e.ctid::text as at from teamlore.entities e join teamlore.books b on b.id = e.book_id where b.name = '${book}'
        union all select r.src_key || '>', r.xmin::text || r.ctid::text from teamlore.entity_edges r join teamlore.books b on b.id = r.book_id where b.name = '${book}'
        union all select d.title || chunk, d.xmin::text || d.ctid::text from teamlore.documents d join teamlore.entities e on e.id = d.source_id join teamlore.books b on b.id = e.book_id where b.name = '${book}'`,
    )
  const all = [1, 2, 3, 4, 5].map((at) => part(at))
  await send(all)
  const before = new Map((await versions()).map(({ row, at }) => [row, at]))
  await send(all.map((one, at) => (at === 2 ? part(3, ' again') : one)))
  const changed = (await versions()).filter(({ row, at }) => before.get(row) !== at)
  expect(changed.map(({ row }) => row).sort()).toEqual(['Part 30', 'is/part 3'])
})
