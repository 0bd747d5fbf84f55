import { newId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DbExecutor, Engine } from './engine/engine.types.ts'
import { rows, sqlstate } from './engine/rows.ts'
import { inTeam } from './testing/in-team.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'
import { type SeededTeam, seedEveryTable } from './testing/seed-every-table.ts'

/** What PostgreSQL answers to who may not, be it for want of a grant or by a policy. */
const NOT_ALLOWED = '42501'
const NOT_UPDATABLE = '55000'

let database: TestDatabase
let engine: Engine
let ours: SeededTeam
let theirs: SeededTeam
/** Tables with a team_id, as the catalogue has them. */
let tables: string[]
let privateTables: string[]

const tablesWith = async (column: string): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      engine.db,
      sql`
      select c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'teamlore'
      join pg_attribute a on a.attrelid = c.oid and a.attname = ${column} and not a.attisdropped
      where c.relkind in ('r', 'p') order by 1`,
    )
  ).map(({ name }) => name)

beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
  ours = await seedEveryTable(engine)
  theirs = await seedEveryTable(engine)
  tables = await tablesWith('team_id')
  privateTables = await tablesWith('private_to')
})
afterAll(() => database[Symbol.asyncDispose]())

const table = (name: string): SQL => sql`teamlore.${sql.identifier(name)}`

const asTeam = <T>(who: SeededTeam, work: (tx: DbExecutor) => Promise<T>): Promise<T> =>
  engine.transaction(async (tx) => {
    await inTeam(tx, who)
    return work(tx)
  })

/** Runs a statement as a member of our team: how many rows it touched, or the code it was refused with. */
const attempt = (statement: SQL): Promise<number | string | undefined> =>
  asTeam(ours, async (tx) => (await rows(tx, statement)).length).catch(sqlstate)

/** The row of this team as the owner of the table sees it. */
/** What the database itself computes of a row, and nobody may write. */
const generatedOf = (name: string): SQL => sql`array(
  select column_name::text from information_schema.columns
  where table_schema = 'teamlore' and table_name = ${name} and is_generated = 'ALWAYS')`

const rowOf = async (name: string, teamId: string): Promise<Record<string, unknown>> => {
  const [found] = await rows<{ row: Record<string, unknown> }>(
    engine.db,
    sql`select to_jsonb(t) - ${generatedOf(name)} as row from ${table(name)} t where team_id = ${teamId} limit 1`,
  )
  if (found === undefined) {
    throw new Error(`No row in ${name}: give it one in seed-every-table.ts, so it can be tested.`)
  }
  return found.row
}

const insertOf = (name: string, row: Record<string, unknown>): SQL => {
  const columns = sql.raw(Object.keys(row).join(', '))
  return sql`
  insert into ${table(name)} (${columns}) overriding system value
  select ${columns} from jsonb_populate_record(null::${table(name)}, ${JSON.stringify(row)}::text::jsonb)
  returning 1`
}

describe('every table with a team_id', () => {
  test('has row-level security and a policy for the role requests run as', async () => {
    expect(tables.length).toBeGreaterThan(15)
    const guarded = await rows<{ name: string }>(
      engine.db,
      sql`
      select c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'teamlore'
      where c.relrowsecurity and exists (
        select from pg_policies p where p.schemaname = 'teamlore' and p.tablename = c.relname
          and p.roles @> array['teamlore_app']::name[] and p.qual is not null
          and (p.with_check is not null or p.cmd = 'SELECT'))
      order by 1`,
    )
    expect(guarded.map(({ name }) => name)).toEqual(expect.arrayContaining(tables))
  })

  test('shows nobody a row of another team', async () => {
    for (const name of tables) {
      await rowOf(name, theirs.teamId)
      const seen = await attempt(sql`select 1 from ${table(name)} where team_id = ${theirs.teamId}`)
      expect([name, seen]).toEqual([name, seen === NOT_ALLOWED ? NOT_ALLOWED : 0])
    }
  })

  test('shows a team its own rows, unless no request may read the table at all', async () => {
    const unreadable: string[] = []
    for (const name of tables) {
      const seen = await attempt(sql`select 1 from ${table(name)}`)
      if (seen === NOT_ALLOWED) unreadable.push(name)
      else expect([name, seen]).toEqual([name, 1])
    }
    expect(unreadable).toEqual([])
    for (const name of ['browser_sessions', 'sign_in_links'])
      expect([name, await attempt(sql`select token_hash from ${table(name)}`)]).toEqual([
        name,
        NOT_ALLOWED,
      ])
  })

  test('lets nobody change or delete a row of another team', async () => {
    for (const name of tables) {
      const before = await rowOf(name, theirs.teamId)
      for (const statement of [
        sql`update ${table(name)} set team_id = ${ours.teamId} where team_id = ${theirs.teamId} returning 1`,
        sql`delete from ${table(name)} where team_id = ${theirs.teamId} returning 1`,
      ]) {
        const changed = await attempt(statement)
        expect([name, changed]).toEqual([name, changed === NOT_ALLOWED ? NOT_ALLOWED : 0])
      }
      expect(await rowOf(name, theirs.teamId)).toEqual(before)
    }
  })

  test('lets nobody write a row into another team, or move one there', async () => {
    for (const name of tables) {
      const row = await rowOf(name, theirs.teamId)
      expect([name, await attempt(insertOf(name, row))]).toEqual([name, NOT_ALLOWED])
      const moved = sql`update ${table(name)} set team_id = ${theirs.teamId} returning 1`
      expect([name, await attempt(moved)]).toEqual([name, NOT_ALLOWED])
    }
  })
})

test('users are seen by those they share a team with, and by nobody else', async () => {
  const seen = await asTeam(ours, (tx) => rows(tx, sql`select id from teamlore.users`))
  expect(seen).toEqual([{ id: ours.userId }])
})

test('the views that searches read through show the rows of one team only', async () => {
  for (const name of ['team_documents', 'team_document_vectors', 'team_lexeme_stats']) {
    const seen = await asTeam(ours, (tx) =>
      rows(tx, sql`select distinct team_id from ${table(name)}`),
    )
    expect([name, seen]).toEqual([name, [{ team_id: ours.teamId }]])
    // A view over a join is not for writing at all.
    const refused = name === 'team_document_vectors' ? NOT_UPDATABLE : NOT_ALLOWED
    expect(await attempt(sql`delete from ${table(name)} returning 1`)).toBe(refused)
  }
})

test('without a team nothing is shown and nothing accepted', async () => {
  for (const name of tables) {
    const seen = await engine
      .transaction(async (tx) => {
        await tx.execute(sql`select set_config('role', 'teamlore_app', true)`)
        return (await rows(tx, sql`select 1 from ${table(name)}`)).length
      })
      .catch(sqlstate)
    expect([name, seen]).toEqual([name, seen === NOT_ALLOWED ? NOT_ALLOWED : 0])
  }
})

describe('what is private', () => {
  let ann: SeededTeam
  let bob: SeededTeam
  beforeAll(async () => {
    ann = await seedEveryTable(engine, { isPrivate: true })
    bob = { teamId: ann.teamId, userId: newId.user() }
    await engine.db.execute(
      sql`insert into teamlore.users (id, name) values (${bob.userId}, 'Bob')`,
    )
    await engine.db.execute(sql`
      insert into teamlore.memberships (team_id, user_id, role) values (${bob.teamId}, ${bob.userId}, 'owner')`)
  })

  test('is every row that came out of the session, what is counted of them, memories with all that hangs on them, memory files with their copies, and code graphs', () => {
    expect(privateTables).toEqual([
      'code_files',
      'code_graphs',
      'code_imports',
      'commit_files',
      'commits',
      'corpus_stats',
      'documents',
      'edits',
      'lexeme_stats',
      'memories',
      'memory_actions',
      'memory_anchors',
      'memory_comments',
      'memory_curations',
      'memory_evidence',
      'memory_file_copies',
      'memory_files',
      'memory_relations',
      'memory_signals',
      'memory_versions',
      'messages',
      'model_answers',
      'observations',
      'sessions',
      'summaries',
    ])
  })

  test('is seen by its owner and by background work, not by another member', async () => {
    for (const name of [
      ...privateTables,
      ...['team_documents', 'team_lexeme_stats', 'document_vectors', 'embedding_queue'],
    ]) {
      const seenBy = (who: SeededTeam) =>
        asTeam(who, async (tx) => (await rows(tx, sql`select 1 from ${table(name)}`)).length)
      expect([name, await seenBy(ann)]).toEqual([name, 1])
      expect([name, await seenBy({ ...ann, userId: 'system' })]).toEqual([name, 1])
      expect([name, await seenBy(bob)]).toEqual([name, 0])
    }
  })

  test('cannot be made public, changed or written by another member', async () => {
    for (const name of privateTables) {
      const asBob = (statement: SQL) =>
        asTeam(bob, async (tx) => (await rows(tx, statement)).length).catch(sqlstate)
      const publish = sql`update ${table(name)} set private_to = null returning 1`
      expect([name, await asBob(publish)]).toEqual([name, 0])
      const forged = insertOf(name, await rowOf(name, ann.teamId))
      expect([name, await asBob(forged)]).toEqual([name, NOT_ALLOWED])
    }
  })
})

describe('what is of a restricted project', () => {
  let ann: SeededTeam
  let bob: SeededTeam
  beforeAll(async () => {
    ann = await seedEveryTable(engine, { isRestricted: true })
    bob = { teamId: ann.teamId, userId: 'usr_bob' }
  })

  /** Those that know no project, and whose rows name none. A new table is of a project unless it stands here. */
  const OF_THE_TEAM = [
    ...['api_keys', 'audit_events', 'capture_reports', 'invitations', 'machines', 'memberships'],
    ...[
      'books',
      'book_files',
      'book_generations',
      'book_pictures',
      'book_proposals',
      'book_vectors',
      'book_versions',
      'entities',
      'entity_edges',
      'entity_events',
    ],
    // Ids and hashes, which the policies of all tables ask; no way in shows them.
    ...['hidden_records', 'tombstones', 'forgetting_settings'],
    // What models cost is the team's; of whose sessions is for the use case to hide.
    ...['usage_events', 'usage_days', 'model_settings'],
    // The seeded rule is the team's; one of a project that is closed to the asker is hidden, as a test of own agents shows.
    'distil_rules',
    ...['provisioned_users', 'provisioned_groups', 'provisioned_group_members'],
    ...[
      'redaction_rules',
      'sign_in_links',
      'browser_sessions',
      'managed_clients',
      'oauth_grants',
      'sign_in_providers',
    ],
    // Which hosts a team is connected to is for its admins, and their routes see to that.
    ...['integrations', 'integration_repositories', 'pull_requests', 'hook_deliveries'],
    ...['webhooks', 'webhook_deliveries', 'incoming_hooks', 'incoming_events'],
    ...['dismissals', 'acknowledgements'],
    ...['slack_apps', 'slack_asks'],
    // Of these the seeded rows are the team's own: a test of the statistics counts by project.
    ...['corpus_stats', 'lexeme_stats'],
  ]

  test('is seen by its members and by background work, by nobody else of the team', async () => {
    const views = ['team_documents', 'team_document_vectors']
    for (const name of [...tables, ...views]) {
      const seenBy = (who: SeededTeam) =>
        asTeam(who, async (tx) => (await rows(tx, sql`select team_id from ${table(name)}`)).length)
      if (OF_THE_TEAM.includes(name)) continue
      expect([name, await seenBy(ann)]).toEqual([name, 1])
      // Who reads what is for its owner to know, not for background work.
      if (!['project_access', 'session_reads'].includes(name))
        expect([name, await seenBy({ ...ann, userId: 'system' })]).toEqual([name, 1])
      expect([name, await seenBy(bob)]).toEqual([name, 0])
    }
  })

  test('is not written or changed from outside, and its list by no member at all', async () => {
    const asBob = (statement: SQL) =>
      asTeam(bob, async (tx) => (await rows(tx, statement)).length).catch(sqlstate)
    for (const name of tables.filter((each) => !OF_THE_TEAM.includes(each))) {
      const touched = sql`update ${table(name)} set team_id = team_id returning 1`
      expect(`${name} ${await asBob(touched)}`).toMatch(/ (?:0|42501)$/)
    }
    const join = sql`insert into teamlore.project_access (team_id, project_id, user_id, granted_by, granted_at)
      select ${ann.teamId}, id, 'usr_bob', 'usr_bob', now() from (select '' as id) x returning 1`
    expect(await asBob(join)).toBe(NOT_ALLOWED)
  })
})
