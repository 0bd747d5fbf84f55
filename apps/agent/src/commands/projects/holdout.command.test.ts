import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { createTestCli } from '../../testing/test-cli.ts'

const PROJECT = `prj_${'0'.repeat(25)}1`
const project = { id: PROJECT, name: 'acme/harbour' }
const arm = { begun: 30, counted: 24, asked: 0 }
const holdout = {
  project,
  share: 20,
  set_by: { id: `usr_${'0'.repeat(25)}1`, name: 'Ana' },
  set_at: '2026-03-04T05:06:07.000Z',
  paused: null,
  result: { with_brief: arm, without_brief: { ...arm, counted: 3 }, events: null, amounts: null },
}
const PATH = `/v1/projects/${PROJECT}/holdout`

let answers: Record<string, unknown>
let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>

beforeEach(async () => {
  cli = createTestCli()
  answers = {
    'GET /v1/projects': {
      items: [
        {
          ...project,
          remote_url: null,
          root_path: null,
          default_visibility: 'team',
          sessions: 40,
          last_activity_at: null,
        },
      ],
      next_cursor: null,
    },
    [`GET ${PATH}`]: holdout,
    [`PUT ${PATH}`]: { ...holdout, share: 0 },
  }
  server = await openAnsweringServer(answers)
})
afterEach(async () => {
  cli.dispose()
  await server[Symbol.asyncDispose]()
})

const lore = (...words: string[]) =>
  cli.run(['holdout', ...words], {
    env: { LORE_SERVER: server.url, LORE_KEY: 'tlk_personal-0123456789abcdefghijklmnop' },
  })
const changed = () => server.changes().map(({ route, body }) => ({ route, body }))
const flat = (text: string) => text.replace(/\s+/g, ' ')

describe('lore holdout', () => {
  test('says how many sessions there are, and that they are too few, and changes nothing', async () => {
    const { code, stdout } = await lore('harbour')
    expect(code).toBe(0)
    expect(flat(stdout)).toContain('20 % of sessions begin without a brief, by chance.')
    expect(flat(stdout)).toContain('24 sessions with a brief (of 30 that began), 3 without one')
    expect(flat(stdout)).toContain('Too few to say anything')
    expect(changed()).toEqual([])
  })

  test('says why it paused, and what the figures say', async () => {
    const event = { with_brief: 2, without_brief: 12, difference: 0.42, low: 0.18, high: 0.6 }
    const amount = { with_brief: 6, without_brief: 9, ratio: 1.5, low: 0.9, high: 2.5 }
    answers[`GET ${PATH}`] = {
      ...holdout,
      paused: {
        at: '2026-03-09T05:06:07.000Z',
        because: 'without_is_worse',
        reason: 'Sessions without a brief went clearly worse.',
      },
      result: {
        with_brief: arm,
        without_brief: { ...arm, asked: 1 },
        events: [
          { what: 'trouble', ...event },
          { what: 'corrections', ...event },
          { what: 'reproposals', ...event },
        ],
        amounts: [
          { what: 'prompts', ...amount },
          { what: 'tokens', ...amount },
        ],
      },
    }
    const said = flat((await lore('harbour')).stdout)
    expect(said).toContain('Paused: every session begins with a brief again.')
    expect(said).toContain('went clearly worse')
    expect(said).toContain(
      'in 2 of 24 with a brief (8 %), 12 of 24 without (50 %); difference +42 points, 95 %: +18 to +60.',
    )
    expect(said).toContain('Sessions without a brief seem to go worse.')
    expect(said).toContain('In 1 of the 24 sessions without one the agent asked')
  })

  test('sets a share, and turns it off', async () => {
    expect((await lore('harbour', '--share', '20')).code).toBe(0)
    const { stdout } = await lore('harbour', '--off')
    expect(stdout).toContain('Off: every session begins with a brief.')
    expect(changed()).toEqual([
      { route: `PUT ${PATH}`, body: { share: 20 } },
      { route: `PUT ${PATH}`, body: { share: 0 } },
    ])
  })

  test.each([
    [['--share', '51'], '0 to 50'],
    [['--share', 'some'], '0 to 50'],
    [['--share', '5', '--off'], 'Give one of them'],
  ])('refuses %s with what to do instead', async (words, hint) => {
    const { code, stderr } = await lore('harbour', ...words)
    expect(code).toBe(2)
    expect(stderr).toContain(hint)
    expect(changed()).toEqual([])
  })

  test('prints all of it as JSON', async () => {
    expect(JSON.parse((await lore('harbour', '--json')).stdout)).toEqual(holdout)
  })
})
