import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunImport } from '../../capture/import.types.ts'
import { buildMe } from '../../testing/fake-data.ts'
import { buildReport, createFakeImport, nothingSent } from '../../testing/fake-import.ts'
import { errorBody, PERSONAL_KEY } from '../../testing/fake-server.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'
import { createTestCli } from '../../testing/test-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

describe('lore import', () => {
  test('ends with the totals somebody wants to know', async () => {
    const { importSessions } = createFakeImport({ redactions: 17 })
    const { code, stdout, stderr } = await lore.run(['import'], { importSessions })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(
      [
        'Done. Sent 45 sessions with 12,000 messages in 12 s.',
        '  read          44 files: 48 sessions, 12,300 messages, 812 prompts, 97 edits',
        '  sent          3.2 MB in 7 requests',
        '  already there 3 sessions',
        '  secrets       17 taken out before anything left this machine',
        '',
      ].join('\n'),
    )
  })

  test('ends with a table of the tools when there was more than one', async () => {
    const figures = { files: 2, sessions: 1, messages: 10, prompts: 3, edits: 0, badLines: 0 }
    const tools = [
      { ...figures, tool: 'aider', outputTokens: 1_234 },
      { ...figures, tool: 'claude-code', outputTokens: 5, badLines: 7 },
    ]
    const { importSessions } = createFakeImport({ tools })
    const { stdout } = await lore.run(['import'], { importSessions })
    expect(stdout.split('\n').slice(-5)).toEqual([
      '',
      'TOOL         FILES  SESSIONS  MESSAGES  PROMPTS  EDITS  OUTPUT TOKENS  BAD LINES',
      'aider            2         1        10        3      0          1,234          0',
      'claude-code      2         1        10        3      0              5          7',
      '',
    ])
    const alone = createFakeImport({ tools: tools.slice(1) })
    expect((await lore.run(['import'], alone)).stdout).not.toContain('OUTPUT TOKENS')
    const json = await lore.run(['import', '--json'], alone)
    expect(JSON.parse(json.stdout).tools).toEqual([
      {
        tool: 'claude-code',
        files: 2,
        sessions: 1,
        messages: 10,
        prompts: 3,
        edits: 0,
        output_tokens: 5,
        bad_lines: 7,
      },
    ])
  })

  test('says in one line that there was nothing new', async () => {
    const { importSessions } = createFakeImport({ sent: nothingSent, unchanged: { sessions: 48 } })
    const { code, stdout } = await lore.run(['import'], { importSessions })
    expect(code).toBe(0)
    expect(stdout).toBe('Nothing new: 48 sessions in 44 files are already on the server.\n')
  })

  test('says that there was nothing at all', async () => {
    const { importSessions } = createFakeImport({
      files: 0,
      sessions: 0,
      sent: nothingSent,
      unchanged: { sessions: 0 },
    })
    const { code, stdout, stderr } = await lore.run(['import'], { importSessions })
    expect(code).toBe(0)
    expect(stdout).toBe('Nothing new: no sessions were found.\n')
    expect(stderr).toContain('--path DIR')
  })

  test('fails when a part failed, and says which part, why, and what was left out', async () => {
    const { importSessions } = createFakeImport({
      failed: [{ name: '/home/ana/.claude/projects/a.jsonl', reason: 'may not be read' }],
      badLines: [
        { path: '/home/ana/.claude/projects/b.jsonl', count: 3, firstLine: 13 },
        { path: '/home/ana/.claude/projects/c.jsonl', count: 1, firstLine: 128 },
      ],
      skippedFiles: [{ path: '/home/ana/.claude/projects/d.jsonl', reason: 'It is empty.' }],
      unknownRecords: 2,
      serverRedactions: 1,
    })
    const { code, stdout } = await lore.run(['import'], { importSessions })
    expect(code).toBe(1)
    expect(stdout).toContain('Done in part.')
    expect(stdout).toContain('1 failed:\n    ~/.claude/projects/a.jsonl  may not be read\n')
    expect(stdout).toContain('4 lines could not be read and were left out:\n')
    expect(stdout).toContain('    ~/.claude/projects/b.jsonl:13  and 2 more further on\n')
    expect(stdout).toContain('    ~/.claude/projects/c.jsonl:128\n')
    expect(stdout).toContain('1 file skipped:\n    ~/.claude/projects/d.jsonl  It is empty.\n')
    expect(stdout).toContain('2 records of a kind this version does not know')
    expect(stdout).toContain('1 more found and taken out by the server')
  })

  test('keeps the totals in sight when much went wrong', async () => {
    const failed = Array.from({ length: 500 }, (_, at) => ({ name: `/x/${at}`, reason: 'gone' }))
    const { importSessions } = createFakeImport({ failed, sent: nothingSent })
    const { stdout } = await lore.run(['import'], { importSessions })
    expect(stdout).toContain('Nothing was sent. 500 things could not be done')
    expect(stdout.match(/gone/g)).toHaveLength(1)
    expect(stdout).toContain('… and 495 more (--json lists all)')
    const all = failed.map(({ name }, at) => ({ name, reason: `reason ${at}` }))
    const differing = createFakeImport({ failed: all, sent: nothingSent })
    const other = await lore.run(['import'], differing)
    expect(other.stdout).toContain('… and 490 more (--json lists all)')
    for (const text of [stdout, other.stdout]) expect(text.split('\n').length).toBeLessThan(20)
    const { json } = await lore.run(['import', '--json'], { importSessions })
    expect(json()).toMatchObject({ failed: { length: 500 } })
  })

  test('gives the engine the team, this machine, and where to remember', async () => {
    const { importSessions, asked } = createFakeImport()
    await lore.run(['import', '--tool', 'claude-code', '--path', lore.cli.path()], {
      importSessions,
    })
    expect(asked[0]).toMatchObject({
      serverId: lore.server.world.me.team.id,
      machine: { fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/) },
      stateDir: join(lore.cli.configDir, 'state'),
      tools: ['claude-code'],
      path: lore.cli.path(),
      dryRun: false,
    })
    const env = { CLAUDE_CONFIG_DIR: '/elsewhere' }
    await lore.run(['import'], { importSessions, env })
    expect(asked[1]?.surroundings.variables).toEqual(env)
    expect(asked[1]).not.toHaveProperty('tools')
  })

  test.each([[['--tool', 'codex', '--tool', 'claude-code']], [['--tool', 'codex', 'claude-code']]])(
    'takes several tools: %j',
    async (words) => {
      const { importSessions, asked } = createFakeImport()
      await lore.run(['import', ...words], { importSessions })
      expect(asked[0]).toMatchObject({ tools: ['codex', 'claude-code'] })
      expect(await lore.run(['import', ...words, '--tool', 'emacs'])).toMatchObject({ code: 2 })
    },
  )

  test('is remembered for lore status', async () => {
    const { importSessions } = createFakeImport()
    await lore.run(['import'], { importSessions, now: new Date('2026-05-02T11:00:00.000Z') })
    const { stdout } = await lore.run(['status'])
    expect(stdout).toMatch(/Last import +1 h ago, 45 sessions with 12,000 messages sent/)
  })

  test('asks the server who one is before it reads anything', async () => {
    const { importSessions, asked } = createFakeImport()
    const env = { LORE_SERVER: lore.server.url, LORE_KEY: 'tlk_revoked' }
    const { code, stderr } = await lore.run(['import'], { importSessions, env })
    expect(code).toBe(1)
    expect(stderr).toContain('does not know this key')
    expect(asked).toEqual([])
  })

  test('says that a path is wrong before it does anything', async () => {
    const { importSessions, asked } = createFakeImport()
    const { code, stderr } = await lore.run(['import', '--path', '/no/such/folder'], {
      importSessions,
    })
    expect(code).toBe(1)
    expect(stderr).toContain('There is no file or folder /no/such/folder')
    expect(asked).toEqual([])
    expect(lore.server.asked).toEqual([])
  })

  test('needs a login', async () => {
    const stranger = createTestCli()
    const { code, stderr } = await stranger.run(['import'], createFakeImport())
    expect(code).toBe(1)
    expect(stderr).toContain('You are not logged in.')
    stranger.dispose()
  })

  test('reports what had arrived when it breaks off', async () => {
    const importSessions: RunImport = async ({ client, onProgress }) => {
      onProgress?.({
        phase: 'sending',
        placesTotal: 10,
        placesDone: 5,
        sessionsSent: 20,
        messagesSent: 900,
        currentFile: null,
        tool: null,
      })
      lore.server.failures.set('/v1/stats', {
        status: 502,
        body: errorBody('server.gone', 'Gone.'),
      })
      await client.stats()
      throw new Error('unreachable')
    }
    const { code, stderr } = await lore.run(['import'], { importSessions })
    expect(code).toBe(1)
    expect(stderr).toMatch(/20 sessions with 900 messages arrived and are kept.*Gone\./s)
  })

  test('prints one JSON document in the spelling of the API', async () => {
    const { importSessions } = createFakeImport({
      badLines: [{ path: '/a', count: 1, firstLine: 2 }],
    })
    const { json, code } = await lore.run(['import', '--json'], { importSessions })
    expect(code).toBe(0)
    expect(json()).toMatchObject({
      dry_run: false,
      sent: { sessions: 45, messages: 12_000, requests: 7 },
      bad_lines: [{ path: '/a', count: 1, first_line: 2 }],
      took_ms: 12_400,
    })
  })
})

describe('a dry run', () => {
  test('needs no login, asks nobody and leaves nothing behind', async () => {
    const stranger = createTestCli()
    const { importSessions, asked } = createFakeImport()
    const result = await stranger.run(['import', '--dry-run'], { importSessions })
    expect(result.code).toBe(0)
    expect(result.stdout).toContain('Would send 45 sessions with 12,000 messages')
    expect(result.stdout).toContain('nothing was sent')
    expect(result.stderr).toContain('You are not logged in, so all there is counts as new.')
    expect(asked[0]).toMatchObject({ dryRun: true, serverId: 'none' })
    expect(existsSync(stranger.configDir)).toBe(false)
    stranger.dispose()
  })

  test('cannot send anything even if the engine tried to', async () => {
    const importSessions: RunImport = async ({ client }) => {
      await client.ingest(new Uint8Array(), 'identity')
      return buildReport()
    }
    const { code } = await lore.run(['import', '--dry-run'], { importSessions })
    expect(code).toBe(1)
    expect(lore.server.asked).toEqual([])
  })

  test('knows what the server it is logged in to has, without asking it', async () => {
    const { importSessions, asked } = createFakeImport()
    await lore.run(['import', '--dry-run'], { importSessions })
    expect(asked[0]?.serverId).toBe(buildMe().team.id)
    expect(lore.server.asked).toEqual([])
  })

  test('asks a server named by the environment for its team, and goes on without it', async () => {
    const { importSessions, asked } = createFakeImport()
    const env = { LORE_SERVER: lore.server.url, LORE_KEY: PERSONAL_KEY }
    await lore.run(['import', '--dry-run'], { importSessions, env })
    expect(asked[0]?.serverId).toBe(buildMe().team.id)
    lore.server.failures.set('/v1/me', { status: 500, body: '' })
    const { code, stderr } = await lore.run(['import', '--dry-run'], { importSessions, env })
    expect(code).toBe(0)
    expect(asked[1]?.serverId).toBe('none')
    expect(stderr).toContain('does not answer')
  })

  test('is not remembered as an import', async () => {
    const path = join(lore.cli.configDir, 'state', 'last-import.json')
    writeFileSync(path, 'untouched')
    await lore.run(['import', '--dry-run'], createFakeImport())
    expect(readFileSync(path, 'utf8')).toBe('untouched')
  })
})
