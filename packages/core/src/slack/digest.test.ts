import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { SlackStandIn } from '@teamlore/hosts/testing'
import type { ProjectId } from '@teamlore/shared'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { weekOf } from '../digest/weeks.ts'
import { makeSetProject } from '../projects/manage-projects.ts'
import { noteDueDigests } from './due-digests.ts'
import { createSlackWorld, type SlackWorld, startSlack } from './testing/slack-world.ts'

let database: TestDatabase
let slack: SlackStandIn
let world: SlackWorld
const HOUR_MS = 3_600_000
/** The next Monday at eight, when a digest is due of what is written now. */
const due = new Date(weekOf(new Date()).start.getTime() + 7 * 24 * HOUR_MS)

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  slack = await startSlack()
  world = await createSlackWorld(database, slack)
})
afterEach(() => slack[Symbol.asyncDispose]())
afterAll(() => database[Symbol.asyncDispose]())

const note = async (now: Date) =>
  (await world.unitOfWork.asSystem((system) => noteDueDigests(system, now))).filter(
    ({ teamId }) => teamId === world.admin.teamId,
  )

const send = async (now = due) => {
  world.setClock(now)
  await Promise.all([note(now), note(now), note(now)])
  await world.answer()
}

const plant = async () => {
  await world.remember('Zebra is a decision.')
  await world.remember('Zebradraft waits.', { draft: true })
  const own = await world.remember('Quokkaprivate is a decision.', { visibility: 'private' })
  await world.approve(own.id)
  await world.remember('Quokkadraft waits.', { draft: true, visibility: 'private' })
  await world.remember('Quokkaclosed is a decision.', { project: world.merger })
  await world.remember('Quokkaclosed waits.', { project: world.merger, draft: true })
  await makeSetProject(world)(world.admin, { id: world.merger as ProjectId, is_restricted: true })
}

describe('the digest of a week', () => {
  test('says once what everybody in the team may read, counts included', async () => {
    await plant()
    await world.set({ digest_channel: 'C1' })
    await send()
    await send(new Date(due.getTime() + HOUR_MS))
    expect(slack.state.messages).toHaveLength(1)
    expect(world.public()).toContain('1 new decision')
    expect(world.public()).toContain('1 draft to review')
    expect(world.public()).toContain('Zebra is a decision')
    expect(world.public()).not.toMatch(/quokka/i)
  })

  test('is due on Mondays from eight on, for a day, and of weeks that began after it was asked for', async () => {
    await world.set({ digest_channel: 'C1' })
    expect(await note(new Date(due.getTime() - 1))).toEqual([])
    expect(await note(new Date(due.getTime() + 25 * HOUR_MS))).toEqual([])
    expect(await note(due)).toHaveLength(1)
    expect(await note(due)).toEqual([])
    expect(await note(new Date(due.getTime() + 7 * 24 * HOUR_MS))).toHaveLength(1)
  })

  test('is found again where its answer was lost', async () => {
    await plant()
    await world.set({ digest_channel: 'C1' })
    slack.fail({ method: 'chat.postMessage', status: 0, isDone: true })
    await send()
    await world.answer()
    expect(slack.state.messages).toHaveLength(1)
  })

  test.each([
    ['others than the team are in its channel', { members: ['UANN', 'USTRANGER', 'ULORE'] }],
    ['its channel is shared', { isShared: true }],
    ['the app is not in its channel', { hasApp: false }],
  ])('is not sent where %s, and an admin sees why', async (_, fields) => {
    await plant()
    world.channel({ id: 'C9', ...fields })
    await world.set({ digest_channel: 'C9' })
    await send()
    expect(slack.state.messages).toEqual([])
    const [app] = await world.stored<{ error: string }>(
      `select error from teamlore.slack_apps where id = '${world.id}'`,
    )
    expect(app?.error).toContain('The digest was not sent')
  })

  test('is not asked for in a channel that everybody in the workspace may read', async () => {
    world.channel({ id: 'C5', isPrivate: false })
    await expect(world.set({ digest_channel: 'C5' })).rejects.toMatchObject({
      code: 'slack.channel_public',
    })
    await world.set({ digest_channel: 'C404' })
  })

  test('is not sent where its channel has become public, and an admin sees why', async () => {
    await plant()
    const channel = world.channel({ id: 'C5' })
    await world.set({ digest_channel: 'C5' })
    channel.isPrivate = false
    await send()
    expect(slack.state.messages).toEqual([])
    const [app] = await world.stored<{ error: string }>(
      `select error from teamlore.slack_apps where id = '${world.id}'`,
    )
    expect(app?.error).toContain('everybody in the workspace may read its channel')
  })

  test('is silent where there is nothing to say', async () => {
    await world.set({ digest_channel: 'C1' })
    await send()
    expect(slack.state.messages).toEqual([])
    expect(await world.waiting()).toEqual([])
  })

  test('is not sent to a channel that was chosen no more', async () => {
    await plant()
    await world.set({ digest_channel: 'C1' })
    world.setClock(due)
    await note(due)
    await world.set({ digest_channel: null })
    await world.answer()
    expect(slack.state.messages).toEqual([])
  })
})

test('a week begins on Monday at eight', () => {
  expect(weekOf(new Date('2026-11-30T07:59:59Z')).name).toBe('2026-11-23')
  expect(weekOf(new Date('2026-11-30T08:00:00Z')).name).toBe('2026-11-30')
  expect(weekOf(new Date('2026-12-06T23:00:00Z')).name).toBe('2026-11-30')
})
