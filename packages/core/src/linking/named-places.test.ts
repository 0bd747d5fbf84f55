import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { IngestMessage, IngestSession, SessionId } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCommit } from '../testing/commit-builders.ts'
import { buildEdit, buildMessage, buildSession } from '../testing/ingest-builders.ts'
import { createAddresses } from './named-places.ts'
import { at, openLinkingWorld } from './testing/linking-world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const OURS = 'https://git.test/acme/parser/pull/12'
const command = (n: number, text: string, more: Partial<IngestMessage> = {}) =>
  buildMessage(n, {
    ...more,
    blocks: [{ type: 'tool_call', id: `call-${n}`, name: 'Bash', input: { command: text } }],
  })
const prints = (n: number, text: string, of: number | null = null) =>
  buildMessage(n, {
    role: 'tool',
    kind: 'tool_result',
    blocks: [
      {
        type: 'tool_result',
        text,
        is_error: false,
        tool_call_id: of === null ? null : `call-${of}`,
      },
    ],
  })

const setUp = async () => {
  const world = await openLinkingWorld(database)
  return {
    ...world,
    work: async (fields: Partial<IngestSession>) => {
      const { sessions } = await world.send(buildSession({ git_branch: null, ...fields }))
      const id = sessions[0]?.session_id as SessionId
      await world.relink(id).catch(() => undefined)
      return id
    },
    linksOf: async (session: string) =>
      (await world.links(world.scope, { session, min_confidence: 0 })).items
        .filter(({ type }) => type !== 'commit')
        .map(
          ({ type, target, relation, created_by }) => `${type} ${target} ${relation} ${created_by}`,
        )
        .sort(),
  }
}

describe('a session is linked by itself', () => {
  test('to the branches on which it was at work, and says where it edited', async () => {
    const { work, linksOf, commit } = await setUp()
    await commit(buildCommit(1))
    const id = await work({
      messages: [
        buildMessage(0, { git_branch: 'main' }),
        buildMessage(1, { git_branch: 'topic/tides' }),
        buildMessage(2, { git_branch: 'HEAD' }),
      ],
      edits: [buildEdit('e', { message_key: buildMessage(1).key })],
    })
    expect(await linksOf(id)).toEqual(['branch main present auto', 'branch topic/tides wrote auto'])
  })

  test('to the branch of its head where its messages name none', async () => {
    const { work, linksOf, commit } = await setUp()
    await commit(buildCommit(1))
    const id = await work({
      git_branch: 'topic',
      messages: [buildMessage(0, { git_branch: null })],
    })
    expect(await linksOf(id)).toEqual([expect.stringMatching(/^branch topic /)])
  })

  test('to pull requests that it opened, was shown or its tool noted, and to none of other repositories', async () => {
    const { work, linksOf, commit } = await setUp()
    await commit(buildCommit(1))
    const id = await work({
      messages: [
        command(0, 'gh pr create --fill', { git_branch: null }),
        prints(1, `Creating pull request\n${OURS}\n`, 0),
        prints(
          2,
          `see ${OURS.replace('12', '13')}#issuecomment-4, https://git.test/other/thing/pull/4`,
        ),
        buildMessage(3, { blocks: [{ type: 'text', text: `${OURS.replace('12', '99')}` }] }),
      ],
      pull_requests: [{ number: 14, url: OURS.replace('12', '14') }],
    })
    expect(await linksOf(id)).toEqual([
      `remote ${OURS} wrote auto`,
      `remote ${OURS.replace('12', '13')} present auto`,
      `remote ${OURS.replace('12', '14')} wrote auto`,
    ])
  })

  test('once, however often it comes in, and never again to what a person took away', async () => {
    const { work, linksOf, unlink, scope, commit, rowsOf } = await setUp()
    await commit(buildCommit(1))
    const session = { messages: [buildMessage(0, { git_branch: 'topic' })] }
    const id = await work(session)
    await unlink(scope, { session: id, type: 'branch', target: 'topic', dry_run: false })
    expect(await linksOf(id)).toEqual([])
    await work({ messages: [...session.messages, buildMessage(1, { git_branch: 'topic' })] })
    expect(await linksOf(id)).toEqual([])
    expect(await rowsOf('session_links')).toHaveLength(1)
  })

  const squash = (n: number, subject: string) =>
    buildCommit(n, { subject, authored_at: at(n) }, { added: [] })

  test('to the commit of a pull request that its own command opened, also where nothing else agrees', async () => {
    const { work, commit, get } = await setUp()
    await commit(buildCommit(1))
    const id = await work({ messages: [command(0, 'gh pr create --fill'), prints(1, OURS, 0)] })
    await commit(squash(2_000, 'Number the berths (#12)'))
    const [found, another] = (await get(2_000)).sessions
    expect(another).toBeUndefined()
    expect(found).toMatchObject({ session: { id }, relation: 'present', confidence: 0.7 })
    expect(found?.reasons.join()).toContain('opened pull request #12')
  })

  test('also where the commit was looked at before the session came in', async () => {
    const { work, commit, get } = await setUp()
    await commit(squash(2_000, 'Number the berths (#12)'), squash(2_001, 'Number the quays (#123)'))
    expect((await get(2_000)).sessions).toEqual([])
    const id = await work({
      messages: [command(0, 'gh pr create --fill'), prints(1, OURS, 0)],
      pull_requests: [{ number: 12, url: OURS }],
    })
    await commit()
    expect((await get(2_000)).sessions).toMatchObject([{ session: { id }, relation: 'present' }])
    expect((await get(2_001)).sessions).toEqual([])
  })

  test('not to the commit of a pull request that was only shown to it', async () => {
    const { work, commit, get } = await setUp()
    await commit(buildCommit(1))
    await work({ messages: [command(0, 'gh pr view 12'), prints(1, OURS, 0)] })
    await commit(squash(2_000, 'Number the berths (#12)'))
    expect((await get(2_000)).sessions).toEqual([])
  })
})

type Blocks = Parameters<ReturnType<typeof createAddresses>['add']>[0]
const addressesIn = (blocks: Blocks, commandOf: (input: unknown) => string) => {
  const addresses = createAddresses(commandOf)
  for (const block of blocks) addresses.add([block])
  return addresses.found()
}

test('addresses are those of pull requests, whatever stands around them', () => {
  const found = (text: string) =>
    addressesIn([{ type: 'tool_result', tool_call_id: null, text }], () => '').map(({ url }) => url)
  expect(found(`(${OURS}). ${OURS}/files <${OURS}?w=1>`)).toEqual([OURS])
  const lab = 'https://lab.test:8443/group/sub/parser/-/merge_requests/7'
  expect(found(`remote:   ${lab}        `)).toEqual([lab])
  expect(
    found('https://git.test/acme/parser/issues/3 javascript://x/pull/3 http:///pull/1'),
  ).toEqual([])
})

test('a command of any length is looked at as far as anybody writes one', () => {
  const opened = (command: string) =>
    addressesIn(
      [
        { type: 'tool_call', id: 'call_1', input: command },
        { type: 'tool_result', tool_call_id: 'call_1', text: OURS },
      ],
      String,
    ).map(({ isOpened }) => isOpened)
  expect(opened('cd /work && gh pr create --fill')).toEqual([true])
  expect(opened(`${'gh pr '.repeat(10_000)}create`)).toEqual([false])
})
