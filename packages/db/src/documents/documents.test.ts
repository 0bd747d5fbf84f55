import { newId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import type { TeamRepositories } from '../team-repositories.ts'
import { createTestDatabase, createTestTeam, type TestDatabase } from '../testing/index.ts'
import type { NewDocument } from './documents.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const setUp = async () => {
  const team = await createTestTeam(engine)
  const member = await team.addMember('member')
  const inTeam = <T>(work: (documents: TeamRepositories['documents']) => Promise<T>) =>
    team.unitOfWork.inTeam(member, ({ documents }) => work(documents))
  // Source ids are as unique as any, so each test has its own.
  const [first, second, third] = [newId.message(), newId.message(), newId.message()] as const
  const build = (overrides: Partial<NewDocument> = {}) =>
    ({
      id: newId.document(),
      teamId: team.teamId,
      projectId: null,
      sessionId: null,
      messageId: null,
      privateTo: null,
      kind: 'message',
      sourceId: first,
      chunk: 0,
      type: null,
      title: 'A title',
      body: 'It\'s a body with \\ and " and ü',
      concepts: ['one', 'two "quoted", {braced}'],
      paths: [],
      tool: null,
      gitBranch: null,
      authorId: null,
      origin: 'human',
      occurredAt: new Date('2026-01-01T00:00:00Z'),
      tokens: 3,
      length: 2,
      tsv: `'it''s':1 'back\\\\slash':2A`,
      contentHash: 'hash-1',
      embedPriority: 1,
      ...overrides,
    }) as NewDocument
  const stored = () =>
    rows<{ id: string; source_id: string; chunk: number; body: string; version: string }>(
      engine.db,
      sql`select id, source_id, chunk, body, xmin::text as version from teamlore.documents
        where team_id = ${team.teamId} order by source_id, chunk`,
    )
  const queued = async () =>
    (
      await rows<{ document_id: string }>(
        engine.db,
        sql`select document_id from teamlore.embedding_queue where team_id = ${team.teamId} order by 1`,
      )
    ).map(({ document_id }) => document_id)
  const clearQueue = () =>
    engine.db.execute(sql`delete from teamlore.embedding_queue where team_id = ${team.teamId}`)
  return { inTeam, build, stored, queued, clearQueue, second, third, first }
}

describe('documents', () => {
  test('are written as they were built, and queued when they have a place there', async () => {
    const { inTeam, build, queued } = await setUp()
    const prose = build()
    const output = build({ chunk: 1, embedPriority: null, tsv: '' })
    await inTeam((documents) => documents.replace([prose, output], { areNew: true }))
    const [row] = await rows(
      engine.db,
      sql`select body, to_json(concepts) as concepts, tsv::text as tsv, occurred_at::text as at, status
        from teamlore.documents where id = ${prose.id}`,
    )
    expect(row).toMatchObject({
      body: prose.body,
      concepts: prose.concepts,
      tsv: `'back\\\\slash':2A 'it''s':1`,
      status: 'current',
    })
    expect(await queued()).toEqual([prose.id])
  })

  test('that did not change are not touched, and not embedded again', async () => {
    const { inTeam, build, stored, queued, clearQueue } = await setUp()
    await inTeam((documents) => documents.replace([build()]))
    const before = await stored()
    await clearQueue()
    await inTeam((documents) => documents.replace([build()]))
    expect(await stored()).toEqual(before)
    expect(await queued()).toEqual([])
  })

  test('that changed keep their id, and are embedded again only for a new text', async () => {
    const { inTeam, build, stored, queued, clearQueue } = await setUp()
    const first = build()
    await inTeam((documents) => documents.replace([first]))
    await clearQueue()
    await inTeam((documents) => documents.replace([build({ tokens: 99 })]))
    expect(await queued()).toEqual([])
    await inTeam((documents) =>
      documents.replace([build({ body: 'new words', contentHash: 'hash-2' })]),
    )
    expect(await stored()).toMatchObject([{ id: first.id, body: 'new words' }])
    expect(await queued()).toEqual([first.id])
  })

  test('that their source does not have any more are removed, its others alone', async () => {
    const { inTeam, build, stored, first, second, third } = await setUp()
    await inTeam((documents) =>
      documents.replace([
        build(),
        build({ chunk: 1 }),
        build({ chunk: 10_000 }),
        build({ sourceId: second }),
        build({ sourceId: third }),
      ]),
    )
    await inTeam((documents) =>
      documents.replace([build({ chunk: 1 })], { sources: [first, second] }),
    )
    expect((await stored()).map(({ source_id, chunk }) => [source_id, chunk])).toEqual([
      [first, 1],
      [third, 0],
    ])
    await inTeam((documents) => documents.removeBySource([third]))
    expect(await stored()).toHaveLength(1)
  })

  test('of another team stay as they are', async () => {
    const ours = await setUp()
    const theirs = await setUp()
    const sourceId = newId.message()
    await theirs.inTeam((documents) => documents.replace([theirs.build({ sourceId })]))
    const before = await theirs.stored()
    await ours.inTeam((documents) => documents.removeBySource([sourceId]))
    await expect(
      ours.inTeam((documents) => documents.replace([ours.build({ sourceId, body: 'mine' })])),
    ).rejects.toThrow()
    expect(await theirs.stored()).toEqual(before)
  })

  test('may be none', async () => {
    const { inTeam, stored } = await setUp()
    await inTeam((documents) => documents.replace([]))
    expect(await stored()).toEqual([])
  })
})
