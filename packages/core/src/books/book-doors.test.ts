import type { Engine } from '@teamlore/db'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import type { TeamRole } from '@teamlore/shared'
import type { IngestBookRequest } from '@teamlore/shared/books'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantSystemScope, grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { createIngestWorld } from '../testing/ingest-world.ts'
import { makeExportBook, makeGetBookEntity, makeGetBookState } from './ask-book.ts'
import { sqlProblem } from './book-sql-text.ts'
import { makeListBookVersions } from './book-versions.ts'
import { makeGetBook, makeListBooks } from './get-book.ts'
import { makeIngestBook } from './ingest-book.ts'
import { makeOpenBooks } from './open-books.ts'
import { makeQueryBookSql } from './query-book-sql.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const PROJECT = `project: vault
version: 1
layers:
  - { name: open, paths: [./open/], canonical: true }
  - { name: inner, paths: [./inner/], canonical: true, depends_on: [open], needs: admin }
`
const SCHEMA = `version: 1
entity_types:
  - name: part
    properties:
      - { name: status, type: enum, values: [live, retired], default: live }
    field_mappings:
      - { field: needs, relationship: NEEDS }
relationship_types:
  - { name: NEEDS, inverse: NEEDED_BY }
`
const OPEN_PROJECT = PROJECT.replace(', needs: admin', '')

type Notes = Record<string, string>
const NOTES: Notes = {
  'open/queue.md': 'title: Queue\ntype: part',
  'inner/core.md': 'title: Core of secrets\ntype: part\nneeds: Queue',
}
const request = (notes: Notes, more: Partial<IngestBookRequest> = {}): IngestBookRequest => ({
  project: PROJECT,
  schema: SCHEMA,
  files: Object.entries(notes).map(([path, frontMatter]) => {
    const text = `---\n${frontMatter}\n---\nText.\n`
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
  const openBooks = makeOpenBooks({ unitOfWork })
  const as = <R extends TeamRole>(role: R): TeamScope<R> =>
    grantTeamScope({ ...world.scope, role } as Parameters<typeof grantTeamScope>[0], role)
  const named = { book: 'vault' }
  return {
    ...world,
    as,
    ingest: (scope: TeamScope<'member'>, sent: IngestBookRequest) =>
      makeIngestBook({ unitOfWork })(scope, { ...named, request: sent }),
    get: (scope: TeamScope) => makeGetBook({ unitOfWork, openBooks })(scope, named),
    list: (scope: TeamScope) => makeListBooks({ unitOfWork, openBooks })(scope),
    entity: (scope: TeamScope, name: string, at?: string) =>
      makeGetBookEntity({ openBooks })(scope, { ...named, query: { name, at } }),
    state: (scope: TeamScope, name: string, at?: string) =>
      makeGetBookState({ openBooks })(scope, { ...named, query: { name, layer: 'open', at } }),
    exported: (scope: TeamScope, role?: 'viewer') =>
      makeExportBook({ openBooks, unitOfWork })(scope, {
        ...named,
        query: { format: 'json', role, depth: 1 },
      }),
    versions: (scope: TeamScope) => makeListBookVersions({ unitOfWork })(scope, named),
    sql: (scope: TeamScope<'admin'>, query: string, maxCost?: number) =>
      makeQueryBookSql({ unitOfWork, ...(maxCost && { maxCost }) })(scope, {
        ...named,
        request: { query },
      }),
  }
}

describe('a layer that needs a role', () => {
  test('is hidden from lesser ones, in counts and exports too, and shown to the others', async () => {
    const { as, ingest, get, list, entity, exported } = await setUp()
    await ingest(as('admin'), request(NOTES))
    for (const role of ['viewer', 'member'] as const) {
      const said = JSON.stringify([
        await get(as(role)),
        await list(as(role)),
        await entity(as(role), 'queue'),
        await exported(as(role)),
      ])
      expect(said).not.toMatch(/inner|secret/iu)
      expect(said).toContain('"entities":1')
      await expect(entity(as(role), 'Core of secrets')).rejects.toMatchObject({
        code: 'book.entity_not_found',
      })
    }
    expect((await list(as('admin'))).items).toMatchObject([{ summary: { entities: 2 } }])
    expect(await entity(as('owner'), 'core of SECRETS')).toMatchObject({ layer: 'inner' })
    expect((await exported(as('admin'), 'viewer')).text).not.toMatch(/secret/iu)
  })

  test('is exported by nobody unseen', async () => {
    const { as, ingest, exported, team } = await setUp()
    await ingest(as('admin'), request(NOTES))
    await exported(as('viewer'))
    await exported(as('admin'), 'viewer')
    const noted = await readAsOwner(
      engine,
      `select details from teamlore.audit_events where action = 'book.exported' and team_id = '${team.teamId}' order by id`,
    )
    expect(noted).toEqual([
      { details: { name: 'vault', format: 'json', role: null } },
      { details: { name: 'vault', format: 'json', role: 'viewer' } },
    ])
  })

  test('can be sent by nobody from whom it is hidden, and shown to nobody by what is missing', async () => {
    const { as, ingest } = await setUp()
    await expect(ingest(as('member'), request(NOTES))).rejects.toMatchObject({
      code: 'book.parts_hidden',
    })
    await ingest(as('admin'), request(NOTES))
    // Files that hide nothing would otherwise learn what they take away.
    for (const dry_run of [true, false])
      await expect(
        ingest(as('member'), request({}, { project: OPEN_PROJECT, dry_run })),
      ).rejects.toMatchObject({ code: 'book.parts_hidden' })
  })
})

describe('versions of a lorebook', () => {
  const version = (commit: string, day: string, tags: string[] = []) => ({
    version: { commit: commit.repeat(40), committed_at: `2026-03-${day}T10:00:00Z`, tags },
  })
  const OLD = { 'open/queue.md': 'title: Queue\ntype: part\nstatus: retired' }

  test('answer as of a tag, a commit or a date, and leave the book as it is', async () => {
    const { as, ingest, entity, state, versions } = await setUp()
    const scope = as('owner')
    await ingest(scope, request(NOTES, version('b', '10')))
    expect(
      await ingest(scope, request(OLD, { ...version('a', '01', ['v1']), is_past: true })),
    ).toMatchObject({
      state: 'recorded',
      summary: null,
    })
    expect((await versions(scope)).items.map(({ tags }) => tags)).toEqual([[], ['v1']])
    expect((await state(scope, 'Queue')).current).toEqual({ status: 'live' })
    for (const at of ['v1', 'aaaaaaa', '2026-03-05', '2026-03-01'])
      expect((await state(scope, 'Queue', at)).current, at).toEqual({ status: 'retired' })
    for (const at of ['bbbb', '2026-03-10', '2027-01-01'])
      expect((await state(scope, 'Queue', at)).current, at).toEqual({ status: 'live' })
    for (const at of ['v9', 'cccc', '2025-12-31'])
      await expect(entity(scope, 'Queue', at), at).rejects.toMatchObject({
        code: 'book.version_not_found',
      })
    // Texts of a version outlast an ingest that has no use for them.
    await ingest(scope, request({ 'open/other.md': 'title: Other\ntype: part' }))
    expect((await state(scope, 'Queue', 'v1')).current).toEqual({ status: 'retired' })
    await expect(entity(as('viewer'), 'Core of secrets', 'bbbb')).rejects.toMatchObject({
      code: 'book.entity_not_found',
    })
  })

  test('move a tag to the commit that has it last', async () => {
    const { as, ingest, versions } = await setUp()
    const scope = as('owner')
    await ingest(scope, request(OLD, version('a', '01', ['latest', 'v1'])))
    await ingest(scope, request(NOTES, version('b', '02', ['latest'])))
    expect((await versions(scope)).items.map(({ tags }) => tags)).toEqual([['latest'], ['v1']])
  })
})

describe('a question in SQL', () => {
  test('reads the entities, edges and events of one book and no row of any other', async () => {
    const { as, ingest, sql } = await setUp()
    const other = await setUp()
    await ingest(as('admin'), request(NOTES))
    await other.ingest(other.as('admin'), request({ 'open/x.md': 'title: Elsewhere\ntype: part' }))
    const found = await sql(as('admin'), `select src, rel_type, dst from edges order by 1`)
    expect(found).toEqual({
      items: [{ src: 'Core of secrets', rel_type: 'NEEDS', dst: 'Queue' }],
      is_cut: false,
    })
    expect(
      (await sql(as('admin'), `with n as (select count(*) as c from entities) select c from n`))
        .items,
    ).toEqual([{ c: 2 }])
  })

  test('that would read elsewhere, change a setting or take for ever is refused before it runs', async () => {
    for (const query of [
      'delete from entities',
      'select 1; drop table x',
      `select set_config('app.book_id', 'x', true)`,
      `select "set_config"('role', 'none', true)`,
      `select U&"\\0073et_config"('role', 'none', true)`,
      `select E'a\\'b'`,
      'select $$x$$',
      'select * from pg_roles',
      'select * from "pg_catalog"."pg_class"',
      'select * from teamlore.users',
      'select * from information_schema.tables',
      'select 1 -- x',
      'select /* x */ 1',
      `select query_to_xml('select 1', true, true, '')`,
      `select pg_sleep(10)`,
      'select repeat(name, 1000000) from entities',
      'select generate_series(1, 100000000)',
      'with recursive t as (select 1 union all select 1 from t) select * from t',
      'select * into x from entities',
      'select * from entities for update',
      `copy entities to '/tmp/x'`,
      'explain select 1',
      '',
    ])
      expect(sqlProblem(query), query).toEqual(expect.any(String))
    expect(
      sqlProblem(
        `select count(*) from entities where tags @> array['x'] and properties->>'a' = 'b'`,
      ),
    ).toBeUndefined()
  })

  test('that the database refuses is answered with its reason, and one that costs too much with what to do', async () => {
    const { as, ingest, sql } = await setUp()
    await ingest(as('admin'), request(NOTES))
    await expect(sql(as('admin'), 'select nothing from entities')).rejects.toMatchObject({
      code: 'book.sql_failed',
      message: expect.stringContaining('"nothing" does not exist'),
    })
    await expect(
      sql(as('admin'), 'select count(*) from entities a, edges b', 1),
    ).rejects.toMatchObject({ code: 'book.sql_refused' })
  })

  test('finds no other table even where the text was let through', async () => {
    const { team, scope, as, ingest } = await setUp()
    await ingest(as('admin'), request(NOTES))
    for (const query of ['select * from teamlore.users', 'select * from teamlore.entities'])
      await expect(
        team.unitOfWork.inTeam(scope, async ({ books, bookSql }) => {
          const stored = await books.find('vault')
          if (stored === undefined) throw new Error('no book')
          await bookSql.begin(stored.id, { timeoutMs: 1_000 })
          return bookSql.run(query, { limit: 1 })
        }),
      ).rejects.toThrow()
    await expect(
      team.unitOfWork.inTeam(grantSystemScope(team.teamId), async ({ books, bookSql }) => {
        const stored = await books.find('vault')
        if (stored === undefined) throw new Error('no book')
        await bookSql.begin(stored.id, { timeoutMs: 1_000 })
        await books.lock('another', stored.id, new Date())
      }),
    ).rejects.toThrow()
  })
})
