import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fake } from '../../testing/fake-agents-md.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
afterAll(() => lore.close())
beforeEach(() => {
  lore.reset()
  fake.isProposed = false
  fake.host = 'github'
})

const run = (...words: string[]) =>
  lore.run(['agents-md', 'pull-request', ...words, '--project', 'harbour'])
const asked = () => lore.server.asked.filter(({ path }) => path.endsWith('/agents-md/pull-request'))

test('says whether the section is proposed by the server, and where', async () => {
  expect((await run()).stdout).toMatch(/^Off: /)
  fake.isProposed = true
  const { code, stdout } = await run('status')
  expect(code).toBe(0)
  expect(stdout).toContain('On: AGENTS.md of acme/harbour')
  expect(stdout).toContain('https://host.test/acme/harbour/7  open')
  fake.host = 'gitlab'
  expect((await run()).stdout).toContain('is kept up to date by a merge request')
})

test('switches it on for a file, and off', async () => {
  fake.isProposed = true
  const { code, stdout } = await run('on', '--file', 'CLAUDE.md', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ is_on: true, path: 'CLAUDE.md' })
  fake.isProposed = false
  expect((await run('off')).stdout).toMatch(/^Off: /)
  expect(asked().map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
})

test.each([
  [['on', '--file', '../x.md'], /--file is/],
  [['status', '--file', 'CLAUDE.md'], /--file goes with on/],
  [['maybe'], /There is no maybe/],
])('refuses what makes no sense, and asks for nothing: %j', async (words, says) => {
  const { code, stderr } = await run(...words)
  expect(code).not.toBe(0)
  expect(stderr).toMatch(says)
  expect(asked()).toEqual([])
})
