import type { SearchHit } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { widthOf } from '../../output/text-width.ts'
import { buildHit, fakeId } from '../../testing/fake-data.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

describe('lore search', () => {
  test('shows what was found, where it is from and how to open it', async () => {
    const { code, stdout, stderr } = await lore.run(['search', 'tide', 'table'])
    expect(code).toBe(0)
    expect(stdout).toBe(
      [
        'Lock the tide table while it is written',
        '  decision · 2026-05-01 · harbour · Ana · claude-code · 120 tokens',
        '  Readers saw half of the tide table.',
        `  lore show ${fakeId('obs', 1)}`,
        '',
      ].join('\n'),
    )
    expect(stderr).toContain('1 hit (text; 12 ms)')
    expect(lore.server.asked[0]?.query).toMatchObject({ q: 'tide table', limit: '10' })
  })

  test('says on demand why each hit ranks where it does, in parts that add up', async () => {
    const parts = {
      text: { rank: 2, score: 7.123, adds: 0.46 },
      vector: { rank: 11, score: 0.6449, adds: 0.45 },
      exact: null,
      unread: 0,
      fused: 0.91,
      priors: { kind: 1.06 },
    }
    const reasonFor = async (fields: Partial<SearchHit['score_parts']>) => {
      lore.server.world.search.items = [
        buildHit({ score: 0.9646, score_parts: { ...parts, ...fields } }),
      ]
      return (await lore.run(['search', 'tide', '--explain'])).stdout
    }
    expect(await reasonFor({})).toContain(
      '  why: words 2nd 0.46 + meaning 11th 0.45 = 0.91, kind × 1.06 → 0.965\n',
    )
    expect(await reasonFor({ vector: null, unread: 0.45 })).toContain(
      'words 2nd 0.46 + not read for meaning, so by its words 0.45 = 0.91',
    )
    expect(await reasonFor({ text: null, vector: null, fused: 0 })).toContain(
      '  why: newest first; there were no words to rank it by\n',
    )
  })

  test('marks the matched words', async () => {
    const { stdout } = await lore.run(['search', 'tide'], { columns: 100 })
    expect(stdout).toContain('\u001b[1;33mtide table\u001b[22;39m')
  })

  test('marks them in titles as well, of hits and of sessions', async () => {
    const title_highlights: [number, number][] = [[9, 19]]
    lore.server.world.search.items = [buildHit({ title_highlights })]
    const { stdout } = await lore.run(['search', 'tide'], { columns: 100 })
    expect(stdout).toContain(
      '\u001b[1mLock the \u001b[22m\u001b[1;33mtide table\u001b[22;39m\u001b[1m while it',
    )
    const [hit] = lore.server.world.sessionHits
    if (hit !== undefined) Object.assign(hit, { title_highlights: [[0, 3]] })
    const sessions = await lore.run(['search', 'tide', '--sessions'], { columns: 100 })
    expect(sessions.stdout.startsWith('\u001b[1;33m')).toBe(true)
  })

  test('cuts a marked title to the terminal, and says so', async () => {
    const title = `${'berth '.repeat(30)}tide`
    lore.server.world.search.items = [buildHit({ title, title_highlights: [[6, 11]] })]
    const { stdout } = await lore.run(['search', 'x'], { columns: 20, env: { NO_COLOR: '1' } })
    expect(stdout.split('\n')[0]).toBe('berth berth berth b…')
  })

  test.each([
    [[[-5, 3]]],
    [[[3, 1]]],
    [[[0, 5_000]]],
    [
      [
        [5, 9],
        [0, 7],
      ],
    ],
    [[[0, 0]]],
  ])('loses nothing to ranges that make no sense: %j', async (highlights) => {
    lore.server.world.search.items = [
      buildHit({
        snippet: { text: 'Readers saw half.', highlights: highlights as [number, number][] },
      }),
    ]
    expect((await lore.run(['search', 'x'])).stdout).toContain('  Readers saw half.\n')
  })

  test('passes its filters on', async () => {
    await lore.run(
      'search lock --type decision --tool claude-code --project harbour --file src/tide.ts --since 7d --until today --limit 3'.split(
        ' ',
      ),
    )
    expect(lore.server.asked[0]?.query).toEqual({
      q: 'lock',
      type: 'decision',
      tool: 'claude-code',
      project: 'harbour',
      file: 'src/tide.ts',
      limit: '3',
      group: 'session',
      after: '2026-04-25T12:00:00.000Z',
      before: '2026-05-03T00:00:00.000Z',
    })
  })

  test('needs words or a filter; a filter alone lists what is newest', async () => {
    for (const words of [['search'], ['search', ' ']]) expect((await lore.run(words)).code).toBe(2)
    expect((await lore.run(['search', '--concept', 'locking', '--branch', 'main'])).code).toBe(0)
    expect(lore.server.asked[0]?.query).toEqual({
      concept: 'locking',
      branch: 'main',
      limit: '10',
      group: 'session',
    })
  })

  test('shows each session once, with the best of what else it has and how to see all', async () => {
    const more = [
      buildHit({ id: 'msg_2', title: 'A second tide', title_highlights: [[9, 13]] }),
      buildHit({ id: 'msg_3', title: 'third '.repeat(30) }),
    ]
    lore.server.world.search.items = [
      {
        ...buildHit({ session_id: 'ses_1' }),
        more_in_session: { count: 5, items: more },
      },
    ]
    const { stdout, stderr } = await lore.run(['search', 'tide'], {
      columns: 40,
      env: { NO_COLOR: '1' },
    })
    expect(stdout).toContain(
      '\n  5 more in this session (ses_1):\n    msg_2  A second tide\n    msg_3  third',
    )
    for (const line of stdout.split('\n').filter((one) => !one.includes('lore show')))
      expect(widthOf(line)).toBeLessThanOrEqual(40)
    expect(stderr).toContain('`--session ID`')
    await lore.run(['search', 'tide', '--ungrouped'])
    expect(lore.server.asked.at(-1)?.query).toEqual({ q: 'tide', limit: '10' })
    await lore.run(['search', 'tide', '--json'])
    expect(lore.server.asked.at(-1)?.query).toMatchObject({ group: 'session', more: '400' })
  })

  test('does not say a title twice that the snippet begins with', async () => {
    lore.server.world.search.items = [
      buildHit({
        title: 'The tide is late.',
        snippet: { text: '…The tide is late. Its table was cut.', highlights: [] },
      }),
    ]
    const { stdout } = await lore.run(['search', 'tide'])
    expect(stdout).toMatch(/^The tide is late\.\n.*\n {2}Its table was cut\.\n/)
  })

  test('shows sessions on demand, each with its best hit', async () => {
    const { stdout, stderr } = await lore.run(['search', 'tide', '--sessions'])
    expect(stdout).toBe(
      [
        'Find out why readers block the tide table',
        '  2026-05-01 · harbour · Ana · claude-code · 3 hits · 210 tokens',
        '  Readers saw half of the tide table.',
        `  lore show ${fakeId('ses', 1)}`,
        '',
      ].join('\n'),
    )
    expect(stderr).toContain('1 session (text; 12 ms)')
    expect(lore.server.asked[0]?.path).toBe('/v1/search/sessions')
    const explained = await lore.run(['search', 'tide', '--sessions', '--explain'])
    expect(explained.stdout).toContain('\n  why: words 1st 1 = 1 → 1\n')
  })

  test('reports what was done to a file that was asked for', async () => {
    lore.server.world.search.items = [
      buildHit({ touched: [{ path: 'src/tide.ts', how: 'modified' }] }),
    ]
    const { stdout } = await lore.run(['search', 'file:tide.ts'])
    expect(stdout).toContain('\n  modified src/tide.ts\n')
  })

  test('says how many more a hit stands for', async () => {
    lore.server.world.search.items = [buildHit({ repeats: ['msg_1', 'msg_2'] })]
    expect((await lore.run(['search', 'type:prompt'])).stdout).toContain('2 more say the same')
    const evidence = { messages: 3, findings: 1, ids: ['msg_1', 'msg_2', 'msg_3', 'obs_1'] }
    lore.server.world.search.items = [buildHit({ kind: 'memory', evidence })]
    expect((await lore.run(['search', 'ferry'])).stdout).toContain(
      'evidence: 3 messages, 1 finding',
    )
  })

  test('looks in one session, in one kind of place, or also at what no longer holds', async () => {
    const words = ['--session', 'ses_01m8', '--scope', 'knowledge', '--include-superseded']
    expect((await lore.run(['search', 'tide', ...words])).code).toBe(0)
    expect(lore.server.asked[0]?.query).toEqual({
      q: 'tide',
      session: 'ses_01m8',
      scope: 'knowledge',
      include_superseded: 'true',
      limit: '10',
      group: 'session',
    })
    expect((await lore.run(['search', 'tide', '--scope', 'moon'])).code).toBe(2)
  })

  test.each([[], ['--sessions']])(
    'takes an empty page for no end where one follows %j',
    async (...view) => {
      lore.server.world.search.items = []
      lore.server.world.sessionHits = []
      lore.server.world.search.next_cursor = 'eyJhdCI6MX0'
      lore.server.world.search.notes = ['Everything down to 2026-05-03T08:00Z was looked at.']
      const { code, stdout, stderr } = await lore.run(['search', 'type:decision', ...view])
      expect(code).toBe(0)
      expect(stdout).toBe('Nothing was found so far.\n')
      expect(stderr).toContain('note  Everything down to 2026-05-03T08:00Z was looked at.')
      expect(stderr).toContain('`lore search --more`')
      const { json } = await lore.run(['search', 'type:decision', ...view, '--json'])
      expect(json()).toMatchObject({
        items: [],
        next_cursor: 'eyJhdCI6MX0',
        notes: lore.server.world.search.notes,
      })
    },
  )

  test('passes on what the server has to say about the question', async () => {
    lore.server.world.search.notes = ['before: "soon" is no date and was left out.']
    lore.server.world.search.items = []
    const { code, stdout, stderr } = await lore.run(['search', 'x'])
    expect(code).toBe(0)
    expect(stderr).toContain('note  before: "soon" is no date')
    expect(stdout).toContain('Nothing was found.')
  })

  test('adds no advice to a note that says why there is nothing', async () => {
    lore.server.world.search.items = []
    lore.server.world.search.notes = ['Nothing has the tool "claud"; the nearest is claude-code.']
    const { stdout, stderr } = await lore.run(['search', 'lock tool:claud'])
    expect(stdout.trim()).toBe('Nothing was found.')
    expect(stderr).toContain('the nearest is claude-code')
    expect((await lore.run(['search', 'lock', '--tool', 'claud'])).stdout).not.toContain(
      'other words',
    )
  })

  test('advises on filters where no words were searched for', async () => {
    lore.server.world.search.items = []
    expect((await lore.run(['search', 'x'])).stdout).toContain('Try fewer or other words.')
    lore.server.world.search.arms = []
    expect((await lore.run(['search', 'tool:claud'])).stdout).toContain(
      'Leave a filter out, or change',
    )
  })

  test('says that an entry no longer holds', async () => {
    lore.server.world.search.items = [buildHit({ status: 'superseded' })]
    expect((await lore.run(['search', 'x'])).stdout).toContain('superseded')
  })

  test.each([20, 40, 72, 100])('fits %i columns', async (columns) => {
    const text = `${'wort '.repeat(60)}${'日本'.repeat(40)}`
    lore.server.world.search.items = [
      buildHit({ title: text, snippet: { text, highlights: [[5, 30]] } }),
    ]
    const { stdout } = await lore.run(['search', 'x'], { columns, env: { NO_COLOR: '1' } })
    for (const line of stdout.split('\n').filter((one) => !one.includes('lore show')))
      expect(widthOf(line)).toBeLessThanOrEqual(columns)
    expect(stdout.split('\n').length).toBeLessThan(16)
  })

  test('is the answer of the API on demand', async () => {
    const { json, stderr } = await lore.run(['search', 'x', '--json'])
    expect(json()).toEqual(lore.server.world.search)
    expect(stderr).toBe('')
  })

  test.each([
    [['--tool', 'cluade-code'], /"cluade-code" is no coding tool/, 'Did you mean claude-code?'],
    [['--type', 'decisions'], /"decisions" is no type/, 'Did you mean decision?'],
    [['--type', 'prompt,sumary'], /"sumary" is no type/, 'Did you mean summary?'],
    [['--scope', 'knowlege'], /knowlege/, 'Did you mean knowledge?'],
  ])('%j is wrong usage, and the nearest name is shown', async (words, message, hint) => {
    const { code, stderr } = await lore.run(['search', 'lock', ...words])
    expect(code).toBe(2)
    expect(stderr).toMatch(message)
    expect(stderr).toContain(hint)
  })
})
