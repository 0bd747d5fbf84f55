import { readAsOwner } from '@teamlore/db/testing'
import { newId, type SessionId, searchQuerySchema } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDistilSession } from '../distil/distil-session.ts'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { makeListMessages } from '../messages/list-messages.ts'
import { makeGetRecords } from '../records/get-records.ts'
import { asks, type OwnSearchWorld, openSearchWorld, says } from '../search/testing/search-world.ts'
import { makeGetSession } from '../sessions/get-session.ts'
import { makeListSessions } from '../sessions/list-sessions.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { makeListDeletions, makeSetForgettingSettings, makeUndoDeletion } from './deletions.ts'
import { makeForgetMany } from './forget-many.ts'
import { makeForget, makePreviewForget } from './forget-one.ts'
import { makePurgeDeletion } from './purge-deletion.ts'

let world: OwnSearchWorld
let bo: TeamScope<'member'>
let admin: TeamScope<'admin'>
let id: SessionId
let number = 0

beforeAll(async () => {
  world = await openSearchWorld()
  bo = await world.person('Bo')
  const boss = await world.team.addMember('admin', 'Ada')
  admin = grantTeamScope({ ...boss, actor: { kind: 'user', via: 'api_key' } }, 'admin')
})
afterAll(() => world[Symbol.asyncDispose]())

const session = () =>
  buildSession({
    native_id: `own-${number}`,
    title: `Ocelot ${number}`,
    messages: [
      asks(0, `why does the ocelot${number} hide?`),
      says(1, `It is a shy ocelot${number}.`),
    ],
  })

const send = async (): Promise<SessionId> => {
  const { sessions } = await world.send(session())
  return sessions[0]?.session_id as SessionId
}

beforeEach(async () => {
  number += 1
  await makeSetForgettingSettings(world)(admin, { delay_hours: 24 })
  id = await send()
  await makeDistilSession(world)(world.systemScope, { sessionId: id })
  await world.count()
})

const forget = (scope: TeamScope<'member'> = world.scope) =>
  makeForget(world)(scope, 'session', { id })

const purge = (deletion: { id: string }) =>
  makePurgeDeletion(world)({
    teamId: world.team.teamId,
    deletionId: deletion.id as Parameters<ReturnType<typeof makePurgeDeletion>>[0]['deletionId'],
  })

const makeDue = (deletion: { id: string }) =>
  readAsOwner(
    world.engine,
    `update teamlore.deletions set purge_after = now() - interval '1 second' where id = '${deletion.id}' returning 1`,
  )

/** Everything that reads of the session say: search, words, list, transcript, records. */
const read = async (scope: TeamScope = world.scope): Promise<string> => {
  const answers = [
    await world.search(scope, searchQuerySchema.parse({ q: `ocelot${number}` })),
    await makeListSessions(world)(scope, { limit: 50 }),
    await makeGetRecords(world)(scope, { ids: [id], budget_tokens: 10_000 }),
    await makeListMessages(world)(scope, { session_id: id, limit: 10, preview_chars: 100 }).catch(
      String,
    ),
    await makeGetSession(world)(scope, { id }).catch(String),
  ]
  return JSON.stringify(answers)
}

const words = () =>
  readAsOwner<{ label: string }>(
    world.engine,
    `select private_to as label from teamlore.lexeme_stats
      where team_id = '${world.team.teamId}' and lexeme = 'ocelot${number}' and documents > 0`,
  )

/** Rows of all tables with a session of this id. */
const rowsLeft = async (): Promise<number> => {
  const tables = await readAsOwner<{ name: string }>(
    world.engine,
    `select table_name as name from information_schema.columns
      where table_schema = 'teamlore' and column_name = 'session_id'
        and table_name in (select tablename from pg_tables where schemaname = 'teamlore')`,
  )
  const counts = await readAsOwner<{ n: number }>(
    world.engine,
    [
      ...tables.map(
        ({ name }) => `select count(*)::int as n from teamlore.${name} where session_id = '${id}'`,
      ),
      `select count(*)::int from teamlore.sessions where id = '${id}'`,
    ].join(' union all '),
  )
  return counts.reduce((sum, { n }) => sum + n, 0)
}

test('a preview counts what goes, names it, says what stays, and changes nothing', async () => {
  const preview = await makePreviewForget(world)(world.scope, 'session', { id })
  expect(preview).toMatchObject({
    kind: 'session',
    subject: id,
    goes: expect.arrayContaining([
      { kind: 'sessions', count: 1 },
      { kind: 'messages', count: 2 },
      { kind: 'prompts', count: 1 },
    ]),
    titles: expect.arrayContaining([{ kind: 'sessions', id, title: `Ocelot ${number}` }]),
    delay_hours: 24,
  })
  expect(preview.goes.find(({ kind }) => kind === 'documents')?.count).toBeGreaterThan(1)
  expect(preview.stays.join(' ')).toMatch(
    /tool's own file.*lore export.*AGENTS\.md.*Slack.*Backups/,
  )
  expect(await read()).toContain(`ocelot${number}`)
})

test('what is forgotten is hidden at once from everybody, in searches, lists, records and words', async () => {
  expect(await read(bo)).toContain(`shy ocelot${number}`)
  expect(await words()).toEqual([{ label: '' }])
  const deletion = await forget()
  expect(deletion).toMatchObject({ kind: 'session', subject: id, state: 'waiting' })
  for (const scope of [world.scope, bo, admin]) {
    const answer = await read(scope)
    expect(answer).not.toContain(`Ocelot ${number}`)
    expect(answer).not.toContain(`shy ocelot${number}`)
  }
  expect(await words()).toEqual([{ label: deletion.id }])
  expect(await rowsLeft()).toBeGreaterThan(3)
})

test('background work makes nothing of it', async () => {
  await forget()
  expect(await makeDistilSession(world)(world.systemScope, { sessionId: id })).toEqual({
    state: 'gone',
  })
})

test('an undo shows all of it again, words included, and a second one changes nothing', async () => {
  const before = await read(bo)
  const deletion = await forget()
  const undone = await makeUndoDeletion(world)(world.scope, { id: deletion.id })
  expect(undone.state).toBe('undone')
  expect(await read(bo)).toBe(before)
  expect(await words()).toEqual([{ label: '' }])
  expect(await makeUndoDeletion(world)(world.scope, { id: deletion.id })).toEqual(undone)
  expect(await purge(deletion)).toBe('gone')
})

test('once its time has come it is purged for good, and cannot be undone', async () => {
  const deletion = await forget()
  expect(await purge(deletion)).toBe('waiting')
  expect(await rowsLeft()).toBeGreaterThan(3)
  await makeDue(deletion)
  await expect(makeUndoDeletion(world)(world.scope, { id: deletion.id })).rejects.toMatchObject({
    code: 'deletion.too_late',
  })
  expect(await purge(deletion)).toBe('purged')
  expect(await rowsLeft()).toBe(0)
  expect(await words()).toEqual([])
  expect(await purge(deletion)).toBe('gone')
  const { items } = await makeListDeletions(world)(world.scope, { limit: 10, state: 'purged' })
  expect(items.find((one) => one.id === deletion.id)).toMatchObject({
    subject: id,
    state: 'purged',
  })
})

test('a second time it is gone already', async () => {
  const deletion = await forget()
  await expect(forget()).rejects.toMatchObject({ kind: 'gone', code: 'record.forgotten' })
  await makeDue(deletion)
  await purge(deletion)
  await expect(forget()).rejects.toMatchObject({ kind: 'gone', code: 'record.forgotten' })
})

describe('who may', () => {
  test('is its author and an admin, nobody else; what is private is not there for others', async () => {
    await expect(forget(bo)).rejects.toMatchObject({ code: 'forgetting.not_yours' })
    await readAsOwner(
      world.engine,
      `update teamlore.sessions set private_to = user_id where id = '${id}' returning 1`,
    )
    await expect(forget(bo)).rejects.toMatchObject({ code: 'session.not_found' })
    const preview = await makePreviewForget(world)(admin, 'session', { id })
    expect(preview.goes).toContainEqual({ kind: 'sessions', count: 1 })
    expect(JSON.stringify(preview)).not.toContain('celot')
    expect((await forget(admin)).owner?.id).toBe(world.scope.userId)
  })

  test('is no service account', async () => {
    const bot = grantTeamScope(
      { ...world.member, actor: { kind: 'user', via: 'api_key', isService: true } },
      'member',
    )
    await expect(forget(bot)).rejects.toMatchObject({ code: 'forgetting.service_account' })
  })

  test('undoes it: who asked, whose it was, an admin; to others it is not there', async () => {
    const deletion = await forget(admin)
    await expect(makeUndoDeletion(world)(bo, { id: deletion.id })).rejects.toMatchObject({
      code: 'deletion.not_found',
    })
    expect((await makeListDeletions(world)(bo, { limit: 50 })).items).toEqual([])
    expect((await makeUndoDeletion(world)(world.scope, { id: deletion.id })).state).toBe('undone')
  })

  test('is nobody of another team', async () => {
    const other = await openSearchWorld()
    await expect(makeForget(other)(other.scope, 'session', { id })).rejects.toMatchObject({
      code: 'session.not_found',
    })
    await expect(
      makeForget(world)(world.scope, 'session', { id: newId.session() }),
    ).rejects.toMatchObject({ code: 'session.not_found' })
  })
})

describe('what was forgotten does not come back', () => {
  test('by being sent again, before and after its purge, by whomever', async () => {
    const deletion = await forget()
    const again = async () => (await world.send(session())).sessions[0]
    expect(await again()).toMatchObject({ forgotten: true, created: false, total_messages: 2 })
    await makeDue(deletion)
    await purge(deletion)
    expect(await again()).toMatchObject({ forgotten: true, unchanged_messages: 2 })
    expect(await read()).not.toContain(`shy ocelot${number}`)
  })

  test("by a tool's copy of its messages in another session", async () => {
    const deletion = await forget()
    await purge(deletion)
    const copied = buildSession({
      native_id: `copy-${number}`,
      title: 'A copy',
      messages: [...session().messages, says(2, `Something new after ${number}.`)],
    })
    expect((await world.send(copied)).sessions[0]).toMatchObject({
      inserted_messages: 1,
      unchanged_messages: 2,
    })
    expect(await read()).not.toContain(`shy ocelot${number}`)
  })

  test('unless that was undone', async () => {
    const deletion = await forget()
    await purge(deletion)
    await makeUndoDeletion(world)(world.scope, { id: deletion.id })
    expect((await world.send(session())).sessions[0]).toMatchObject({
      created: false,
      unchanged_messages: 2,
    })
  })
})

test('a purge that was cut short at any place goes on and ends', async () => {
  await makeSetForgettingSettings(world)(admin, { delay_hours: 0 })
  const deletion = await forget()
  const due = { teamId: world.team.teamId, deletionId: deletion.id as never }
  let cuts = 0
  for (let at = 1; ; at += 1) {
    let transactions = 0
    const cutShort = {
      asSystem: ((work) => {
        transactions += 1
        if (transactions > at) throw new Error('the process was killed')
        return world.unitOfWork.asSystem(work)
      }) as typeof world.unitOfWork.asSystem,
    }
    const done = await makePurgeDeletion({ unitOfWork: cutShort })(due).catch(() => undefined)
    if (done !== undefined) {
      expect(done).toBe('purged')
      break
    }
    cuts += 1
  }
  expect(cuts).toBeGreaterThan(10)
  expect(await rowsLeft()).toBe(0)
})

test('all of a project goes for an admin who typed its name, and own sessions for their author', async () => {
  const [project] = await readAsOwner<{ id: string; name: string }>(
    world.engine,
    `select id, name from teamlore.projects where team_id = '${world.team.teamId}' limit 1`,
  )
  const asked = { mine: false, project: project?.id ?? '' }
  await expect(makeForgetMany(world)(bo, asked)).rejects.toMatchObject({
    code: 'forgetting.admin_alone',
  })
  await expect(makeForgetMany(world)(admin, { ...asked, confirm: 'x' })).rejects.toMatchObject({
    code: 'forgetting.name_needed',
  })
  expect(await makeForgetMany(world)(bo, { mine: true })).toMatchObject({ counts: [] })
  const all = await makeForgetMany(world)(admin, { ...asked, confirm: project?.name ?? '' })
  expect(all).toMatchObject({ kind: 'project', owner: null })
  expect(await read()).not.toContain(`shy ocelot${number}`)
  await makeUndoDeletion(world)(admin, { id: all.id })
  const mine = await makeForgetMany(world)(world.scope, { mine: true })
  expect(mine.counts.find(({ kind }) => kind === 'sessions')?.count).toBeGreaterThan(0)
  expect(await read()).not.toContain(`shy ocelot${number}`)
})
