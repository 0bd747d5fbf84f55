import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Blamed, BlameResponse } from '@teamlore/shared/blame'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../../env.ts'
import { PERSONAL_KEY, startFakeServer } from '../../testing/fake-server.ts'
import { createTestCli } from '../../testing/test-cli.ts'

let repository: ReturnType<typeof temporaryFolder>
let server: Awaited<ReturnType<typeof startFakeServer>>
let cli: ReturnType<typeof createTestCli>
beforeEach(async () => {
  repository = temporaryFolder()
  server = await startFakeServer()
  cli = createTestCli()
  await cli.run(['login', '--server', server.url, '--key', PERSONAL_KEY])
  git('init', '-q', '-b', 'main')
})
afterEach(async () => {
  cli.dispose()
  await server.close()
  repository.remove()
})

const blame = (...words: string[]) => cli.run(['blame', ...words], { cwd: repository.path })
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=a@b.test', ...args], {
    cwd: repository.path,
    encoding: 'utf8',
    env: environmentForGit(),
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
const write = (path: string, text: string): void => {
  writeFileSync(join(repository.path, path), text)
}
const commit = (subject: string): string => {
  git('add', '-A')
  git('commit', '-q', '-m', subject)
  return git('rev-parse', 'HEAD')
}
const HARBOUR = ['const berths = 12', 'const tide = readTide()', 'const ferry = moor(berths)']

const BY_SESSION: Blamed = {
  origin: 'session',
  confidence: 0.95,
  reasons: ['it wrote this line'],
  commit: null,
  session: {
    id: 'ses_01k9x2f0000000000000000000',
    title: 'Number the berths',
    tool: 'claude-code',
    author: { id: 'usr_01k9x2f0000000000000000000', name: 'Ann' },
  },
  prompt: { message_id: 'msg_1', text: 'Number the `berths`\u001b[31m', at: null },
  excerpt: { message_id: 'msg_2', text: 'I count them.', at: null },
}
const PERSON: Blamed = {
  ...BY_SESSION,
  origin: 'person',
  session: null,
  prompt: null,
  excerpt: null,
  confidence: 0.9,
}
const say = (body: BlameResponse): void => {
  server.failures.set('/v1/blame', { status: 200, body })
}

describe('lore blame', () => {
  test('reports lines in three forms: for people, as JSON and as Markdown', async () => {
    write('harbour.ts', `${HARBOUR.join('\n')}\n`)
    const sha = commit('Number the berths')
    say({ answers: [BY_SESSION, PERSON], lines: [0, 0, 1] })
    const { stdout, code } = await blame('harbour.ts')
    expect(code).toBe(0)
    expect(stdout).toContain(sha.slice(0, 10))
    expect(stdout).toContain('claude-code session "Number the berths"')
    expect(stdout).toContain('a person wrote this')
    expect(stdout).toContain('90 % sure')
    expect(stdout).not.toContain('\u001b[31m')
    const { lines } = (await blame('harbour.ts', '--json')).json() as {
      lines: { line: number; sha: string; blamed: Blamed }[]
    }
    expect(lines.map(({ line, blamed }) => [line, blamed.origin])).toEqual([
      [1, 'session'],
      [2, 'session'],
      [3, 'person'],
    ])
    const markdown = (await blame('harbour.ts', '--markdown')).stdout
    expect(markdown).toContain('## Lines 1-2')
    expect(markdown).toContain('- Session: ses_01k9x2f0000000000000000000')
    expect(markdown).not.toContain('`berths`')
  })

  test('shows the code, and says a title once, whatever braces stand between', async () => {
    const code = [
      'export const moor = (ferry) => {',
      '  if (ferry.isLate) {',
      '    ring()',
      '  }',
      '',
      '}',
      'export const tide = 4',
    ]
    write('quay.ts', `${code.join('\n')}\n`)
    const sha = commit('Moor the ferry')
    const surer: Blamed = { ...BY_SESSION, confidence: 0.99 }
    // A brace is like every other brace, so its answer is another one.
    say({ answers: [BY_SESSION, PERSON, surer], lines: [0, 0, 0, 1, 1, 1, 2] })
    const { stdout } = await blame('quay.ts')
    for (const line of code) expect(stdout).toContain(line)
    expect(stdout.split('Number the berths"')).toHaveLength(2)
    expect(stdout.split('asked: ')).toHaveLength(2)
    expect(stdout.split('Moor the ferry')).toHaveLength(2)
    expect(stdout.split(sha.slice(0, 10))).toHaveLength(3)
    expect(stdout).toMatch(/^1-6 {6}/m)
    expect(stdout).toMatch(/^7 {8}/m)
    expect(stdout).toContain('as above, 99 % sure')
    expect(stdout).not.toContain('a person wrote this')
    // A script is given each line by itself.
    const { lines } = (await blame('quay.ts', '--json')).json() as { lines: { blamed: Blamed }[] }
    expect(lines.map(({ blamed }) => blamed.origin)[3]).toBe('person')
  })

  test('asks by fingerprint alone: no code leaves the machine', async () => {
    write('harbour.ts', `${HARBOUR.join('\n')}\n`)
    commit('One')
    say({ answers: [PERSON], lines: [0] })
    await blame('harbour.ts:2')
    const { body } = server.asked.find(({ path }) => path === '/v1/blame') ?? {}
    expect(JSON.stringify(body)).not.toContain('readTide')
    expect(body).toMatchObject({
      lines: [{ path: 'harbour.ts', print: expect.stringMatching(/^[0-9a-f]{16}$/) }],
    })
  })

  test('follows lines that moved to another file, and knows what is not committed', async () => {
    const block = Array.from({ length: 12 }, (_, n) => `export const quay${n} = moorAt(${n})`)
    write('old.ts', `${block.join('\n')}\n`)
    const first = commit('Write the quays')
    git('mv', 'old.ts', 'new.ts')
    commit('Move them')
    write('new.ts', `${block.join('\n')}\nconst fresh = 1\n`)
    say({ answers: [PERSON], lines: Array.from({ length: 13 }, () => 0) })
    await blame('new.ts')
    const asked = server.asked.find(({ path }) => path === '/v1/blame')
    const { lines = [] } = (asked?.body ?? {}) as {
      lines?: { path: string; sha: string | null; print: string }[]
    }
    expect(lines[0]).toMatchObject({ path: 'old.ts', sha: first })
    expect(lines[12]).toMatchObject({ path: 'new.ts', sha: null })
  })

  test.each([
    ['is in no commit yet', true],
    ['lies in a repository without commits', false],
  ])('asks of each line of a file that %s as of one that was changed', async (_, isCommitted) => {
    write('old.ts', 'const old = 1\n')
    if (isCommitted) commit('One')
    mkdirSync(join(repository.path, 'new [1]'))
    write('new [1]/harbour.ts', `${HARBOUR.join('\n')}\n\n`)
    const reasons = ['no captured session wrote this line']
    const unknown: Blamed = { ...PERSON, origin: 'unknown', confidence: 0, reasons }
    say({ answers: [BY_SESSION, unknown], lines: [0, 0, 1] })
    const { stdout, code } = await blame('new [1]/harbour.ts')
    expect(code).toBe(0)
    expect(stdout).toMatch(/1-2 +not committed yet\n.*session "Number the berths"/)
    expect(stdout).toMatch(/3-4 +not committed yet\n +unknown: no captured session wrote/)
    const { body } = server.asked.find(({ path }) => path === '/v1/blame') ?? {}
    const print = expect.stringMatching(/^[0-9a-f]{16}$/)
    const line = { path: 'new [1]/harbour.ts', sha: null, print }
    expect(body).toEqual({ lines: [line, line, line] })
    say({ answers: [BY_SESSION], lines: [0] })
    const ranged = (await blame('new [1]/harbour.ts:2-2', '--json')).json() as { lines: object[] }
    expect(ranged.lines).toMatchObject([{ line: 2, text: HARBOUR[1], sha: null }])
    expect((await blame('new [1]/harbour.ts:9')).stderr).toContain('has only 4 lines')
  })

  test('says what git says where the server does not answer', async () => {
    write('harbour.ts', `${HARBOUR.join('\n')}\n`)
    const sha = commit('One')
    server.failures.set('/v1/blame', {
      status: 422,
      body: { error: { code: 'x.y', message: 'Not today.' } },
    })
    const { stdout, stderr, code } = await blame('harbour.ts:1-2')
    expect(code).toBe(0)
    expect(stdout).toContain(sha.slice(0, 10))
    expect(stderr).toContain('Only what git says')
  })

  test.each([
    ['nothing.ts', 'There is no file nothing.ts here.'],
    ['harbour.ts:9-2', 'no range of lines'],
    ['harbour.ts:500', 'fatal'],
  ])('of %s says what is wrong', async (place, words) => {
    write('harbour.ts', `${HARBOUR.join('\n')}\n`)
    commit('One')
    const { stderr, code } = await blame(place)
    expect(code).not.toBe(0)
    expect(stderr).toContain(words)
  })
})
