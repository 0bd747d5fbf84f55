import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { buildMessage } from '../../testing/fake-data.ts'
import { createTestCli } from '../../testing/test-cli.ts'

const one = (prefix: string) => `${prefix}_${'0'.repeat(25)}1`
const [SESSION, PERSON, DELETION, PROJECT] = ['ses', 'usr', 'del', 'prj'].map(one) as [
  string,
  string,
  string,
  string,
]

const MESSAGE = one('msg')

const preview = (more: object = {}) => ({
  kind: 'session',
  subject: SESSION,
  goes: [
    { kind: 'sessions', count: 1 },
    { kind: 'messages', count: 12 },
    { kind: 'memories', count: 2 },
  ],
  loses_evidence: { memories: 1, pieces: 3 },
  titles: [{ kind: 'sessions', id: SESSION, title: 'Repair the tide table lock' }],
  stays: ['Backups of the database keep it.'],
  delay_hours: 24,
  is_held: false,
  ...more,
})

const deletion = (more: object = {}) => ({
  id: DELETION,
  kind: 'session',
  subject: SESSION,
  owner: null,
  requested_by: { id: PERSON, name: 'Ana' },
  counts: [{ kind: 'sessions', count: 1 }],
  hidden_at: '2026-03-04T05:06:07.000Z',
  purge_after: '2026-03-05T05:06:07.000Z',
  purged_at: null,
  undone_at: null,
  state: 'waiting',
  receipt: [],
  ...more,
})

let answers: Record<string, unknown>
let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>

beforeEach(async () => {
  cli = createTestCli()
  answers = {
    [`GET /v1/sessions/${SESSION}/forget-preview`]: preview(),
    [`DELETE /v1/sessions/${SESSION}`]: deletion(),
    'POST /v1/deletions/preview': preview({ kind: 'mine' }),
    'POST /v1/deletions': deletion({ kind: 'mine' }),
    [`GET /v1/team/members/${PERSON}/erasure-preview`]: preview({ kind: 'person' }),
    [`POST /v1/team/members/${PERSON}/erase`]: deletion({ kind: 'person' }),
  }
  server = await openAnsweringServer(answers)
})
afterEach(async () => {
  cli.dispose()
  await server[Symbol.asyncDispose]()
})

const lore = (...words: string[]) =>
  cli.run(['forget', ...words], {
    env: { LORE_SERVER: server.url, LORE_KEY: 'tlk_personal-0123456789abcdefghijklmnop' },
  })

const changed = () =>
  server.changes().map(({ route, body }) => (body === null ? route : { route, body }))

describe('lore forget', () => {
  test('with --dry-run says what would go, what loses evidence and what stays, and changes nothing', async () => {
    const { code, stdout } = await lore(SESSION, '--dry-run')
    expect(code).toBe(0)
    expect(stdout).toContain('Would be forgotten: 1 session, 12 messages, 2 memories')
    expect(stdout).toContain('Repair the tide table lock')
    expect(stdout).toContain('1 memory would stay and lose 3 pieces of evidence.')
    expect(stdout).toContain('Backups of the database keep it.')
    expect(stdout).toContain('purged after 24 hours')
    expect(changed()).toEqual([])
  })

  test('forgets nothing where nobody can be asked and --yes is missing', async () => {
    const { code, stderr } = await lore(SESSION)
    expect(code).toBe(2)
    expect(stderr).toContain('--yes')
    expect(changed()).toEqual([])
  })

  test('with --yes forgets, and says how it is undone', async () => {
    const { stdout } = await lore(SESSION, '--yes')
    expect(stdout).toContain('Forgotten: 1 session.')
    expect(stdout).toContain(`lore forget --undo ${DELETION}`)
    expect(changed()).toEqual([`DELETE /v1/sessions/${SESSION}`])
  })

  test('takes sessions of mine in a project that ended before a time', async () => {
    await lore('--mine', '--project', 'harbour', '--before', '2026-03-01', '--yes')
    expect(changed()).toMatchObject([
      { route: 'POST /v1/deletions/preview', body: { mine: true, project: 'harbour' } },
      { route: 'POST /v1/deletions', body: { before: expect.stringMatching(/^2026-03-01/) } },
    ])
  })

  test('erases a person by their id, with the name that was typed', async () => {
    await lore('--person', PERSON, '--confirm', 'Ana', '--yes')
    expect(changed()).toEqual([
      { route: `POST /v1/team/members/${PERSON}/erase`, body: { confirm: 'Ana' } },
    ])
  })

  test.each([[[SESSION, MESSAGE]], [[MESSAGE, SESSION]], [[SESSION, SESSION]]])(
    'of %j forgets the session alone, in which the message goes, too',
    async (ids) => {
      answers[`GET /v1/messages/${MESSAGE}`] = buildMessage(0, 'human', ['Hello'], {
        session_id: SESSION,
      })
      const { code, stderr } = await lore(...ids, '--yes')
      expect(code, stderr).toBe(0)
      expect(changed()).toEqual([`DELETE /v1/sessions/${SESSION}`])
    },
  )

  test('says what to type where all of a project would go', async () => {
    server.refuse('POST /v1/deletions', {
      status: 422,
      code: 'forgetting.name_needed',
      message: 'All of the project would go: type its name in `confirm`.',
    })
    const { stderr } = await lore('--project', 'harbour', '--yes')
    expect(stderr).toContain('--confirm NAME')
    expect(stderr).not.toContain('`confirm`')
  })

  test('says before it asks that a legal hold keeps it', async () => {
    answers[`GET /v1/sessions/${SESSION}/forget-preview`] = preview({ is_held: true })
    const { stdout } = await lore(SESSION, '--dry-run')
    expect(stdout).toContain('A legal hold keeps some of it')
    expect(stdout).not.toContain('purged after')
  })

  test('refuses ids beside a choice, an id of nothing to forget, and neither', async () => {
    for (const words of [
      [SESSION, '--mine'],
      [PROJECT],
      [],
      ['--person', SESSION],
      ['--undo', SESSION],
    ])
      expect([words, (await lore(...words)).code]).toEqual([
        words,
        expect.toSatisfy((code) => code !== 0),
      ])
    expect(server.asked).toEqual([])
  })

  test('lists what waits and what was purged, and undoes what waits', async () => {
    answers['GET /v1/deletions'] = {
      items: [deletion(), deletion({ state: 'purged' })],
      next_cursor: null,
    }
    answers[`POST /v1/deletions/${DELETION}/undo`] = deletion({ state: 'undone' })
    const { stdout } = await lore('--list')
    expect(stdout).toContain('purged after 2026-03-05 05:06 UTC')
    expect((await lore('--undo', DELETION)).stdout).toContain('There again: 1 session.')
    expect((await lore('--list', '--json')).json()).toEqual(answers['GET /v1/deletions'])
  })
})

describe('lore forget --hold', () => {
  const held = (more: object = {}) => ({
    items: [
      {
        kind: 'session',
        subject: SESSION,
        reason: 'Case 12',
        set_by: { id: PERSON, name: 'Ana' },
        set_at: '2026-03-04T05:06:07.000Z',
        lifted_by: null,
        lifted_at: null,
        ...more,
      },
    ],
  })

  test('wants a reason, sends it, and shows what is held', async () => {
    answers['POST /v1/legal-holds'] = held()
    expect((await lore('--hold', SESSION)).stderr).toContain('Say why')
    const { stdout } = await lore('--hold', SESSION, '--reason', 'Case 12')
    expect(stdout).toContain('Case 12')
    expect(changed()).toEqual([
      { route: 'POST /v1/legal-holds', body: { subject: SESSION, reason: 'Case 12' } },
    ])
  })

  test('lists holds, and lifts one', async () => {
    answers['GET /v1/legal-holds'] = { items: [] }
    answers['POST /v1/legal-holds/lift'] = held({ lifted_at: '2026-03-05T05:06:07.000Z' })
    expect((await lore('--holds')).stdout).toContain('Nothing is held.')
    expect((await lore('--lift', SESSION)).stdout).toContain('lifted 2026-03-05')
  })
})

test.each([
  [['--hold', SESSION, '--reason', 'x', '--lift', SESSION], 'exclude each other'],
  [['--list', '--holds'], 'exclude each other'],
  [[SESSION, '--hold', SESSION, '--reason', 'x'], '--hold goes alone'],
  [['--list', '--mine'], '--list goes alone'],
  [['--lift', SESSION, '--reason', 'x'], '--lift goes alone'],
  [[SESSION, '--reason', 'x'], '--reason says why'],
])('%j is refused, as one of the two would be left undone', async (words, because) => {
  const { code, stderr } = await lore(...words)
  expect([code, stderr]).toEqual([2, expect.stringContaining(because)])
  expect(changed()).toEqual([])
})

test('says how --before was given where it is no time', async () => {
  expect((await lore('--before', 'soon', '--dry-run')).stderr).toContain('--before: "soon"')
})
