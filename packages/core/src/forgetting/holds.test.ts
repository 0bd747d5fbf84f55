import { readAsOwner } from '@teamlore/db/testing'
import type { SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { grantTeamScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { asks, type OwnSearchWorld, openSearchWorld } from '../search/testing/search-world.ts'
import { makeGetSession } from '../sessions/get-session.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { makeUndoDeletion } from './deletions.ts'
import { makeForgetMany } from './forget-many.ts'
import { makeForget, makePreviewForget } from './forget-one.ts'
import { makeErasePerson } from './forget-person.ts'
import { makeLiftHold, makeListHolds, makeSetHold } from './holds.ts'
import { makePurgeDeletion } from './purge-deletion.ts'

let world: OwnSearchWorld
let admin: TeamScope<'admin'>
let id: SessionId
let projectId: string
let number = 0

const sql = <T extends Record<string, unknown>>(text: string) => readAsOwner<T>(world.engine, text)

beforeAll(async () => {
  world = await openSearchWorld()
  const boss = await world.team.addMember('admin', 'Ada')
  admin = grantTeamScope({ ...boss, actor: { kind: 'user', via: 'api_key' } }, 'admin')
})
afterAll(() => world[Symbol.asyncDispose]())

beforeEach(async () => {
  number += 1
  const messages = [asks(0, `why does ibis${number} wade?`)]
  const { sessions } = await world.send(buildSession({ native_id: `h-${number}`, messages }))
  id = sessions[0]?.session_id as SessionId
  const [row] = await sql<{ project_id: string }>(
    `select project_id from teamlore.sessions where id = '${id}'`,
  )
  projectId = row?.project_id ?? ''
})

const hold = (subject: string) => makeSetHold(world)(admin, { subject, reason: 'Case 12' })
const lift = (subject: string) => makeLiftHold(world)(admin, { subject })
const forget = () => makeForget(world)(world.scope, 'session', { id })
const due = (deletion: string) =>
  sql(
    `update teamlore.deletions set purge_after = now() - interval '1 second' where id = '${deletion}' returning 1`,
  )
const purge = (deletion: string) =>
  makePurgeDeletion(world)({ teamId: admin.teamId, deletionId: deletion as never })

test.each([
  ['the session', () => id as string],
  ['its person', () => world.scope.userId as string],
  ['its project', () => projectId],
])('what is held by %s is refused until that is lifted', async (_, subject) => {
  await hold(subject())
  const held = { code: 'forgetting.held' }
  expect((await makePreviewForget(world)(world.scope, 'session', { id })).is_held).toBe(true)
  await expect(forget()).rejects.toMatchObject(held)
  await expect(makeForgetMany(world)(world.scope, { mine: true })).rejects.toMatchObject(held)
  await lift(subject())
  expect((await forget()).state).toBe('waiting')
})

test('a person who is held, or whose session is, cannot be erased', async () => {
  const erase = () => makeErasePerson(world)(admin, { id: world.scope.userId, confirm: 'Ann' })
  for (const subject of [world.scope.userId, id]) {
    await hold(subject)
    await expect(erase()).rejects.toMatchObject({ code: 'forgetting.held' })
    await lift(subject)
  }
  const [still] = await sql(
    `select 1 as n from teamlore.memberships where user_id = '${world.scope.userId}'`,
  )
  expect(still).toBeDefined()
})

test('what was hidden before is not purged while it is held, and can be undone although its time has passed', async () => {
  const deletion = await forget()
  await hold(id)
  await due(deletion.id)
  expect(await purge(deletion.id)).toBe('waiting')
  const sweep = await world.unitOfWork.asSystem(({ deletionSweep }) => deletionSweep.due(100))
  expect(sweep.map(({ deletionId }) => deletionId)).not.toContain(deletion.id)
  expect((await makeUndoDeletion(world)(world.scope, { id: deletion.id })).state).toBe('undone')
  expect((await makeGetSession(world)(world.scope, { id })).id).toBe(id)
})

test('what is lifted is purged', async () => {
  const deletion = await forget()
  await hold(world.scope.userId)
  await due(deletion.id)
  expect(await purge(deletion.id)).toBe('waiting')
  await lift(world.scope.userId)
  await expect(makeUndoDeletion(world)(world.scope, { id: deletion.id })).rejects.toMatchObject({
    code: 'deletion.too_late',
  })
  expect(await purge(deletion.id)).toBe('purged')
})

test('holds are listed with who set and lifted them, and written down', async () => {
  await hold(id)
  await expect(hold(id)).rejects.toMatchObject({ code: 'hold.already' })
  await lift(id)
  await expect(lift(id)).rejects.toMatchObject({ code: 'hold.not_found' })
  const { items } = await makeListHolds(world)(admin)
  expect(items.find(({ subject }) => subject === id)).toMatchObject({
    kind: 'session',
    reason: 'Case 12',
    set_by: { name: 'Ada' },
    lifted_by: { name: 'Ada' },
  })
  const written = await sql<{ action: string }>(
    `select action from teamlore.audit_events where subject = '${id}' and action like 'hold.%' order by id`,
  )
  expect(written.map(({ action }) => action)).toEqual(['hold.set', 'hold.lifted'])
})

test('nothing of another team can be held, and nothing that is no person, project or session', async () => {
  const other = await openSearchWorld()
  const stranger = await other.team.addMember('admin', 'Eve')
  const eve = grantTeamScope({ ...stranger, actor: { kind: 'user', via: 'api_key' } }, 'admin')
  for (const subject of [id, projectId, world.scope.userId, 'mem_01', 'x'])
    await expect(makeSetHold(other)(eve, { subject, reason: 'r' })).rejects.toMatchObject({
      code: 'hold.subject_not_found',
    })
  await other[Symbol.asyncDispose]()
})
