import { createTestDatabase, type TestDatabase } from '@teamlore/db/testing'
import type { SlackStandIn } from '@teamlore/hosts/testing'
import { HostError } from '@teamlore/shared/code-hosts'
import type { SlackPlace } from '@teamlore/shared/slack-host'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { knowPeople } from './known-people.ts'
import { createSlackWorld, type SlackWorld, startSlack } from './testing/slack-world.ts'

const MINUTE = 60_000

describe('people of a channel', () => {
  let database: TestDatabase
  let slack: SlackStandIn
  let world: SlackWorld
  let work: () => Promise<void>
  let people: { person: string; userId: string }[]
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(async () => {
    slack = await startSlack()
    world = await createSlackWorld(database, slack)
    await world.remember('Exports are retried, zebra says so.')
    people = []
    for (let at = 0; at < 28; at++) {
      const { userId } = await world.team.addMember('member', `Number ${at}`)
      const person = `UN${at}`
      await world.join(person, userId)
      people.push({ person, userId })
    }
    const members = ['UANN', 'UBOB', ...people.map(({ person }) => person)]
    world.channel({ id: 'C30', members })
    work = world.worker()
  })
  afterEach(() => slack[Symbol.asyncDispose]())
  afterAll(() => database[Symbol.asyncDispose]())

  const timesAsked = () => slack.state.asked.filter(({ method }) => method === 'users.info').length
  const ask = async () => {
    await world.mention('Why are exports retried?', { channel: 'C30' })
    await work()
  }
  const saidToAll = () => slack.state.messages.length

  test('are asked for once for two answers, and again after some minutes', async () => {
    await ask()
    await ask()
    expect([saidToAll(), timesAsked()]).toEqual([2, 30])
    world.later(5 * MINUTE)
    await ask()
    expect([saidToAll(), timesAsked()]).toEqual([3, 60])
  })

  test('are looked for in the channel each time, so that an outsider who joins is seen at once', async () => {
    await ask()
    slack.state.channels.find(({ id }) => id === 'C30')?.members.push('USTRANGER')
    await ask()
    expect(saidToAll()).toBe(1)
    expect(world.privateTo('UANN')).toContain('zebra')
  })

  test('who leave the team are strangers at once, and who become guests of the workspace after minutes', async () => {
    await ask()
    await world.stored(
      `delete from teamlore.memberships where user_id = '${people[3]?.userId}' returning 1`,
    )
    await ask()
    expect(saidToAll()).toBe(1)
    const channel = slack.state.channels.find(({ id }) => id === 'C30')
    channel?.members.splice(channel.members.indexOf('UN3'), 1)
    const guest = slack.state.people.find(({ id }) => id === 'UN4')
    if (guest) guest.isGuest = true
    world.later(5 * MINUTE)
    await ask()
    expect(saidToAll()).toBe(1)
  })

  test('are not asked for before the time that Slack names, and those who are known need not be again', async () => {
    slack.fail({ method: 'users.info', status: 429, headers: { 'retry-after': '30' } })
    await ask()
    // Those who were asked for at the same moment are still answered.
    await vi.waitFor(() => expect(timesAsked()).toBe(7))
    world.later(20_000)
    await work()
    expect([saidToAll(), timesAsked()]).toEqual([0, 7])
    world.later(11_000)
    await work()
    expect([saidToAll(), timesAsked()]).toEqual([1, 30])
  })
})

describe('what is known of people', () => {
  const place = { apiUrl: 'https://slack.test/api', token: 'xoxb-1', workspaceId: 'T1' }
  const create = () => {
    const asked: string[] = []
    let clock = 0
    const fails = new Set<string>()
    const person = async ({ token }: SlackPlace, id: string) => {
      asked.push(`${token} ${id}`)
      if (fails.has(id)) throw new HostError('gone', 'Nobody.')
      return { id, email: undefined, isProgram: false, isOutsider: false }
    }
    const know = knowPeople({ person }, () => new Date(clock))
    const later = (ms: number) => {
      clock += ms
    }
    return { asked, fails, know, later }
  }

  test('is of one app alone', async () => {
    const { asked, know } = create()
    await know(place, 'U1')
    await know({ ...place, token: 'xoxb-2' }, 'U1')
    expect(asked).toEqual(['xoxb-1 U1', 'xoxb-2 U1'])
  })

  test('is asked for once by who ask at the same moment', async () => {
    const { asked, know } = create()
    await Promise.all([know(place, 'U1'), know(place, 'U1')])
    expect(asked).toHaveLength(1)
  })

  test('is nothing where Slack answered no', async () => {
    const { asked, fails, know } = create()
    fails.add('U1')
    await expect(know(place, 'U1')).rejects.toThrow('Nobody')
    fails.clear()
    await expect(know(place, 'U1')).resolves.toMatchObject({ id: 'U1' })
    expect(asked).toHaveLength(2)
  })

  test('is bounded: of very many the oldest are forgotten', async () => {
    const { asked, know } = create()
    for (let at = 0; at <= 5_000; at++) await know(place, `U${at}`)
    await know(place, 'U5000')
    expect(asked).toHaveLength(5_001)
    await know(place, 'U0')
    expect(asked).toHaveLength(5_002)
  })
})
