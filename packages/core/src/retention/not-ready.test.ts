import type { IngestMessage, ProjectId, SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeForget } from '../forgetting/forget-one.ts'
import { makeErasePerson } from '../forgetting/forget-person.ts'
import { makeLiftHold, makeSetHold } from '../forgetting/holds.ts'
import { makePurgeDeletion } from '../forgetting/purge-deletion.ts'
import { buildRequest, buildSession } from '../testing/ingest-builders.ts'
import { type KeptWorld, makeWords, openKeptWorld, workOn, YEAR_OLD } from './testing/kept-world.ts'

let world: KeptWorld
let id: SessionId
let projectId: ProjectId
let word: string
let number = 0
const wordOf = makeWords()

beforeAll(async () => {
  world = await openKeptWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const own = (name: string) => ({
  remote_url: `https://github.com/acme/${name}.git`,
  root_commit: null,
  root_path: `/home/ann/${name}`,
})

/** Of a day of its own: what was purged once is known again by its time. */
const dated = (messages: IngestMessage[]): IngestMessage[] =>
  messages.map((message) => ({
    ...message,
    ts: message.ts?.replace('2026-01-05', `2026-01-${10 + number}`) ?? null,
  }))

const session = () => ({
  native_id: `kept-${number}`,
  project: own(`kept-${number}`),
  messages: dated(workOn(word)),
})

beforeEach(async () => {
  number += 1
  word = wordOf(number)
  id = await world.send(session())
  await world.count()
  await world.settle(id)
  projectId = await world.projectOf(id)
})

const applied = async () => {
  await world.set(projectId, YEAR_OLD)
  return world.apply(projectId)
}

test('a memory that waits to be undone keeps what it rests on', async () => {
  const evidence = await world.sql<{ memory_id: string; ref: string }>(
    `select memory_id, ref from teamlore.memory_evidence where session_id = '${id}' and ref like 'msg_%'`,
  )
  expect(evidence.length).toBeGreaterThan(0)
  await world.sql(`delete from teamlore.observations where session_id = '${id}' returning 1`)
  for (const { memory_id } of evidence)
    await makeForget(world)(world.scope, 'memory', { id: memory_id }).catch(() => undefined)
  await applied()
  const [kept] = await world.sql(
    `select 1 as n from teamlore.messages where id = '${evidence[0]?.ref}' and removed_at is null`,
  )
  expect(kept).toBeDefined()
})

describe('what is not ready stays', () => {
  test.each([
    ['not_distilled', `update teamlore.sessions set distilled = 'pending'`],
    ['at_work', `update teamlore.sessions set updated_at = now()`],
    ['not_curated', `update teamlore.sessions set distilled_at = now() + interval '1 hour'`],
  ])('%s', async (why, change) => {
    await world.sql(`${change} where id = '${id}' returning 1`)
    const preview = await world.preview(projectId)
    expect(preview).toMatchObject({ goes: { sessions: 0 }, not_ready: [{ why, sessions: 1 }] })
    expect(await applied()).toMatchObject({ state: 'done', messages: 0 })
    expect((await world.texts(id))[1]).toContain(`aardvark${word}`)
  })

  test('while somebody reads it for findings', async () => {
    await world.sql(
      `insert into teamlore.distil_leases (id, team_id, user_id, session_id, holder, tool, state, expires_at)
        values ('evt_${word}', '${world.team.teamId}', '${world.scope.userId}', '${id}', 'laptop', 'claude', 'leased', now() + interval '1 hour') returning 1`,
    )
    expect((await world.preview(projectId)).not_ready).toEqual([{ why: 'not_read', sessions: 1 }])
    expect(await applied()).toMatchObject({ messages: 0 })
  })

  test('while a language model still comes to it, where there is one', async () => {
    await world.sql(
      `update teamlore.sessions set updated_at = now() - interval '2 days' where id = '${id}' returning 1`,
    )
    await world.set(projectId, YEAR_OLD)
    expect(await world.apply(projectId, { hasModel: true })).toMatchObject({ messages: 0 })
    expect(await world.apply(projectId)).toMatchObject({ messages: 3 })
  })

  test.each([
    ['session', () => id as string],
    ['person', () => world.scope.userId as string],
    ['project', () => projectId as string],
  ])('under a legal hold of the %s', async (_, subject) => {
    await makeSetHold(world)(world.admin, { subject: subject(), reason: 'Case 12' })
    expect((await world.preview(projectId)).not_ready).toEqual([{ why: 'held', sessions: 1 }])
    expect(await applied()).toMatchObject({ messages: 0 })
    await makeLiftHold(world)(world.admin, { subject: subject() })
    expect(await world.apply(projectId)).toMatchObject({ messages: 3 })
  })

  test('while it is hidden, and it goes with the deletion', async () => {
    await world.set(projectId, YEAR_OLD)
    const deletion = await makeForget(world)(world.scope, 'session', { id })
    expect(await world.apply(projectId)).toMatchObject({ messages: 0 })
    await world.sql(
      `update teamlore.deletions set purge_after = now() - interval '1 second' where id = '${deletion.id}' returning 1`,
    )
    const due = { teamId: world.team.teamId, deletionId: deletion.id as never }
    expect(await makePurgeDeletion(world)(due)).toBe('purged')
    expect(await world.tablesWith(id)).toEqual(['audit_events', 'deletions'])
  })

  test('and what is not old enough', async () => {
    await world.set(projectId, { ...YEAR_OLD, days: 3_000 })
    expect(await world.apply(projectId)).toMatchObject({ messages: 0 })
    expect(await world.preview(projectId, { ...YEAR_OLD, days: 3_000 })).toMatchObject({
      goes: { sessions: 0, messages: 0, bytes: 0, oldest: null },
      not_ready: [],
    })
  })
})

test('a person who is erased afterwards takes all of it along, and receipts stay', async () => {
  const bo = await world.person('Bo')
  const ownWord = `heron${number}`
  const { sessions } = await world.ingest(
    bo,
    buildRequest(
      buildSession({
        ...session(),
        native_id: `bo-${number}`,
        project: own(`bo-${number}`),
        messages: dated(workOn(ownWord)),
      }),
    ),
  )
  const theirs = sessions[0]?.session_id as SessionId
  await world.settle(theirs)
  const ofBo = await world.projectOf(theirs)
  await world.set(ofBo, YEAR_OLD)
  expect(await world.apply(ofBo)).toMatchObject({ messages: 3 })
  const deletion = await makeErasePerson(world)(world.admin, { id: bo.userId, confirm: 'Bo' })
  await world.sql(
    `update teamlore.deletions set purge_after = now() - interval '1 second' where id = '${deletion.id}' returning 1`,
  )
  const due = { teamId: world.team.teamId, deletionId: deletion.id as never }
  expect(await makePurgeDeletion(world)(due)).toBe('purged')
  expect(await world.tablesWith(theirs)).toEqual([])
  expect(await world.tablesWith(ownWord)).toEqual([])
  expect(await world.tablesWith(ofBo)).toContain('retention_runs')
})
