import type { IngestMessage, ProjectId, SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeReindexSession } from '../ingest/reindex-session.ts'
import { makeListMessages } from '../messages/list-messages.ts'
import { makeGetSession } from '../sessions/get-session.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import {
  AT,
  type KeptWorld,
  makeWords,
  openKeptWorld,
  workOn,
  YEAR_OLD,
} from './testing/kept-world.ts'

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

const session = () => ({
  native_id: `kept-${number}`,
  project: own(`kept-${number}`),
  messages: workOn(word),
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
const opened = () =>
  makeListMessages(world)(world.scope, { session_id: id, limit: 50, preview_chars: 1_000 })

describe('what is old', () => {
  test('loses its text, but for what people typed and what findings and memories rest on', async () => {
    expect(await applied()).toMatchObject({ state: 'done', sessions: 1, messages: 3 })
    const texts = await world.texts(id)
    expect(texts[0]).toContain(`Why is the last ${word}`)
    expect(texts[3]).toContain('Found it!')
    expect([texts[1], texts[2], texts[4]]).toEqual([null, null, null])
    expect(await world.tablesWith(`aardvark${word}`)).toEqual([])
  })

  test('is no longer found, nor suggested, and no row of the index is missed', async () => {
    expect((await world.ask(`aardvark${word}`)).items.length).toBeGreaterThan(0)
    await applied()
    expect((await world.ask(`aardvark${word}`)).items).toEqual([])
    expect((await world.ask(`read${word}`)).items.length).toBeGreaterThan(0)
    const lost = await world.unitOfWork.inTeam(world.systemScope, ({ documents }) =>
      documents.areLost(id),
    )
    expect(lost).toBe(false)
    await world.sql(`delete from teamlore.documents where session_id = '${id}' returning 1`)
    await makeReindexSession(world)(world.systemScope, { sessionId: id })
    expect(await world.tablesWith(`aardvark${word}`)).toEqual([])
    expect((await world.ask(`read${word}`)).items.length).toBeGreaterThan(0)
  })

  test('is said on the session and of each message, with the policy and a receipt', async () => {
    await applied()
    expect((await makeGetSession(world)(world.scope, { id })).removal).toMatchObject({
      messages: 3,
      kept_messages: 2,
      removed_at: AT.toISOString(),
      days: 120,
      max_bytes: null,
      keeps_prompts: true,
    })
    const { items } = await opened()
    expect(items.map(({ removed_at }) => removed_at !== null)).toEqual([
      false,
      true,
      true,
      false,
      true,
    ])
    const [run] = await world.receipts(projectId)
    expect(run).toMatchObject({ sessions: 1, messages: 3, kept_messages: 2, days: 120 })
    expect(run?.bytes).toBeGreaterThan(50)
    const written = await world.sql<{ action: string; details: object }>(
      `select action, details from teamlore.audit_events where subject = '${projectId}' order by id`,
    )
    expect(written).toMatchObject([
      { action: 'retention.set', details: { days: 120 } },
      { action: 'retention.applied', details: { sessions: 1, messages: 3 } },
    ])
  })

  test('goes once: the next run finds nothing, and leaves no receipt', async () => {
    await applied()
    expect(await world.apply(projectId)).toMatchObject({ state: 'done', messages: 0 })
    expect(await world.receipts(projectId)).toHaveLength(1)
  })

  test('takes what people typed along where the policy says so, but for what something rests on', async () => {
    const later = await world.send({
      ...session(),
      native_id: `talk-${number}`,
      messages: [workOn(`x${word}`)[0], workOn(`y${word}`, 1)[1]].flatMap((one) => one ?? []),
    })
    await world.settle(later)
    await applied()
    expect((await world.texts(later))[0]).toContain(`xibis`)
    await world.sql(`delete from teamlore.summaries where session_id = '${later}' returning 1`)
    await world.set(projectId, { ...YEAR_OLD, keeps_prompts: false })
    expect(await world.apply(projectId)).toMatchObject({ sessions: 1, messages: 1 })
    expect(await world.texts(later)).toEqual([null, null])
    expect((await world.texts(id))[0]).toContain('Why is the last')
  })

  test('keeps a message whose words a memory quotes of the session as a whole', async () => {
    const [memory] = await world.sql<{ id: string }>(
      `select memory_id as id from teamlore.memory_evidence where session_id = '${id}' limit 1`,
    )
    expect(memory).toBeDefined()
    await world.sql(
      `insert into teamlore.memory_evidence (memory_id, position, team_id, kind, ref, session_id, quote, origin, recorded_at)
        values ('${memory?.id}', 90, '${world.team.teamId}', 'session', '${id}', '${id}', 'all  about aardvark${word}', 'agent', now()) returning 1`,
    )
    expect(await applied()).toMatchObject({ messages: 2 })
    expect((await world.texts(id))[4]).toContain(`aardvark${word}`)
  })
})

test('the oldest go where a project holds more than it may, and the newest stay', async () => {
  const padding = (at: number) =>
    Array.from(
      { length: 400 },
      (_, n) => `part ${at} ${n} ${Math.sin(at + n)} ${Math.cos(n * at)}`,
    ).join(' ')
  const made: SessionId[] = []
  for (const day of ['02', '03', '04']) {
    const messages = workOn(`${word}d${day}`).map((message, n) => {
      const ts = `2026-02-${day}T08:00:0${n}.000Z`
      return n === 4
        ? {
            ...message,
            ts,
            blocks: [{ type: 'text' as const, text: padding(Number(day)).repeat(30) }],
          }
        : { ...message, ts }
    })
    const one = await world.send({ ...session(), native_id: `big-${number}-${day}`, messages })
    await world.settle(one)
    made.push(one)
  }
  const sizes = await world.preview(projectId)
  expect(sizes.holds.sessions).toBe(4)
  const each = Math.floor(sizes.holds.bytes / 3)
  await world.sql(
    `insert into teamlore.retention_policies (project_id, team_id, days, max_bytes, keeps_prompts, set_by, set_at, effective_at)
      values ('${projectId}', '${world.team.teamId}', null, 1000000, true, 'usr_x', now(), '2026-07-01') returning 1`,
  )
  const preview = await world.preview(projectId, {
    days: null,
    max_bytes: 1_000_000,
    keeps_prompts: true,
  })
  expect(each).toBeGreaterThan(100_000)
  expect(preview.goes.sessions).toBe(sizes.holds.bytes > 1_000_000 ? 2 : 0)
  await world.apply(projectId)
  const gone = await world.sql<{ id: SessionId }>(
    `select session_id as id from teamlore.session_removals where session_id in ('${[id, ...made].join("','")}') and messages > 0`,
  )
  expect(gone.map((one) => one.id)).not.toContain(made[2])
  expect(gone.map((one) => one.id)).toContain(id)
})

describe('sent again', () => {
  const stored = () =>
    world.sql(
      `select key, content_hash, blocks::text as blocks from teamlore.messages where session_id = '${id}' order by ordinal`,
    )

  test('nothing comes back', async () => {
    await applied()
    const before = await stored()
    await world.send(buildSession(session()))
    expect(await stored()).toEqual(before)
    expect(await world.tablesWith(`aardvark${word}`)).toEqual([])
  })

  test('nothing comes back either where a message says more than it did, or the session moves', async () => {
    await applied()
    const before = await stored()
    const longer = workOn(word).map((message, n) =>
      n === 1
        ? {
            ...message,
            blocks: [{ type: 'text' as const, text: `aardvark${word} and more`.repeat(9) }],
          }
        : message,
    )
    const title = `Reading ${word}`
    await world.send(buildSession({ ...session(), messages: longer, title }))
    expect(await stored()).toEqual(before)
    expect(await world.tablesWith(`aardvark${word}`)).toEqual([])
  })

  test('a prompt that is gone is no context of what stays, nor of what comes after it', async () => {
    await world.sql(`update teamlore.sessions set title = 'Reading' where id = '${id}' returning 1`)
    const [kept] = await world.sql<{ id: string }>(
      `select id from teamlore.messages where session_id = '${id}' and key = 'm4'`,
    )
    await world.sql(`delete from teamlore.observations where session_id = '${id}' returning 1`)
    await world.sql(`delete from teamlore.summaries where session_id = '${id}' returning 1`)
    await world.sql(
      `update teamlore.memory_evidence set ref = '${kept?.id}' where session_id = '${id}' returning 1`,
    )
    await world.set(projectId, { ...YEAR_OLD, keeps_prompts: false })
    await world.apply(projectId)
    const last = workOn(word)[4] as IngestMessage
    const more = { ...last, key: 'm5', ordinal: 5, parent_key: 'm4' }
    await world.send(
      buildSession({ ...session(), title: 'Reading', messages: [...workOn(word), more] }),
    )
    const indexed = await world.sql<{ title: string }>(
      `select title from teamlore.documents where session_id = '${id}' and kind in ('message', 'prompt')`,
    )
    expect(indexed).toHaveLength(2)
    expect(JSON.stringify(indexed)).not.toContain('missing')
  })
})
