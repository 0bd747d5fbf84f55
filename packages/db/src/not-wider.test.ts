import { newId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from './engine/engine.types.ts'
import { rows, sqlstate } from './engine/rows.ts'
import { inTeam } from './testing/in-team.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'
import { type SeededTeam, seedEveryTable } from './testing/seed-every-table.ts'

let database: TestDatabase
let engine: Engine
let ann: SeededTeam
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
  ann = await seedEveryTable(engine, { isPrivate: true })
})
afterAll(() => database[Symbol.asyncDispose]())

/** What background work, which sees everything, is answered when it opens a row of what is private. */
const open = (name: string, to: string | null) =>
  engine
    .transaction(async (tx) => {
      await inTeam(tx, { ...ann, userId: 'system' })
      const found = await rows(
        tx,
        sql`update teamlore.${sql.identifier(name)} set private_to = ${to} returning 1`,
      )
      return found.length
    })
    .catch(sqlstate)

test.each([
  'messages',
  'edits',
  'observations',
  'summaries',
  'documents',
  'memory_evidence',
  'memory_curations',
  'memory_versions',
  'memory_anchors',
  'memory_signals',
  'model_answers',
])(
  'a row of %s that came of a private session is opened by nobody, nor given to somebody else',
  async (name) => {
    expect(await open(name, null)).toBe('42501')
    expect(await open(name, 'usr_bob')).toBe('42501')
    expect(await open(name, ann.userId)).toBe(1)
  },
)

test('a relation is opened by nobody as long as one of its memories is private', async () => {
  expect(await open('memory_relations', null)).toBe('42501')
})

test.each(['sessions', 'memories', 'memory_files', 'commits', 'code_graphs'])(
  'background work opens nothing of %s that is private, nor gives it to somebody else',
  async (name) => {
    expect(await open(name, null)).toBe('42501')
    expect(await open(name, 'usr_bob')).toBe('42501')
    expect(await open(name, ann.userId)).toBe(1)
  },
)

describe('of a restricted project', () => {
  let ines: SeededTeam
  let ids: Record<'project' | 'other', string>
  beforeAll(async () => {
    ines = await seedEveryTable(engine, { isRestricted: true })
    const project = await rows<{ id: string }>(
      engine.db,
      sql`select id from teamlore.projects where team_id = ${ines.teamId}`,
    )
    ids = { project: project[0]?.id ?? '', other: newId.project() }
    await engine.db.execute(sql`insert into teamlore.projects (id, team_id, identity, name)
      values (${ids.other}, ${ines.teamId}, 'git:open', 'open')`)
  })

  /** What background work is answered when it takes rows to another project, or to none. */
  const take = (name: string, to: string | null, userId = 'system') =>
    engine
      .transaction(async (tx) => {
        await inTeam(tx, { ...ines, userId })
        const found = await rows(
          tx,
          sql`update teamlore.${sql.identifier(name)} set project_id = ${to} returning 1`,
        )
        return found.length
      })
      .catch(sqlstate)

  test.each(['sessions', 'memories', 'memory_files', 'commits', 'code_graphs', 'documents'])(
    'nothing of %s is taken out of it by background work',
    async (name) => {
      expect(await take(name, ids.other)).toBe('42501')
      if (['sessions', 'memories', 'documents'].includes(name))
        expect(await take(name, null)).toBe('42501')
      expect(await take(name, ids.project)).toBe(1)
    },
  )

  test('the index keeps its rows there, whoever writes them', async () => {
    expect(await take('documents', null, ines.userId)).toBe('42501')
    expect(await take('documents', ids.other, ines.userId)).toBe('42501')
  })
})

test('a private memory is opened by nobody as long as the session it rests on is private', async () => {
  await engine.db.execute(sql`update teamlore.memory_evidence e set session_id = s.id
    from teamlore.sessions s where s.team_id = ${ann.teamId} and e.team_id = s.team_id`)
  const asAnn = (statement: SQL) =>
    engine
      .transaction(async (tx) => {
        await inTeam(tx, ann)
        return (await rows(tx, statement)).length
      })
      .catch(sqlstate)
  const opening = sql`update teamlore.memories set private_to = null returning 1`
  expect(await asAnn(opening)).toBe('42501')
  await engine.db.execute(
    sql`update teamlore.sessions set private_to = null where team_id = ${ann.teamId}`,
  )
  expect(await asAnn(opening)).toBe(1)
})
