import type { Engine } from '@teamlore/db'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOTES, OPEN_PROJECT, openBookWorld, request } from './testing/book-world.ts'

let database: TestDatabase
let engine: Engine
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
afterAll(() => database[Symbol.asyncDispose]())

const setUp = () => openBookWorld(engine)

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
