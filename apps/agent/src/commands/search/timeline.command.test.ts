import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildMessage, fakeId } from '../../testing/fake-data.ts'
import { errorBody } from '../../testing/fake-server.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

describe('lore timeline', () => {
  test('shows what happened around something, oldest first, with the costs', async () => {
    const id = fakeId('obs', 1)
    const { code, stdout, stderr } = await lore.run(['timeline', id.toUpperCase(), '--before', '0'])
    expect(code, stderr).toBe(0)
    expect(stdout).toBe(
      [
        '… there is more before',
        '  Why does berth 0 refuse the tide table?',
        `    2026-05-01 09:10 · prompt · Ana · claude-code · 41 tokens  ${fakeId('msg', 1)}`,
        '▶ Lock the tide table while it is written',
        `    09:30 · decision · Ana · claude-code · 43 tokens  ${id}`,
        '  Measure it again',
        `    09:40 · prompt · Ana · claude-code · 44 tokens  ${fakeId('msg', 4)}`,
        '',
      ].join('\n'),
    )
    expect(lore.server.asked[0]?.query).toEqual({ around: id, before: '0' })
  })

  test('is asked by a moment or a question too, by exactly one of the three', async () => {
    await lore.run(['timeline', '--at', '2d', '--kinds', 'prompt', '--within', 'team'])
    expect(lore.server.asked[0]?.query).toEqual({
      at: '2026-04-30T12:00:00.000Z',
      kinds: 'prompt',
      within: 'team',
    })
    await lore.run(['timeline', '--query', 'tide lock', '--budget', '500'])
    expect(lore.server.asked[1]?.query).toEqual({ q: 'tide lock', budget_tokens: '500' })
    expect((await lore.run(['timeline'])).code).toBe(2)
    expect((await lore.run(['timeline', 'obs_01', '--at', '2d'])).code).toBe(2)
    expect((await lore.run(['timeline', 'obs_01', '--within', 'town'])).code).toBe(2)
  })

  test('says what the budget left out, and passes refusals on', async () => {
    lore.server.world.timeline.left_out = { count: 4, tokens: 210 }
    expect((await lore.run(['timeline', 'obs_01aaaa'])).stderr).toContain(
      '4 left out for the budget (210 tokens)',
    )
    const body = errorBody('record.not_found', 'There is nothing with this id.')
    lore.server.failures.set('/v1/timeline', { status: 404, body })
    const { code, stderr } = await lore.run(['timeline', 'obs_01aaaa'])
    expect(code).toBe(1)
    expect(stderr).toContain('There is nothing with this id.')
  })

  test('says that there is nothing to look around where a question finds nothing', async () => {
    lore.server.world.timeline = {
      ...lore.server.world.timeline,
      items: [],
      anchor: { id: null, at: null },
      notes: ['Nothing was found so far.'],
    }
    const { stdout, stderr } = await lore.run(['timeline', '--query', 'type:decision'])
    expect(stdout).toBe('There is nothing to look around: see the note.\n')
    expect(stderr).toContain('note  Nothing was found so far.')
  })

  test('is the answer of the API on demand', async () => {
    const { json } = await lore.run(['timeline', 'obs_01aaaa', '--json'])
    expect(json()).toEqual(lore.server.world.timeline)
  })
})

test('lore concepts lists what findings are about, with how many there are', async () => {
  const { stdout } = await lore.run(['concepts', 'lock', '--project', 'harbour'], { columns: 80 })
  expect(stdout).toMatch(/locking\s+12\s/)
  expect(lore.server.asked[0]?.query).toEqual({ prefix: 'lock', project: 'harbour', limit: '30' })
})

test('lore concepts says how many weak ones it did not list, and lists them on demand', async () => {
  lore.server.world.conceptsLeftOut = 1_200
  const { stderr } = await lore.run(['concepts'])
  expect(stderr).toContain('1,200 more are of a single finding, numbers,')
  lore.server.world.conceptsLeftOut = 0
  const { stderr: all } = await lore.run(['concepts', '--all'])
  expect(all).not.toContain('--all')
  expect(lore.server.asked[1]?.query).toEqual({ all: 'true', limit: '30' })
})

describe('lore show --around', () => {
  test('shows what stands before and after a message', async () => {
    lore.server.world.messages = [0, 1, 2, 3, 4].map((at) =>
      buildMessage(at, at === 0 ? 'human' : 'assistant', [`Words number ${at}.`]),
    )
    const { stdout, code } = await lore.run(['show', fakeId('msg', 2), '--around', '1'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/number 1.*number 2.*number 3/s)
    expect(stdout).not.toMatch(/number [04]/)
  })

  test('goes with messages only', async () => {
    const { code, stderr } = await lore.run(['show', fakeId('ses', 1), '--around', '1'])
    expect(code).toBe(2)
    expect(stderr).toContain('lore timeline ID')
  })
})
