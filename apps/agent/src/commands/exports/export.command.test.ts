import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildMessage, buildSession, buildSessionDetail, fakeId } from '../../testing/fake-data.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
let folder: ReturnType<typeof temporaryFolder>
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => {
  lore.reset()
  folder?.remove()
  folder = temporaryFolder()
})
afterAll(async () => {
  folder.remove()
  await lore.close()
})

const SESSION = fakeId('ses', 1)
const TOKEN = `ghp_${'aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5'.slice(0, 36)}`
const OWN_RULES = { rules: [{ name: 'berths', pattern: 'berth-[a-z]+-code' }], allow: [] }
const at = (name: string) => join(folder.path, name)
const read = (name: string) => readFileSync(at(name), 'utf8')
const run = (...words: string[]) => lore.run(['export', ...words])

describe('lore export', () => {
  test('prints one session as Markdown', async () => {
    const { code, stdout, stderr } = await run(SESSION)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^# /)
    expect(stdout).toContain('| Tool | claude-code')
    expect(stdout).toContain('\n## Ana')
    expect(stdout).toContain('\n> Why does berth 0 refuse the tide table?\n')
  })

  test('is the session and its transcript as JSON', async () => {
    for (const words of [['--format', 'json'], ['--json']]) {
      const result = await run(SESSION, ...words)
      expect(result.json()).toMatchObject({
        server: lore.server.url,
        session: { id: SESSION },
        messages: [{ id: fakeId('msg', 0), parent_id: null }, { parent_id: fakeId('msg', 0) }],
      })
    }
  })

  test('goes into a file in the format its name says, for its owner’s eyes', async () => {
    const { code, stdout } = await run(SESSION, '--out', at('one.html'))
    expect(code).toBe(0)
    expect(stdout).toContain('2 messages')
    expect(read('one.html')).toMatch(/^<!doctype html>/)
    expect(statSync(at('one.html')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder.path)).toEqual(['one.html'])
  })

  test('writes over nothing unless asked to, and then replaces a link rather than follow it', async () => {
    writeFileSync(at('mine.md'), 'mine')
    symlinkSync(at('mine.md'), at('link.md'))
    for (const name of ['mine.md', 'link.md']) {
      const { code, stderr } = await run(SESSION, '--out', at(name))
      expect(code).toBe(1)
      expect(stderr).toContain('is there already')
      expect(stderr).toContain('--force')
    }
    expect((await run(SESSION, '--out', at('link.md'), '--force')).code).toBe(0)
    expect(read('mine.md')).toBe('mine')
    expect(read('link.md')).toMatch(/^# /)
    expect(readdirSync(folder.path).sort()).toEqual(['link.md', 'mine.md'])
  })

  test('of a project writes a file each, whose name leads nowhere else', async () => {
    const titles = ['../../etc/passwd', 'CON', 'ä/b\\c\u0000\u202egnp', '日本']
    lore.server.world.otherSessions = titles.map((title, index) =>
      buildSessionDetail({ id: fakeId('ses', 10 + index), title }),
    )
    lore.server.world.sessions = lore.server.world.otherSessions.map(({ id, title }) =>
      buildSession({ id, title }),
    )
    const out = at('deep/er')
    const { code, stdout } = await run('--project', 'harbour', '--out', out, '--json')
    expect(code).toBe(0)
    const names = readdirSync(out).sort()
    expect(names).toHaveLength(4)
    for (const name of names)
      expect(name).toMatch(/^(\d{4}-\d\d-\d\d|undated)-[a-z0-9-]*ses_\w+\.md$/)
    expect(names.join()).toContain('etc-passwd')
    expect(JSON.parse(stdout)).toMatchObject({
      format: 'markdown',
      files: { length: 4 },
      refused: [],
    })
    const again = await run('--project', 'harbour', '--out', out)
    expect(again.code).toBe(1)
    expect(again.stderr.match(/is there already/g)).toHaveLength(4)
  })

  test('leaves nothing behind when it breaks off', async () => {
    lore.server.failures.set(`/v1/sessions/${SESSION}/messages`, { status: 500, body: '' })
    expect((await run(SESSION, '--out', at('one.md'))).code).toBe(1)
    expect(readdirSync(folder.path)).toEqual([])
    expect(existsSync(at('one.md'))).toBe(false)
  })

  test('takes secrets out again on the way, by the rules of this machine too', async () => {
    lore.server.world.session = buildSessionDetail({ title: `use ${TOKEN}`, cwd: `/x/${TOKEN}` })
    lore.server.world.messages = [
      buildMessage(0, 'human', [`my token is ${TOKEN} and berth-seven-code`]),
      buildMessage(1, 'assistant', [
        { type: 'tool_call', id: 'c', name: 'Bash', input: { command: `curl ${TOKEN}` } },
        { type: 'tool_result', tool_call_id: 'c', text: TOKEN, is_error: false },
      ]),
    ]
    mkdirSync(lore.cli.configDir, { recursive: true })
    const rules = join(lore.cli.configDir, 'redaction.json')
    writeFileSync(rules, JSON.stringify(OWN_RULES), { mode: 0o600 })
    for (const format of ['markdown', 'json', 'html']) {
      const { stdout, stderr } = await run(SESSION, '--format', format)
      expect(stdout, stderr).not.toContain(TOKEN)
      expect(stdout).not.toContain('berth-seven-code')
      expect(stdout).toContain('REDACTED')
    }
  })

  test.each([
    [[], /Say what to export/],
    [[SESSION, '--project', 'x'], /do not go together/],
    [['msg_01k9x2f0aa'], /no id of a session/],
    [[SESSION, fakeId('ses', 2)], /--out is missing/],
    [['--project', 'x'], /--out is missing/],
    [[SESSION, '--format', 'htm'], /Did you mean html\?/],
    [[SESSION, '--json', '--format', 'html'], /Leave --format out/],
  ])('%j is wrong usage', async (words, expected) => {
    const { code, stderr } = await run(...words)
    expect(code).toBe(2)
    expect(stderr).toMatch(expected)
  })

  test('says that a project has no sessions', async () => {
    lore.server.world.sessions = []
    const { code, stderr } = await run('--project', 'nowhere', '--out', at('x'))
    expect(code).toBe(1)
    expect(stderr).toContain('no session of a project "nowhere"')
  })
})

describe('lore export --mine', () => {
  test('writes who one is, own memories, and each own session in both forms', async () => {
    const { code } = await run('--mine', '--out', at('all'))
    expect(code).toBe(0)
    const names = readdirSync(at('all/sessions')).map((name) => name.replace(/^.*\./, ''))
    expect([...new Set(names)].sort()).toEqual(['json', 'md'])
    expect(JSON.parse(read('all/me.json')).user.id).toMatch(/^usr_/)
    expect(JSON.parse(read('all/memories.json'))).toBeInstanceOf(Array)
  })

  test('with --json says what it wrote in one document', async () => {
    const { stdout, stderr } = await run('--mine', '--out', at('all'), '--json')
    const said = JSON.parse(stdout)
    expect(said).toMatchObject({ formats: ['json', 'markdown'], refused: [] })
    expect(said.about.map(({ path }: { path: string }) => path)).toContain(at('all/me.json'))
    expect(new Set(said.files.map(({ path }: { path: string }) => path.split('.').at(-1)))).toEqual(
      new Set(['json', 'md']),
    )
    expect(stderr).toBe('')
  })

  test('again leaves what is there, and writes the rest all the same', async () => {
    await run('--mine', '--out', at('all'))
    const [gone = ''] = readdirSync(at('all/sessions'))
    rmSync(at(`all/sessions/${gone}`))
    writeFileSync(at('all/me.json'), 'mine')
    const again = await run('--mine', '--out', at('all'))
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('me.json is there already')
    expect(readdirSync(at('all/sessions'))).toContain(gone)
    expect(read('all/me.json')).toBe('mine')
    expect((await run('--mine', '--out', at('all'), '--force')).code).toBe(0)
    expect(JSON.parse(read('all/me.json')).user.id).toMatch(/^usr_/)
  })

  test('in the one form that is named writes all the rest, too', async () => {
    const { code } = await run('--mine', '--format', 'html', '--out', at('all'))
    expect(code).toBe(0)
    expect(readdirSync(at('all')).sort()).toEqual([
      'me.json',
      'memories.json',
      'memories.md',
      'sessions',
    ])
    for (const name of readdirSync(at('all/sessions'))) expect(name).toMatch(/\.html$/)
  })

  test('of somebody who has no session says so', async () => {
    lore.server.world.sessions = []
    const { code, stdout, stderr } = await run('--mine', '--out', at('all'))
    expect(code).toBe(0)
    expect(stdout).toContain('me.json')
    expect(stderr).toContain('0 sessions')
  })

  test('wants a folder, and nothing beside it', async () => {
    expect((await run('--mine')).stderr).toContain('--out is missing')
    expect((await run(SESSION, '--mine', '--out', at('all'))).code).toBe(2)
    expect(readdirSync(folder.path)).toEqual([])
  })
})
