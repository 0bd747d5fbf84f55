import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../env.ts'
import { fakeId } from '../testing/fake-data.ts'
import { errorBody } from '../testing/fake-server.ts'
import { type LoggedInCli, openLoggedInCli } from '../testing/logged-in-cli.ts'

let lore: LoggedInCli
let cwd: string
beforeAll(async () => {
  lore = await openLoggedInCli()
  cwd = lore.cli.path('harbour')
  mkdirSync(cwd, { recursive: true })
  const remote = ['remote', 'add', 'origin', 'https://git.test/acme/harbour.git']
  for (const words of [['init', '-q'], remote])
    execFileSync('git', words, { cwd, env: environmentForGit() })
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

const MEM = fakeId('mem', 1)

test.each<[string[], string]>([
  [['why', ''], 'No file is named.'],
  [['why', '/etc/passwd'], '/etc/passwd lies outside of this project'],
  [['why', '../../../etc/passwd'], '../../../etc/passwd lies outside of this project'],
  [['why', '.'], '. is the folder of the whole project.'],
  [['why', 'x.ts:0'], '0 is no range of lines.'],
  [['remember', '--file', 'x.ts', 'Tides are loaded once.'], 'Write the sentence first'],
  [['remember', '--file', 'x.ts'], 'One sentence that stands by itself'],
  [['remember', 'X', '--file', '/etc/passwd'], '/etc/passwd lies outside of this project'],
  [['remember', 'X', '--file', 'x.ts:5-2'], '5-2 is no range of lines.'],
  [['remember', 'x'.repeat(1_001)], 'The statement has 1,001 characters, and may have 1,000.'],
  [['link', 'foo'], '"foo" is no id of a session.'],
  [['unlink', 'foo'], '"foo" is no id of a session.'],
  [['memory', MEM, '--says', ' '], 'What holds instead?'],
  [['memory', MEM, '--says', 'x'.repeat(1_001)], 'may have 1,000'],
])(
  '%j is reported in one sentence, and nothing is asked of the server',
  async (words, sentence) => {
    const { stderr, code } = await lore.run(words, { cwd })
    expect(stderr).toContain(sentence)
    expect(stderr).not.toContain('differ in version')
    expect(code).toBe(2)
    expect(lore.server.asked).toEqual([])
  },
)

test('lore links outside of a repository says that there is none', async () => {
  const { stderr, code } = await lore.run(['links'], { cwd: lore.cli.path('.') })
  expect(stderr).toContain('lies in no git repository')
  expect(code).toBe(2)
})

describe('what the server would not take', () => {
  const refuse = (path: string, message: string) =>
    lore.server.failures.set('/v1/memories', {
      status: 400,
      body: errorBody('request.invalid', `${path}: ${message}. /docs says what it takes.`, {
        issues: [{ path, message }],
      }),
    })

  test('is named as it was typed, as bad usage', async () => {
    refuse('body.anchors.0.end_line', 'must not come before start_line')
    const { stderr, code } = await lore.run(['memories'])
    expect(stderr).toContain('What you gave as "anchors end line" must not come before start_line.')
    expect(stderr).not.toContain('differ in version')
    expect(code).toBe(2)
  })

  test('is a matter of versions where the server does not know the field', async () => {
    refuse('body', 'there is no field "tide" here: leave it out')
    const { stderr, code } = await lore.run(['memories'])
    expect(stderr).toContain('differ in version')
    expect(code).toBe(1)
  })
})
