import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { newId } from '@teamlore/shared'
import type { IngestBookRequest } from '@teamlore/shared/books'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantTeamScope } from '../identity/teams/team-scope.ts'
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
  - name: event
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
  project: PROJECT,
  schema: SCHEMA,
  from: HOME,
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

const ACTOR = { kind: 'user', via: 'api_key' } as const

const setUp = async () => {
  const { scope, team } = await createIngestWorld(database.engine)
  const { unitOfWork } = team
  const ingest = makeIngestBook({ unitOfWork })
  const list = makeListBookGenerations({ unitOfWork })
  const rows = (columns: string, from: string) =>
    readAsOwner<Record<string, unknown>>(
      database.engine,
      `select ${columns} from teamlore.${from} where team_id = '${scope.teamId}' order by 1`,
    )
  return {
    send: (notes: Record<string, string>, more?: Partial<IngestBookRequest>) =>
      ingest(scope, { book: 'quay', request: requestOf(notes, more) }),
    sendAs: async (role: 'member' | 'admin', more: Partial<IngestBookRequest>) => {
      const principal = { ...(await team.addMember(role)), actor: ACTOR } as const
      return ingest(grantTeamScope(principal, 'member'), {
        book: 'quay',
        request: requestOf(NOTES, more),
      })
    },
    undo: (generation?: number, newEventId = newId.event) =>
      makeUndoBook({ unitOfWork, ids: { ...newId, event: newEventId } })(scope, {
        book: 'quay',
        request: generation === undefined ? {} : { generation },
      }),
    generations: () => list(scope, { book: 'quay' }),
    entities: () => rows('key, id, row_hash, stated_hash, source', 'entities'),
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

test('another member does not move a book, and an admin does', async () => {
  const world = await setUp()
  await world.send(NOTES)
  const moving = { from: { ...HOME, branch: 'next' }, move_home: true }
  await expect(world.sendAs('member', moving)).rejects.toMatchObject({ code: 'book.home_kept' })
  expect(await world.send(NOTES)).toMatchObject({ state: 'unchanged' })
  expect(await world.sendAs('admin', moving)).toMatchObject({ is_new_home: true })
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

const event = (session: number): string =>
  `---\ntitle: Storm ${session}\ntype: event\nsession: ${session}\nconsequences:\n  - { entity: Pier 1, property: status, value: s${session} }\n---\nStorm ${session}.\n`

/** A vector for each text that has none, as another text has it not. */
const embed = async (teamId: string) => {
  await readAsOwner(
    database.engine,
    `insert into teamlore.embedding_spaces (id, dimensions) values ('undo', 2) on conflict do nothing returning id`,
  )
  await readAsOwner(
    database.engine,
    `insert into teamlore.document_vectors (document_id, space, team_id, content_hash, embedding)
      select id, 'undo', team_id, content_hash, ('[' || (abs(hashtext(content_hash)) % 1000) || ',1]')::halfvec
      from teamlore.documents where team_id = '${teamId}'
      on conflict (document_id, space) do update
      set content_hash = excluded.content_hash, embedding = excluded.embedding returning document_id`,
  )
}

type World = Awaited<ReturnType<typeof setUp>>

const everything = async ({ entities, edges, rows, teamId }: World) => ({
  // One that went and came by an ingest has another id since, and keeps it.
  entities: (await entities()).map(({ id: _, ...entity }) => entity),
  edges: await edges(),
  events: await rows('key, session, consequences, file', 'entity_events'),
  vectors: await readAsOwner(
    database.engine,
    `select d.content_hash, v.content_hash as of, v.embedding::text as v
      from teamlore.document_vectors v join teamlore.documents d on d.id = v.document_id
      where d.team_id = '${teamId}' order by 1, 2`,
  ),
})

/** Eleven ingests, each of which deletes, brings back and changes notes; what each made. */
const elevenGenerations = async (world: World) => {
  const made = new Map<number, Awaited<ReturnType<typeof everything>>>()
  for (let at = 1; at <= 11; at += 1) {
    const gone = new Set([`${(at % 11) + 2}`, `${((at * 5) % 11) + 2}`])
    const notes = Object.fromEntries(Object.entries(NOTES).filter(([key]) => !gone.has(key)))
    const changed = { 1: `${note(1)}Text ${at}.\n`, [`storm ${at}`]: event(at) }
    await world.send({ ...notes, ...changed }, { allow_deletions: true })
    await embed(world.teamId)
    made.set(at, await everything(world))
  }
  return made
}

test.each([[[10, 9, 8, 7, 6]], [[1, 2, 3, 4, 5]]])(
  'each of the last ten generations comes back with relationships, events and vectors: %s',
  async (generations) => {
    const world = await setUp()
    const made = await elevenGenerations(world)
    expect(made.get(1)?.vectors.length).toBeGreaterThan(9)
    expect(made.get(1)?.events).toHaveLength(1)
    for (const [nth, generation] of generations.entries()) {
      const answer = await world.undo(generation)
      expect(answer).toMatchObject({ restored: generation, generation: 12 + nth })
      expect(await everything(world)).toEqual(made.get(generation))
    }
    const audited = await world.rows('action', 'audit_events')
    expect(audited.filter(({ action }) => action === 'book.undone')).toHaveLength(
      generations.length,
    )
    const { items } = await world.generations()
    expect(items.slice(0, 5).map(({ restores }) => restores)).toEqual([...generations].reverse())
  },
)

test('what an ingest deleted comes back under its ids', async () => {
  const world = await setUp()
  await world.send(NOTES)
  const before = await world.entities()
  await world.send({ 1: `${note(1)}More.\n` }, { allow_deletions: true })
  expect(await world.undo()).toMatchObject({ restored: 1, generation: 3 })
  expect(await world.entities()).toEqual(before)
})

test('an undo that fails at its end changes nothing', async () => {
  const world = await setUp()
  await world.send(NOTES)
  await world.send({ 1: note(1) }, { allow_deletions: true })
  const before = await everything(world)
  const noId = () => {
    throw new Error('no id')
  }
  await expect(world.undo(1, noId)).rejects.toThrow('no id')
  expect(await everything(world)).toEqual(before)
  expect((await world.generations()).items).toHaveLength(2)
})

test('a book of another team is not found, whatever is asked of it', async () => {
  const [us, them] = [await setUp(), await setUp()]
  await us.send(NOTES)
  await expect(them.undo(1)).rejects.toMatchObject({ code: 'book.not_found' })
  await expect(them.generations()).rejects.toMatchObject({ code: 'book.not_found' })
  await them.send({ 1: note(1) })
  await expect(them.undo(1)).rejects.toMatchObject({ code: 'book.generation_not_found' })
  expect(await us.entities()).toHaveLength(12)
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
