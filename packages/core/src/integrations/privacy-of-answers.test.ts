import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { HostStandIn } from '@teamlore/hosts/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSetProject } from '../projects/manage-projects.ts'
import { type Commenting, createCommenting } from './testing/commenting.ts'
import {
  anchors,
  createHostedWorld,
  type HostedWorld,
  PATH,
  pullRequest,
  STAND_INS,
} from './testing/hosted-world.ts'

describe.each(STAND_INS)('$kind:', ({ start }) => {
  let database: TestDatabase
  let standIn: HostStandIn
  let world: HostedWorld
  let talk: Commenting
  let account = 9_000
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    standIn = await start()
    world = await createHostedWorld(database, standIn)
    talk = createCommenting(world)
    world.harbourRepository.pullRequests.push(pullRequest())
    account += 1
    // Who asks may read all of it in Teamlore; who reads the answer may not.
    await talk.link(world.admin.userId, account)
  })
  afterEach(() => standIn[Symbol.asyncDispose]())
  afterAll(() => database[Symbol.asyncDispose]())

  const plant = async () => {
    const secrets = [
      await world.remember('Quokka1 exports are private.', { visibility: 'private', anchors }),
      await world.remember('Quokka2 exports are a draft.', { draft: true, anchors }),
      await world.remember('Quokka3 exports are of the merger.', {
        project: world.merger,
        anchors,
      }),
    ]
    const unreviewed = await world.remember('Quokka4 exports nobody reviewed.', {
      origin: 'agent',
      draft: true,
      anchors,
    })
    await world.stored(
      `update teamlore.memories set status = 'unreviewed' where id = '${unreviewed.id}' returning 1`,
    )
    return [...secrets, unreviewed].map(({ id }) => id)
  }

  const ASKS = (ids: readonly string[]) => [
    '/lore why',
    `/lore why ${PATH}`,
    '/lore ask Quokka exports',
    '/lore ask Quokka1 Quokka2 Quokka3 Quokka4',
    '/lore ask status:draft exports',
    `/lore ask ${ids[0]}`,
    ...ids.flatMap((id) => [`/lore dismiss ${id}`, `/lore undismiss ${id}`, `/lore ack ${id}`]),
    '/lore override because',
  ]

  /** All that left this server for the host. */
  const sent = (): string => JSON.stringify(standIn.state.asked.map(({ body }) => body))

  const askAll = async (ids: readonly string[]) => {
    for (const body of ASKS(ids)) await talk.write({ body, author: account })
    await talk.write({ body: '/lore why', author: account, on: { path: PATH, line: 10 } })
    await talk.write({ body: '/lore ask Quokka', author: account, on: { path: PATH, line: 10 } })
    await world.answer()
  }

  test.each([true, false])(
    'no answer says what not everybody may read, whoever asks (private: %s)',
    async (isPrivate) => {
      world.harbourRepository.isPrivate = isPrivate
      const ids = await plant()
      await world.remember('Zebra1 exports are for everybody.', { anchors })
      await world.push()
      await world.answer()
      await askAll(ids)
      expect(sent()).toContain('Zebra1')
      expect(sent()).not.toMatch(/Quokka/)
      for (const id of ids) expect(sent()).not.toContain(id)
      expect(talk.answers().length + talk.replies().length).toBeGreaterThan(10)
    },
  )

  test('of a restricted project nothing is answered where others read its repository', async () => {
    world.harbourRepository.isPrivate = false
    const ids = await plant()
    await world.remember('Quokka5 exports are of the harbour.', { anchors })
    await makeSetProject(world)(world.admin, { id: world.harbour, is_restricted: true })
    await world.push()
    await world.answer()
    await askAll(ids)
    expect(talk.answers()).toEqual([])
    expect(talk.replies()).toEqual([])
    expect(sent()).not.toMatch(/Quokka/)
  })
})
