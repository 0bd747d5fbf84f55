import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorBody } from '../../testing/fake-server.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

const askedFor = () => lore.server.asked.find(({ path }) => path === '/v1/context')?.query

describe('lore context', () => {
  test('prints the brief as Markdown, and nothing else on stdout', async () => {
    const { code, stdout, stderr } = await lore.run(['context', '--project', 'harbour'])
    expect(code, stderr).toBe(0)
    expect(stdout).toBe('# Brief\n\n- The writer takes the lock first.\n')
    expect(stderr).toContain('`lore show ID`')
    expect(lore.server.asked[0]?.query).toEqual({ project: 'harbour' })
  })

  test('is asked by what is about to be done, within a budget', async () => {
    lore.server.world.brief.left_out = { count: 4, tokens: 210, named: [] }
    const { stderr } = await lore.run(['context', '--budget', '500', 'mend', 'the', 'lock'])
    expect(askedFor()).toEqual({ q: 'mend the lock', budget_tokens: '500' })
    expect(stderr).toContain('4 left out for the budget (210 tokens)')
    expect((await lore.run(['context', '--budget', '99'])).code).toBe(2)
  })

  test('is of a session that goes on, for whom it is read by', async () => {
    const { code, stderr } = await lore.run([
      ...['context', '--session', 'abc-1', '--model', 'claude-sonnet-4-5', '--share', '5'],
    ])
    expect(code, stderr).toBe(0)
    expect(askedFor()).toEqual({ session: 'abc-1', model: 'claude-sonnet-4-5', share: '5' })
    expect((await lore.run(['context', '--share', '5'])).code).toBe(2)
    expect((await lore.run(['context', '--share', '31', '--model', 'x'])).code).toBe(2)
    const both = ['context', '--share', '5', '--model', 'x', '--budget', '900']
    expect((await lore.run(both)).stderr).toContain('exclude each other')
    for (const name of ['session', 'project', 'model'])
      expect((await lore.run(['context', `--${name}`, ''])).stderr).toContain(`--${name} is empty`)
    expect((await lore.run(['context', '--last', '--session', 'abc-1'])).code).toBe(2)
  })

  describe('in a repository', () => {
    const REMOTE = 'https://git.test/acme/harbour.git'
    const makeRepository = (remote: string | null): string => {
      const folder = lore.cli.path(`repository-${remote === null ? 'alone' : 'known'}`)
      mkdirSync(join(folder, 'src'), { recursive: true })
      execFileSync('git', ['init', '-q', folder])
      if (remote !== null)
        execFileSync('git', ['-C', folder, 'config', 'remote.origin.url', remote])
      return folder
    }
    test('is of that repository, in its folders too, with a question and without', async () => {
      const cwd = join(makeRepository(REMOTE), 'src')
      expect((await lore.run(['context'], { cwd })).code).toBe(0)
      expect(askedFor()).toEqual({ project: REMOTE })
      lore.server.asked.length = 0
      await lore.run(['context', 'mend', 'it'], { cwd })
      expect(askedFor()).toEqual({ project: REMOTE, q: 'mend it' })
    })

    test('is of another project, or of all of them, where that is asked for', async () => {
      const cwd = makeRepository(REMOTE)
      await lore.run(['context', '--project', 'beacon'], { cwd })
      expect(askedFor()).toEqual({ project: 'beacon' })
      lore.server.asked.length = 0
      await lore.run(['context', '--all'], { cwd })
      expect(askedFor()).toEqual({})
      expect((await lore.run(['context', '--all', '--project', 'x'], { cwd })).code).toBe(2)
    })

    test('that the server does not know is never of others: it says what to do', async () => {
      const { code, stdout, stderr } = await lore.run(['context'], { cwd: makeRepository(null) })
      expect(code).toBe(2)
      expect(stdout).toBe('')
      expect(stderr).toContain('knows no project of this folder')
      expect(stderr).toContain('--all')
      expect(askedFor()).toBeUndefined()
    })
  })

  test('is the answer of the API on demand, and passes refusals on', async () => {
    expect((await lore.run(['context', '--json'])).json()).toEqual(lore.server.world.brief)
    const body = errorBody('search.unavailable', 'The search cannot answer now.')
    lore.server.failures.set('/v1/context', { status: 503, body })
    const { code, stderr } = await lore.run(['context'])
    expect(code).toBe(1)
    expect(stderr).toContain('The search cannot answer now.')
  })
})

describe('lore context --last', () => {
  const TOKEN = `ghp_${'aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5'.slice(0, 36)}`
  const give = (project: string, text: string): void => {
    const hooks = join(lore.cli.configDir, 'state', 'hooks')
    const place = join(hooks, 'briefs', project)
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'given'), text)
    writeFileSync(join(place, 'given.tool'), 'codex\n')
    writeFileSync(join(place, 'given.session'), 'thread-7\n')
    writeFileSync(join(hooks, 'last'), `${project}\n`)
  }

  test('says that none was given yet, without asking the server', async () => {
    const { code, stdout } = await lore.run(['context', '--last'])
    expect(code).toBe(0)
    expect(stdout).toContain('No session on this machine was given a brief')
    expect((await lore.run(['context', '--last', '--json'])).json()).toEqual({ last: null })
    expect(lore.server.asked).toEqual([])
  })

  test('shows the text, when it was given, to which tool and session, without secrets', async () => {
    const project = lore.cli.path('harbour')
    mkdirSync(join(project, '.git'), { recursive: true })
    give(project, `# Brief\n\u001b]0;x\u0007token ${TOKEN}\n`)
    const { stdout, stderr } = await lore.run(['context', '--last'], { cwd: project })
    expect(stdout).toMatch(/^# Brief\ntoken \[REDACTED/)
    expect(stderr).toContain('to codex, session thread-7, in ')
    const elsewhere = await lore.run(['context', '--last'])
    expect(elsewhere.stderr).toContain('No brief was given in')
    expect(elsewhere.stdout).toBe(stdout)
    const json = (await lore.run(['context', '--last', '--json'], { cwd: project })).json()
    expect(json).toMatchObject({ last: { tool: 'codex', session: 'thread-7', folder: project } })
    expect(JSON.stringify(json)).not.toContain(TOKEN)
  })

  test('goes alone', async () => {
    expect((await lore.run(['context', '--last', '--project', 'x'])).code).toBe(2)
  })
})
