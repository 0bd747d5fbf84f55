import { PassThrough } from 'node:stream'
import { ApiError } from '@teamlore/shared'
import { TOOL_NAMES } from '@teamlore/sources/tool-names'
import { afterAll, describe, expect, test } from 'vitest'
import { parseTime } from '../commands/shared/parse-time.ts'
import { readSecret } from '../commands/shared/read-secret.ts'
import { CliError } from '../errors/cli-error.ts'
import { describeError } from '../errors/describe-error.ts'
import { createTestCli } from '../testing/test-cli.ts'

const cli = createTestCli()
afterAll(() => cli.dispose())

describe('the command line', () => {
  test('prints its version and nothing else', async () => {
    const result = await cli.run(['--version'])
    expect(result).toMatchObject({ code: 0, stderr: '' })
    expect(result.stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/)
  })

  test.each([[[]], [['--help']], [['help']]])('shows its help for %j', async (words) => {
    const { code, stdout } = await cli.run(words)
    expect(code).toBe(0)
    for (const command of ['login', 'import', 'status', 'sessions', 'show', 'search'])
      expect(stdout).toMatch(new RegExp(`^  ${command}`, 'm'))
    expect(stdout).toContain('Examples:')
    expect(stdout).toContain('Exit codes: 0 done')
  })

  test('lists its commands in groups, each where one looks for it', async () => {
    const { stdout } = await cli.run(['--help'])
    const [commands = ''] = stdout.split('\nExamples:')
    const groups = new Map(
      commands.split(/\n\n/).map((part) => {
        const [title = '', ...lines] = part.split('\n')
        return [title, lines.flatMap((line) => /^ {2}([a-z]+)/.exec(line)?.[1] ?? [])] as const
      }),
    )
    expect(groups.get('Lorebooks:')).toEqual(['book'])
    expect(groups.get('Team and access:')).toEqual(
      expect.arrayContaining([
        'home',
        'team',
        'projects',
        'share',
        'forget',
        'retention',
        'holdout',
        'integrations',
        'webhooks',
      ]),
    )
    // What nobody put into a group stands in one that says nothing.
    expect(groups.get('Commands:')).toEqual(['help'])
  })

  test('speaks of no names of its code in any help', async () => {
    const { stdout } = await cli.run(['--help'])
    const names = [...stdout.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name)
    for (const name of names) {
      const help = (await cli.run([name, '--help'])).stdout
      expect([name, /\b[a-z]+[A-Z]\w*/.exec(help)?.[0]]).toEqual([name, undefined])
    }
  })

  test.each(['login', 'import', 'status', 'sessions', 'show', 'search'])(
    'has help with examples and --json for %s',
    async (command) => {
      const { code, stdout } = await cli.run([command, '--help'])
      expect(code).toBe(0)
      expect(stdout).toContain(`$ lore ${command}`)
      expect(stdout).toContain('--json')
    },
  )

  test('the help of an import names every tool', async () => {
    const { stdout } = await cli.run(['import', '--help'])
    for (const name of TOOL_NAMES) expect(stdout).toContain(name)
  })

  test('suggests the nearest command for a mistyped one', async () => {
    const { code, stdout, stderr } = await cli.run(['serach', 'x'])
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain("Unknown command 'serach'. Did you mean search?")
    expect(stderr).toContain('lore --help')
  })

  test.each([
    [['agents-md', 'policy', '--bad'], 'lore agents-md policy --help'],
    [['agents-md', 'check', '--bad'], 'lore agents-md check --help'],
    [['show', '--bad'], 'lore show --help'],
  ])('names the help of the very command for %j', async (words, help) => {
    expect((await cli.run(words)).stderr).toContain(`\`${help}\``)
  })

  test.each([
    [['sessions', '--projct', 'x'], /Did you mean --project\?/],
    [['help', 'serach'], /Unknown command 'serach'\. Did you mean search\?\n/],
    [['help', 'zzzzzzzz'], /Unknown command 'zzzzzzzz'\.\n/],
    [['search', 'x', '--limit', '-1'], /argument '-1' is invalid/],
    [['show'], /Missing required argument 'id'/],
    [['show', 'a', 'b'], /Too many arguments/],
    [['search', 'x', '--limit', '101'], /whole number from 1 to 100/],
    [['sessions', '--limit', '1.5'], /whole number from 1 to 200/],
    [['search', 'tide', '--draft'], /Unknown option '--draft'/],
    [['show', '-x'], /Unknown option '-x'/],
    [['show', '../../v1/keys'], /no id that can be shown/],
    [['show', 'key_01k9x2f0'], /no id that can be shown/],
    [['sessions', '--since', 'gestern'], /2026-05-01/],
    [['login', '--key', 'tlk_x'], /--server is missing/],
    [['import', '--tool', 'emacs'], /claude-code/],
    [['import', '--tool', 'cluade-code'], /Did you mean claude-code\?/],
    [['scan', '--tool', 'codx'], /Did you mean codex\?/],
    [['hooks', 'install', '--tool', 'gemini-cli'], /Did you mean gemini\?/],
    [['hooks', 'instal'], /Did you mean install\?/],
    [['daemon', 'statsu'], /Did you mean status\?/],
    [['import', '--from', 'claude-mm'], /Did you mean claude-mem\?/],
    [['timeline', 'obs_01k9x2f0', '--kinds', 'prompts'], /Did you mean prompt\?/],
    [['timeline', 'obs_01k9x2f0', '--within', 'projct'], /Did you mean project\?/],
    [['completions', 'zhs'], /Did you mean zsh\?/],
  ])('%j is wrong usage', async (words, expected) => {
    const { code, stdout, stderr } = await cli.run(words)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(expected)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  test('shows scripts in JSON what was wrong, and people beside it', async () => {
    for (const words of [
      ['serach', '--json'],
      ['--json', 'show'],
      ['status', '--json'],
    ]) {
      const result = await cli.run(words)
      expect(result.json()).toMatchObject({ error: { code: expect.stringMatching(/^cli\./) } })
      expect(result.stderr).not.toBe('')
      expect(result.code).toBeGreaterThan(0)
    }
  })

  test('does not take a word behind -- for an option', async () => {
    const { stdout, stderr } = await cli.run(['search', '--', '--json'])
    expect(stdout).toBe('')
    expect(stderr).toContain('not logged in')
  })

  test.each([
    [['search', '-x']],
    [['search', '-draft', 'tide']],
    [['search', 'tide', '-Volume', '--limit', '3']],
    [['search', '-help me']],
    [['search', '--json is broken']],
    [['context', '-1', 'is', 'returned']],
    [['memories', '-lock']],
    [['remember', '-1 is returned for a berth that is not known.']],
    [['handover', '-0 equals 0.', '--quote', '-0 === 0 holds there']],
  ])('takes a word that begins with a dash for a word: %j', async (words) => {
    const { code, stderr } = await cli.run(words)
    expect(stderr).toContain('not logged in')
    expect(code).toBe(1)
  })

  test('makes what was typed harmless before it repeats it', async () => {
    const { stderr } = await cli.run(['\u001b]0;title\u0007\u009b2Jx\u202e'])
    expect(stderr).toContain("Unknown command 'x\\u202e'")
    expect(stderr.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
  })

  test('shows where an error happened only when asked to', async () => {
    const broken = { importSessions: () => Promise.reject(new Error('the engine broke')) }
    const words = ['import', '--dry-run']
    const quiet = await cli.run(words, broken)
    expect(quiet.code).toBe(1)
    expect(quiet.stderr).toContain('the engine broke')
    expect(quiet.stderr).toContain('LORE_DEBUG=1')
    expect(quiet.stderr).not.toMatch(/\n\s+at /)
    const loud = await cli.run(words, { ...broken, env: { LORE_DEBUG: '1' } })
    expect(loud.stderr).toMatch(/\n\s+at /)
  })
})

describe('a moment', () => {
  const now = new Date('2026-05-10T15:30:00.000Z')
  test.each([
    ['2026-05-01', 'since', '2026-05-01T00:00:00.000Z'],
    ['2026-05-01', 'until', '2026-05-02T00:00:00.000Z'],
    ['2026-05-01T10:00:00+02:00', 'until', '2026-05-01T08:00:00.000Z'],
    ['today', 'since', '2026-05-10T00:00:00.000Z'],
    ['Yesterday', 'since', '2026-05-09T00:00:00.000Z'],
    ['yesterday', 'until', '2026-05-10T00:00:00.000Z'],
    ['12h', 'since', '2026-05-10T03:30:00.000Z'],
    ['7d', 'since', '2026-05-03T15:30:00.000Z'],
    ['2w', 'until', '2026-04-26T15:30:00.000Z'],
    ['1y', 'since', '2025-05-10T15:30:00.000Z'],
  ] as const)('%s as %s is %s', (typed, edge, iso) => {
    expect(parseTime(typed, edge, now)).toBe(iso)
  })

  test.each(['', 'soon', '2026-02-31', '2026-13-01', '01.05.2026', '7', '-7d', '2026-05-01T99'])(
    '"%s" is none',
    (typed) => {
      expect(() => parseTime(typed, 'since', now)).toThrow(CliError)
    },
  )
})

describe('a secret from stdin', () => {
  const read = async (typed: string, isTTY: boolean) => {
    const stdin = Object.assign(new PassThrough(), isTTY ? { isTTY } : {})
    const seen: string[] = []
    stdin.end(typed)
    const secret = await readSecret({ stdin, ask: () => seen.push('asked'), done: () => undefined })
    return { secret, seen }
  }

  test('is its first line that is not empty', async () => {
    expect(await read('\n tlk_abc \nmore', false)).toEqual({ secret: 'tlk_abc', seen: [] })
  })

  test('is asked for at a terminal', async () => {
    expect(await read('tlk_abc\r', true)).toEqual({ secret: 'tlk_abc', seen: ['asked'] })
  })

  test('may be missing', async () => {
    expect((await read('', false)).secret).toBe('')
  })

  test('may be refused with Ctrl-C', async () => {
    await expect(read('tlk_a\u0003', true)).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('an error as a sentence', () => {
  const api = (status: number, code: string, fields: object = {}) =>
    describeError(new ApiError({ status, code, message: 'The server’s own words.', ...fields }))

  test('says what to do about a key that is not known', () => {
    expect(api(401, 'access.unauthenticated')).toMatchObject({
      message: expect.stringContaining('does not know this key'),
      hint: expect.stringContaining('lore login'),
      exitCode: 1,
    })
  })

  test.each([
    [404, 'route.not_found'],
    [404, 'http.status_404'],
    [400, 'request.invalid'],
    [200, 'client.unexpected_answer'],
  ])('suspects different versions at %i %s', (status, code) => {
    const { message, hint } = api(status, code)
    expect(`${message} ${hint}`).toMatch(/version/)
  })

  test('keeps the words of the server where they say it best', () => {
    expect(api(404, 'session.not_found').message).toBe('The server’s own words.')
  })

  test('names examples when the beginning of an id is not enough', () => {
    const details = { examples: ['ses_01a', 'ses_01b'] }
    expect(api(422, 'id.ambiguous', { details }).hint).toBe('Such as ses_01a, ses_01b.')
  })

  test('says how long to wait', () => {
    expect(api(429, 'access.rate_limited', { retryAfterMs: 2_300 }).hint).toBe('Try again in 3 s.')
  })

  test('ends with 130 when it was stopped', () => {
    expect(api(0, 'client.aborted').exitCode).toBe(130)
    expect(describeError(new DOMException('x', 'AbortError')).exitCode).toBe(130)
  })

  test('knows what the system says about files', () => {
    const error = Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/root/x' })
    expect(describeError(error).message).toBe('/root/x may not be read or written by you.')
  })

  test.each(['ENOSPC', 'EDQUOT', 'EMFILE'])(
    'says what is wrong with the machine when a file fails without its name: %s',
    (code) => {
      const error = Object.assign(new Error(`${code}: write`), { code })
      expect(describeError(error).code).toBe(`system.${code}`)
    },
  )

  test('has words for what nobody foresaw', () => {
    expect(describeError('odd')).toMatchObject({ code: 'internal', exitCode: 1 })
  })
})
