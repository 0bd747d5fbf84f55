import type { Engine } from '@teamlore/db'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantSystemScope } from '../identity/teams/team-scope.ts'
import { sqlProblem } from './book-sql-text.ts'
import { NOTES, openBookWorld, request } from './testing/book-world.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const setUp = () => openBookWorld(engine)

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

  test('is planned with what the book holds, also when it was taken in just now', async () => {
    const { as, ingest, sql } = await setUp()
    const notes = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [
        `open/${at}.md`,
        `title: Part ${at}\ntype: part\nneeds: Part ${(at + 1) % 300}`,
      ]),
    )
    await ingest(as('admin'), request(notes))
    const known = async () => {
      await sql(as('admin'), `select dst from edges where src = 'Part 7'`)
      const [found] = await readAsOwner<{ rows: number }>(
        engine,
        `select reltuples::int as rows from pg_class where oid = 'teamlore.entity_edges'::regclass`,
      )
      return found?.rows
    }
    // A server counts changes a moment later.
    await expect.poll(known, { timeout: 20_000 }).toBeGreaterThanOrEqual(300)
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
