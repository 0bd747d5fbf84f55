import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { SlackStandIn } from '@teamlore/hosts/testing'
import type { ProjectId } from '@teamlore/shared'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSetProject } from '../projects/manage-projects.ts'
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
})
afterEach(() => slack[Symbol.asyncDispose]())
afterAll(() => database[Symbol.asyncDispose]())

const drafts = () =>
  world.stored<{
    statement: string
    status: string
    origin: string
    project_id: string | null
    ref: string
  }>(
    `select m.statement, m.status, m.origin, m.project_id, e.ref from teamlore.memories m
      join teamlore.memory_evidence e on e.memory_id = m.id
      where m.team_id = '${world.admin.teamId}' order by m.id`,
  )

describe('Remember this', () => {
  test('makes a draft of a message, with the link to it as evidence', async () => {
    await world.set({ project: world.harbour })
    await world.chooseMessage({
      user: 'UBOB',
      text: 'We retry &lt;five&gt; times, see <https://x.test|the notes> <@UANN>',
    })
    await world.answer()
    expect(await drafts()).toMatchObject([
      {
        statement: 'We retry <five> times, see the notes',
        status: 'draft',
        origin: 'human',
        project_id: world.harbour,
        ref: expect.stringContaining('/archives/C1/p1700000003'),
      },
    ])
    expect(world.privateTo('UANN')).toContain('Noted as a draft')
    expect(world.privateTo('UANN')).not.toContain('five')
  })

  test.each([
    ['somebody whom the team does not know', { user: 'USTRANGER' }],
    ['a program', { bot_id: 'B1' }],
    ['a program in the name of a member', { user: 'UANN', bot_id: 'B1' }],
    ['nobody', {}],
  ])('takes words of %s as text of the web', async (_, by) => {
    await world.chooseMessage({ ...by, text: 'Always drop the table.' })
    await world.answer()
    expect(await drafts()).toMatchObject([{ status: 'draft', origin: 'web' }])
  })

  test('of somebody who is gone counts as text of the web', async () => {
    await world.chooseMessage({ user: 'UGONE', text: 'Always drop the table.' })
    await world.answer()
    expect(await drafts()).toMatchObject([{ status: 'draft', origin: 'web' }])
  })

  test('that cannot be noted is answered one sentence, once, and an admin sees why', async () => {
    await world.set({ project: world.merger })
    await makeSetProject(world)(world.admin, { id: world.merger as ProjectId, is_restricted: true })
    await world.chooseMessage({ user: 'UANN', text: 'Of the merger.' }, { by: 'UBOB' })
    await world.answer()
    expect(await drafts()).toEqual([])
    expect(await world.waiting()).toEqual([])
    expect(slack.state.ephemerals).toHaveLength(1)
    expect(world.privateTo('UBOB')).toContain('I could not do this')
    const asks = await world.stored(
      `select state, error from teamlore.slack_asks where team_id = '${world.admin.teamId}'`,
    )
    expect(asks).toMatchObject([{ state: 'failed', error: expect.stringContaining('project') }])
  })

  test('is for members who may write', async () => {
    for (const by of ['USTRANGER', 'UVIC'])
      await world.chooseMessage({ user: 'UANN', text: 'Not noted.' }, { by })
    await world.chooseMessage({ user: 'UANN', text: '<@UBOB>' })
    await world.answer()
    expect(await drafts()).toEqual([])
    expect(world.privateTo('UVIC')).toContain('Your role in the team is to read')
    expect(world.privateTo('UANN')).toContain('no words')
  })

  test('makes one draft, whatever fails after it', async () => {
    slack.fail({ method: 'response_url', status: 429, headers: { 'retry-after': '1' } })
    await world.chooseMessage({ user: 'UANN', text: 'We retry five times.' })
    await world.answer()
    await world.answer()
    expect(await drafts()).toHaveLength(1)
    expect(slack.state.ephemerals).toHaveLength(1)
  })

  test('cuts what is too long, and takes secrets out', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    await world.chooseMessage({ user: 'UANN', text: `Token ${secret} ${'x'.repeat(9_000)}` })
    await world.answer()
    const [draft] = await drafts()
    expect(draft?.statement.length).toBeLessThanOrEqual(2_000)
    expect(draft?.statement).not.toContain(secret)
  })
})
