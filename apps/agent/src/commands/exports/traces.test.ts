import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Blamed, BlameResponse } from '@teamlore/shared/blame'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFakeServer as startTakingServer } from '../../capture/testing/fake-server.ts'
import { environmentForGit } from '../../env.ts'
import type { AgentTrace } from '../../git/agent-trace.ts'
import { buildSessionDetail } from '../../testing/fake-data.ts'
import { PERSONAL_KEY, startFakeServer } from '../../testing/fake-server.ts'
import { createTestCli } from '../../testing/test-cli.ts'

let repository: ReturnType<typeof temporaryFolder>
let cli: ReturnType<typeof createTestCli>
beforeEach(() => {
  repository = temporaryFolder()
  cli = createTestCli()
  git('init', '-q', '-b', 'main')
})
afterEach(() => {
  cli.dispose()
  repository.remove()
})

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=a@b.test', ...args], {
    cwd: repository.path,
    encoding: 'utf8',
    env: environmentForGit(),
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
const write = (path: string, text: string): string => {
  mkdirSync(dirname(join(repository.path, path)), { recursive: true })
  writeFileSync(join(repository.path, path), text)
  return path
}
const commit = (subject: string): string => {
  git('add', '-A')
  git('commit', '-q', '-m', subject)
  return git('rev-parse', 'HEAD')
}
const asker = (url: string) => (words: string[]) =>
  cli.run(words, { cwd: repository.path, env: { LORE_SERVER: url, LORE_KEY: PERSONAL_KEY } })

const SESSION = buildSessionDetail()
const NATIVE = '0b9c2d7e-1111-4222-8333-444455556666'
const blamed = (origin: Blamed['origin']): Blamed => ({
  origin,
  confidence: 0.9,
  reasons: [],
  commit: null,
  prompt: null,
  excerpt: null,
  session:
    origin === 'session'
      ? { id: SESSION.id, title: 'Berths', tool: 'claude-code', author: { id: 'u', name: 'Ann' } }
      : null,
})

describe('lore export --format agent-trace', () => {
  let server: Awaited<ReturnType<typeof startFakeServer>>
  beforeEach(async () => {
    server = await startFakeServer({
      session: { ...SESSION, native_id: NATIVE, models: ['claude-sonnet-4-5'] },
    })
  })
  afterEach(() => server.close())

  test('writes a record for each commit: whose lines stand where, and in which session', async () => {
    write('a.ts', 'one\ntwo\n')
    commit('Begin')
    write('a.ts', 'zero\none\nhalf\n\nhalfer\ntwo\nthree\n')
    const sha = commit('Go on')
    const answer: BlameResponse = {
      answers: [blamed('person'), blamed('session')],
      lines: [0, 1, 1, 1],
    }
    server.failures.set('/v1/blame', { status: 200, body: answer })
    const { stdout, code } = await asker(server.url)(['export', '--format', 'agent-trace'])
    expect(code).toBe(0)
    expect(server.asked.find(({ path }) => path === '/v1/exports')?.body).toEqual({
      what: 'agent_traces',
      counts: { commits: 1 },
    })
    const trace = JSON.parse(stdout) as AgentTrace
    expect(trace).toMatchObject({
      version: '0.1.0',
      vcs: { type: 'git', revision: sha },
      tool: { name: 'teamlore' },
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
      metadata: { 'dev.teamlore': { sessions: [{ native_id: NATIVE }] } },
    })
    expect(trace.files).toMatchObject([
      {
        path: 'a.ts',
        conversations: [
          { contributor: { type: 'human' }, ranges: [{ start_line: 1, end_line: 1 }] },
          {
            contributor: { type: 'ai', model_id: 'anthropic/claude-sonnet-4-5' },
            url: `${server.url}/sessions/${SESSION.id}`,
            ranges: [
              { start_line: 3, end_line: 5 },
              { start_line: 7, end_line: 7 },
            ],
          },
        ],
      },
    ])
    expect(stdout).not.toContain('halfer')
    const again = await asker(server.url)(['export', 'HEAD', '--format', 'agent-trace'])
    expect((JSON.parse(again.stdout) as AgentTrace).id).toBe(trace.id)
  })

  test('leaves files out that .loreignore names, and takes ranges', async () => {
    write('.loreignore', 'secret/\n')
    write('secret/key.ts', 'hush\n')
    commit('Begin')
    write('b.ts', 'b\n')
    commit('Go on')
    server.failures.set('/v1/blame', {
      status: 200,
      body: { answers: [blamed('person')], lines: [0] },
    })
    const { stdout } = await asker(server.url)(['export', 'HEAD~1..', '--format', 'agent-trace'])
    expect(stdout.trim().split('\n')).toHaveLength(1)
    await asker(server.url)(['export', 'HEAD~1', '--format', 'agent-trace'])
    expect(JSON.stringify(server.asked)).not.toContain('secret/key.ts')
  })

  test.each([
    ['nothing', [], 'git knows no commit nothing here.'],
    ['HEAD', ['--project', 'harbour'], '--project does not go with'],
  ])('says of %s with %j what is wrong', async (ref, words, sentence) => {
    write('b.ts', 'b\n')
    commit('Go on')
    const { stderr, code } = await asker(server.url)([
      ...['export', ref, '--format', 'agent-trace'],
      ...words,
    ])
    expect(code).toBe(2)
    expect(stderr).toContain(sentence)
  })
})

describe('lore import --from agent-trace', () => {
  let server: Awaited<ReturnType<typeof startTakingServer>>
  beforeEach(async () => {
    server = await startTakingServer()
  })
  afterEach(() => server.close())

  const trace = (revision: string, from: number, to: number, more: object = {}) => ({
    version: '0.1.0',
    id: 'x',
    timestamp: '2026-05-01T09:00:00Z',
    tool: { name: 'cursor' },
    vcs: { type: 'git', revision },
    files: [
      {
        path: 'a.ts',
        conversations: [
          {
            url: `file:///home/ann/.tool/projects/x/${NATIVE}.jsonl`,
            contributor: { type: 'ai' },
            ranges: [{ start_line: from, end_line: to }],
          },
        ],
      },
    ],
    ...more,
  })

  test('sends what traces say of commits here, again where these were sent before, and counts the rest', async () => {
    write('a.ts', 'one\ntwo\n')
    const first = commit('Begin')
    write('a.ts', 'one\ntwo\nthree\n')
    const second = commit('Go on')
    const run = asker(server.baseUrl)
    await run(['link', '--backfill'])
    const byHuman = trace(second, 3, 3)
    const [file] = byHuman.files
    const lines = [
      trace(first, 1, 2),
      // Written before the commit: line 3 is none of the first one's.
      trace(first, 3, 9, { metadata: { session_id: 'another-session-1' } }),
      trace('f'.repeat(40), 1, 1),
      trace('HEAD', 1, 1),
      {
        ...byHuman,
        files: [{ ...file, conversations: [{ contributor: { type: 'human' }, ranges: [] }] }],
      },
    ]
    write(
      '.agent-trace/traces.jsonl',
      `${lines.map((one) => JSON.stringify(one)).join('\n')}\nnot json\n`,
    )
    const { code, json } = await run(['import', '--from', 'agent-trace', '--json'])
    expect(code).toBe(0)
    expect(json()).toMatchObject({
      records: 6,
      unreadable: 1,
      without_commit: 1,
      without_session: 1,
      unknown_commit: 1,
      other_lines: 1,
      commits: 1,
    })
    expect(server.commits.at(-1)?.commits).toMatchObject([
      { sha: first, noted_sessions: [{ tool: 'cursor', native_id: NATIVE, by: 'agent-trace' }] },
    ])
  })

  test('reads what was exported: both servers may know the session by its tool’s own id', async () => {
    write('a.ts', 'one\n')
    const sha = commit('Begin')
    const exported = trace(sha, 1, 1, {
      metadata: { 'dev.teamlore': { sessions: [{ id: SESSION.id, native_id: NATIVE }] } },
    })
    const path = write('mine.json', JSON.stringify([exported]))
    const { stdout } = await asker(server.baseUrl)([
      'import',
      '--from',
      'agent-trace',
      '--path',
      path,
    ])
    expect(stdout).toContain('Of 1 record, sessions of 1 commit are noted.')
    const ids = server.commits.at(-1)?.commits[0]?.noted_sessions.map(({ native_id }) => native_id)
    expect(ids).toEqual([NATIVE, SESSION.id])
  })

  test('of git-ai’s notes that came after their commits, a backfill sends those commits again, once', async () => {
    write('a.ts', 'one\n')
    const sha = commit('Begin')
    const run = asker(server.baseUrl)
    await run(['link', '--backfill'])
    const prompts = { key: { agent_id: { tool: 'claude', id: NATIVE } } }
    git('notes', '--ref=ai', 'add', '-m', `a.ts\n---\n${JSON.stringify({ prompts })}`, sha)
    for (let n = 0; n < 2; n++) await run(['link', '--backfill'])
    expect(server.commits.map(({ commits }) => commits)).toMatchObject([
      [{ sha, noted_sessions: [] }],
      [{ sha, noted_sessions: [{ native_id: NATIVE, by: 'git-ai' }] }],
    ])
  })

  test('sends nothing in a dry run, and says where it looked for traces', async () => {
    write('a.ts', 'one\n')
    const path = write('t.json', JSON.stringify(trace(commit('Begin'), 1, 1)))
    const run = asker(server.baseUrl)
    const dry = await run(['import', '--from', 'agent-trace', '--path', path, '--dry-run'])
    expect(dry.stdout).toContain('would be noted')
    expect(server.commits).toEqual([])
    const none = await run(['import', '--from', 'agent-trace'])
    expect(none.code).toBe(2)
    expect(none.stderr).toContain('.agent-trace/traces.jsonl')
  })
})
