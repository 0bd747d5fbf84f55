import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FAKE_SECTION } from '../../testing/fake-agents-md.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
let root: string
beforeAll(async () => {
  lore = await openLoggedInCli()
})
afterAll(() => lore.close())
beforeEach(() => {
  lore.reset()
  root = realpathSync(mkdtempSync(join(tmpdir(), 'agents-md-import-')))
  execFileSync('git', ['init', '-q', root])
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

const run = (...words: string[]) =>
  lore.run(['agents-md', ...words, '--project', 'harbour'], { cwd: root })
const put = (name: string, text: string) => writeFileSync(join(root, name), text)
const sent = (verb: string) =>
  lore.server.asked.filter(({ path }) => path.endsWith(`/agents-md/${verb}`))

test('lore agents-md import proposes what was written by hand, and says where it waits', async () => {
  put('AGENTS.md', `Written by hand.\n${FAKE_SECTION}`)
  const { code, stdout, stderr } = await run('import')
  expect(code).toBe(0)
  expect(stdout).toContain('AGENTS.md: 1 edit proposed')
  expect(stdout).toContain('waits in the review queue mem_01k9x2f1')
  expect(stderr).toContain('lore drafts')
  expect((await run('import', '--dry-run')).stdout).toContain('1 edit would be proposed')
  expect(sent('import')).toHaveLength(1)
})

describe('lore agents-md import of a section that lost much', () => {
  const LOST = `lost much, by hand\n${FAKE_SECTION}`
  const allowed = () => sent('import').map(({ body }) => body)

  test.each([[[]], [['--json']]])('fails in CI with what to run: %j', async (words) => {
    put('AGENTS.md', LOST)
    const { code, stderr } = await run('import', ...words)
    expect(code).toBe(1)
    expect(stderr).toContain('AGENTS.md: This section lost 12 of its 20 entries.')
    expect(stderr).toContain('lore agents-md import --allow-deletions')
    expect(allowed()).toMatchObject([{ allow_deletions: false }])
    expect((await run('import', '--allow-deletions')).stdout).toContain('1 edit proposed')
    expect(allowed().at(-1)).toMatchObject({ allow_deletions: true })
  })

  test.each([
    ['y\n', 0, [false, true]],
    ['n\n', 1, [false]],
    ['', 1, [false]],
  ])('asks a person at a terminal, who answers %j', async (input, code, asked) => {
    put('AGENTS.md', LOST)
    const words = ['agents-md', 'import', '--project', 'harbour']
    const ran = await lore.run(words, { cwd: root, input, isTerminal: true })
    expect(ran.code, ran.stderr).toBe(code)
    expect(ran.stderr).toContain('Propose to take these memories out? [y/N]')
    expect(allowed()).toMatchObject(asked.map((allow_deletions) => ({ allow_deletions })))
  })

  test('is named by a dry run and by check', async () => {
    put('AGENTS.md', LOST)
    expect((await run('import', '--dry-run')).stdout).toContain('--allow-deletions')
    const { stdout } = await run('check')
    expect(stdout).toContain('Run: lore agents-md import --allow-deletions')
  })
})

test('lore agents-md import says how many edits one import had no room for', async () => {
  put('AGENTS.md', `very long, by hand\n${FAKE_SECTION}`)
  const { stdout } = await run('import')
  expect(stdout).toContain('7 edits more had no room: one import proposes 200 at most.')
  expect(JSON.parse((await run('import', '--json')).stdout).files[0].left).toBe(7)
})
