import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { SlackStandIn } from '@teamlore/hosts/testing'
import type { ProjectId } from '@teamlore/shared'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSetProject } from '../projects/manage-projects.ts'
import { asks } from '../search/testing/search-world.ts'
import { buildSession } from '../testing/ingest-builders.ts'
import { createSlackWorld, type SlackWorld, startSlack } from './testing/slack-world.ts'

let database: TestDatabase
let slack: SlackStandIn
let world: SlackWorld
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  slack = await startSlack()
  world = await createSlackWorld(database, slack)
  await plant()
})
afterEach(() => slack[Symbol.asyncDispose]())
afterAll(() => database[Symbol.asyncDispose]())

/** Of one question: what everybody in the team may read, and all that not everybody may. */
const plant = async () => {
  const { remember } = world
  await remember('Exports are retried, zebra says so.')
  const own = await remember('Exports are retried by quokkaprivate.', { visibility: 'private' })
  await world.approve(own.id)
  await remember('Exports are retried by quokkaclosed.', { project: world.merger })
  await remember('Exports are retried by quokkadraft.', { draft: true })
  const agents = await remember('Exports are retried by quokkaunreviewed.')
  await world.stored(
    `update teamlore.memories set status = 'unreviewed' where id = '${agents.id}' returning 1`,
  )
  await world.stored(
    `update teamlore.documents set status = 'unreviewed' where source_id = '${agents.id}' returning 1`,
  )
  await makeSetProject(world)(world.admin, {
    id: world.merger as ProjectId,
    is_restricted: true,
  })
}

const QUESTION = 'Why are exports retried?'

test('words of sessions are shown to the asker alone', async () => {
  await world.send(
    buildSession({
      native_id: 'said',
      messages: [asks(0, 'Why are exports retried by wombats?')],
    }),
  )
  await world.mention('wombats')
  await world.answer()
  expect(JSON.stringify(slack.state.messages)).toContain('Nothing is known of this')
  expect(world.privateTo('UANN')).toContain('retried by wombats')
})

test('a memory is shown as a person would say it, with why, and none of the text that search goes by', async () => {
  const { id } = await world.remember('Berths are given by size.', {
    reason: 'Two ships touched.',
    topic: 'Order of berths',
    slots: { subject: 'berth', attribute: 'order', scope: null, value: 'size', replaces: null },
  })
  await world.mention('How are berths given?')
  await world.shareLinks([`https://lore.test/memories/${id}`])
  await world.answer()
  const shown = `/memories/${id}|Berths are given by size.>*\\nWhy: Two ships touched."`
  expect(JSON.stringify(slack.state.messages)).toContain(shown)
  expect(JSON.stringify(slack.state.unfurls)).toContain(shown)
  expect(world.public()).not.toContain('order: size')
})

describe('in a channel of members of the team', () => {
  test('everybody is answered what everybody may read, and the asker alone hears of the rest', async () => {
    await world.mention(QUESTION)
    await world.answer()
    expect(world.public()).toContain('zebra')
    expect(world.public()).not.toContain('quokka')
    expect(world.privateTo('UANN')).toContain('quokkaprivate')
    expect(world.privateTo('UANN')).not.toContain('zebra')
    expect(world.privateTo('UBOB')).toBe('[]')
    expect(slack.state.messages).toMatchObject([{ channel: 'C1', thread: '1700000001.000100' }])
  })

  test('what the asker alone may read is answered as nothing to all others, without a count', async () => {
    await world.mention('quokkaprivate')
    await world.answer()
    const asked = world.public().replaceAll('_quokkaprivate_', '')
    expect(asked).toContain('Nothing is known of this')
    expect(asked).not.toContain('quokka')
    expect(world.privateTo('UANN')).toContain('quokkaprivate')
  })

  test('somebody else hears nothing of what is private to another', async () => {
    await world.mention(QUESTION, { by: 'UBOB' })
    await world.command(QUESTION, { by: 'UBOB' })
    await world.answer()
    expect(world.public() + world.privateTo('UBOB')).not.toMatch(/quokka(private|closed|draft)/)
  })

  test('a command is answered there, too, and in a thread a mention is answered in it', async () => {
    await world.command(QUESTION)
    await world.mention(QUESTION, { thread: '1600000000.000100' })
    await world.answer()
    expect(slack.state.messages.map(({ thread }) => thread)).toEqual([null, '1600000000.000100'])
    expect(world.public()).not.toContain('quokka')
  })
})

/** Channels of which not everybody is of the team, each in its way. */
const MIXED: [string, () => void][] = [
  ['with somebody whom Slack has no more', () => add('C2', 'UGONE')],
  [
    'that everybody in the workspace may read',
    () => {
      world.channel({ id: 'C2', isPrivate: false })
    },
  ],
  ['with somebody whom the team does not know', () => add('C2', 'USTRANGER')],
  [
    'with a guest',
    () => {
      slack.state.people.push({ id: 'UGUEST', email: 'gus@acme.test', isGuest: true })
      add('C2', 'UGUEST')
    },
  ],
  [
    'with a member whose address is not confirmed',
    () => {
      slack.state.people.push({ id: 'UFAKE', email: emailOf('UBOB'), isConfirmed: false })
      add('C2', 'UFAKE')
    },
  ],
  [
    'with a former member of the workspace',
    () => {
      slack.state.people.push({ id: 'ULEFT', email: emailOf('UBOB'), isDeleted: true })
      add('C2', 'ULEFT')
    },
  ],
  [
    'with so many people that they are not looked up',
    () => {
      add('C2', ...Array.from({ length: 120 }, () => 'UBOB'))
    },
  ],
]
const emailOf = (id: string) => slack.state.people.find((one) => one.id === id)?.email ?? ''
const add = (id: string, ...more: string[]) =>
  world.channel({ id, members: ['UANN', 'UBOB', 'ULORE', ...more] })

describe('in a channel', () => {
  test.each(MIXED)(
    '%s nothing is said to all, and the asker alone is answered',
    async (_, make) => {
      make()
      await world.mention(QUESTION, { channel: 'C2' })
      await world.command(QUESTION, { channel: 'C2' })
      await world.answer()
      expect(slack.state.messages).toEqual([])
      expect(world.privateTo('UANN')).toContain('zebra')
      expect(slack.state.ephemerals.every(({ to }) => to === 'UANN')).toBe(true)
    },
  )

  test.each([
    ['that is shared with another organisation', { isShared: true }],
    ['that is about to be shared', { isPendingShared: true }],
  ])('%s nothing is said but that', async (_, fields) => {
    world.channel({ id: 'C3', ...fields })
    const memory = await world.remember('Exports zebra again.')
    await world.mention(QUESTION, { channel: 'C3' })
    await world.command(QUESTION, { channel: 'C3' })
    await world.shareLinks([`https://lore.test/memories/${memory.id}`], 'C3')
    await world.answer()
    expect(slack.state.messages).toEqual([])
    expect(slack.state.unfurls).toEqual([])
    expect(world.privateTo('UANN')).toContain('other organisations')
    expect(world.privateTo('UANN')).not.toMatch(/zebra|quokka/)
  })

  test.each(['conversations.info', 'conversations.members'])(
    'that the app may not look at counts as shared: %s',
    async (method) => {
      slack.fail({ method, code: 'missing_scope' })
      await world.command(QUESTION)
      await world.answer()
      expect(slack.state.messages).toEqual([])
      expect(world.privateTo('UANN')).toContain('other organisations')
      expect(world.privateTo('UANN')).not.toMatch(/zebra|quokka/)
    },
  )

  test('that the app cannot see counts as shared', async () => {
    await world.command(QUESTION, { channel: 'C404' })
    await world.answer()
    expect(world.privateTo('UANN')).toContain('other organisations')
    expect(world.privateTo('UANN')).not.toMatch(/zebra|quokka/)
  })

  test.each([
    ['somebody whom the team does not know', 'USTRANGER', {}],
    ['somebody with an unconfirmed address of a member', 'UFAKE2', { isConfirmed: false }],
    ['a guest with the address of a member', 'UGUEST2', { isGuest: true }],
    ['somebody of another workspace', 'UFAR', { isStranger: true }],
    ['somebody whose workspace alone is another', 'UFAR', { workspaceId: 'TOTHER' }],
  ])('%s is answered one sentence, and hears nothing', async (_, by, fields) => {
    if (by !== 'USTRANGER') slack.state.people.push({ id: by, email: emailOf('UANN'), ...fields })
    world.channel({ id: 'C4', members: ['UANN', by, 'ULORE'] })
    await world.mention(QUESTION, { by, channel: 'C4' })
    await world.command(QUESTION, { by, channel: 'C4' })
    await world.answer()
    expect(world.public()).toBe('[[],[]]')
    expect(world.privateTo(by)).toContain('I answer members of the Teamlore team alone')
    expect(world.privateTo(by)).not.toMatch(/zebra|quokka/)
  })

  test('who left the team is a stranger from then on', async () => {
    await world.stored(
      `delete from teamlore.memberships where user_id = '${world.bob.userId}' and team_id = '${world.admin.teamId}' returning 1`,
    )
    await world.mention(QUESTION)
    await world.answer()
    expect(slack.state.messages).toEqual([])
    expect(world.privateTo('UANN')).toContain('zebra')
  })
})

describe('a direct message', () => {
  test('is answered with all that the asker may read', async () => {
    world.channel({ id: 'D1', isDirect: true, members: ['UANN', 'ULORE'] })
    await world.direct(QUESTION)
    await world.answer()
    const [said] = slack.state.messages
    expect(said?.channel).toBe('D1')
    expect(JSON.stringify(said)).toContain('zebra')
    expect(JSON.stringify(said)).toContain('quokkaprivate')
  })

  test('that says nothing is answered how to ask, and one of a program by nobody', async () => {
    world.channel({ id: 'D1', isDirect: true, members: ['UANN', 'ULORE'] })
    await world.direct('<@ULORE>')
    await world.hear({
      type: 'message',
      channel_type: 'im',
      user: 'UANN',
      bot_id: 'B1',
      channel: 'D1',
      text: 'x',
      ts: '1.1',
    })
    await world.hear({
      type: 'message',
      channel_type: 'channel',
      user: 'UANN',
      channel: 'C1',
      text: QUESTION,
      ts: '1.1',
    })
    await world.answer()
    expect(slack.state.messages).toHaveLength(1)
    expect(JSON.stringify(slack.state.messages)).toContain('/lore why do we retry')
  })
})

describe('links to memories', () => {
  test('are shown where everybody may read them, and those that not everybody may are not', async () => {
    const open = await world.remember('Zebra2 is for all.')
    const own = await world.remember('Quokka2 is private.', { visibility: 'private' })
    await world.approve(own.id)
    const [closed] = await world.stored<{ id: string }>(
      `select id from teamlore.memories where team_id = '${world.admin.teamId}' and statement like '%quokkaclosed%'`,
    )
    const draft = await world.remember('Quokka3 is a draft.', { draft: true })
    const url = (id: string | undefined) => `https://lore.test/memories/${id}`
    await world.shareLinks([
      url(open.id),
      url(own.id),
      url(closed?.id),
      url(draft.id),
      `https://evil.test/memories/${open.id}`,
    ])
    await world.shareLinks([url(own.id)])
    await world.answer()
    expect(slack.state.unfurls).toHaveLength(1)
    expect(Object.keys(slack.state.unfurls[0]?.unfurls ?? {})).toEqual([url(open.id)])
    expect(JSON.stringify(slack.state.unfurls)).not.toMatch(/quokka/i)
    add('C2', 'USTRANGER')
    await world.shareLinks([url(open.id)], 'C2')
    world.channel({ id: 'C5', isPrivate: false })
    await world.shareLinks([url(open.id)], 'C5')
    await world.answer()
    expect(slack.state.unfurls).toHaveLength(1)
  })
})

test('what a memory says calls nobody', async () => {
  await world.remember('Pingwords: <!channel> and <@UBOB> and <https://evil.test|safe>.')
  await world.mention('pingwords')
  await world.answer()
  expect(world.public()).toContain('&lt;!channel&gt;')
  expect(world.public()).not.toMatch(/<!channel>|<@UBOB>|<https:\/\/evil/)
})
