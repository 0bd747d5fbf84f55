import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@teamlore/shared'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hookPlaces } from '../../hooks/hook-places.ts'
import { writeLedger } from '../../hooks/ledger.ts'
import { installProgram } from '../../program/install-program.ts'
import { programPlaces } from '../../program/program-places.ts'
import { makeRunProgram } from '../../service/run-program.ts'
import type { ServiceManager } from '../../service/service.types.ts'
import { openAnsweringServer } from '../../testing/answering-server.ts'
import { createTestCli } from '../../testing/test-cli.ts'

let answers: Record<string, unknown>
let server: Awaited<ReturnType<typeof openAnsweringServer>>
let cli: ReturnType<typeof createTestCli>

beforeEach(async () => {
  cli = createTestCli()
  answers = {}
  server = await openAnsweringServer(answers)
})
afterEach(async () => {
  cli.dispose()
  await server[Symbol.asyncDispose]()
})

const run = makeRunProgram(60_000)
const places = () => programPlaces({ stateDir: join(cli.configDir, 'state') })

/** An agent that notes what it is asked to do, as its version, and fails at one thing where asked to. */
const scriptOf = (version: string, fails: string): string => `
  import { appendFileSync } from 'node:fs'
  const words = process.argv.slice(2).join(' ')
  appendFileSync(${JSON.stringify(cli.path('done'))}, '${version} ' + words + '\\n')
  if (words === '${fails}') { process.stderr.write('the tool is open'); process.exit(1) }
`

/** Has the server hand out an agent of that version, as a package that npm can install. */
const serve = (version: string, { fails = 'nothing' } = {}): void => {
  const folder = cli.path(`made-${version}`, 'package')
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const manifest = {
    name: '@teamlore/agent',
    version,
    type: 'module',
    bin: { lore: 'bin/lore.mjs' },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'bin/lore.mjs'), scriptOf(version, fails))
  const file = cli.path(`${version}.tgz`)
  execFileSync('tar', ['-czf', file, '-C', cli.path(`made-${version}`), 'package'])
  const bytes = readFileSync(file)
  answers['GET /agent.tgz'] = bytes
  answers['GET /v1/agent'] = {
    version,
    url: `${server.url}/agent.tgz`,
    bytes: bytes.length,
    optional: {},
    integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
  }
}

const never = () => Promise.reject(new Error('this test only upgrades'))

const upgrade = (service?: ServiceManager) =>
  cli.run(['upgrade'], {
    env: { LORE_SERVER: server.url, LORE_KEY: 'tlk_personal-0123456789abcdefghijklmnop' },
    ...(service ? { service } : {}),
    join: {
      link: never,
      connectTools: never,
      installService: never,
      startWatch: () => undefined,
      install: ({ paths }, from) =>
        installProgram(
          { client: createClient({ baseUrl: from }), server: from },
          programPlaces(paths),
          {
            run,
            node: process.execPath,
          },
        ),
    },
    runNew: (script, words) => run(process.execPath, [script, ...words]),
  })

const done = (): string[] =>
  existsSync(cli.path('done')) ? readFileSync(cli.path('done'), 'utf8').trim().split('\n') : []

const installedVersion = (): string =>
  JSON.parse(
    readFileSync(join(places().folder, 'node_modules/@teamlore/agent/package.json'), 'utf8'),
  ).version

const runningService = (): ServiceManager => ({
  name: 'a unit',
  returns: null,
  problem: async () => undefined,
  state: async () => ({ isInstalled: true, isRunning: true, where: '/units/teamlore' }),
  install: never,
  start: never,
  stop: never,
  uninstall: never,
})

const putHooksIn = () =>
  writeLedger(hookPlaces({ configDir: cli.configDir, stateDir: '' }, process.platform).ledger, [
    {
      tool: 'claude-code',
      project: null,
      path: '/home/ana/.claude/settings.json',
      backup: null,
      after: 'x',
      folders: [],
    },
  ])

describe('lore upgrade', () => {
  test('takes the version of the server, older or newer, and does nothing when it is there', async () => {
    serve('1.0.0')
    expect((await upgrade()).stdout.trim()).toBe('lore is 1.0.0 now, as the server has it.')
    expect((await upgrade()).stdout.trim()).toBe('lore is 1.0.0 already, as the server has it.')
    serve('1.1.0')
    expect((await upgrade()).stdout.trim()).toBe('lore is 1.1.0 now, as the server has it.')
    expect(installedVersion()).toBe('1.1.0')
    serve('1.0.0')
    expect((await upgrade()).stdout.trim()).toBe('lore is 1.0.0 now, as the server has it.')
    expect(installedVersion()).toBe('1.0.0')
    // Nothing was put in by the former one, so nothing is put in again.
    expect(done()).toEqual([])
  })

  test('has the new version put in its hooks and its service, and start what runs again', async () => {
    serve('1.0.0')
    await upgrade()
    await putHooksIn()
    await upgrade(runningService())
    expect(done()).toEqual([])
    serve('1.1.0')
    expect((await upgrade(runningService())).code).toBe(0)
    expect(done()).toEqual([
      '1.1.0 hooks install',
      '1.1.0 daemon stop',
      '1.1.0 daemon install',
      '1.1.0 daemon start',
    ])
  })

  test('goes on when one of these fails, says which and why, and does not end well', async () => {
    serve('1.0.0')
    await upgrade()
    await putHooksIn()
    serve('1.1.0', { fails: 'hooks install' })
    const { code, stderr } = await upgrade(runningService())
    expect(code).not.toBe(0)
    expect(stderr).toContain('`lore hooks install` failed: the tool is open')
    expect(done().at(-1)).toBe('1.1.0 daemon start')
  })

  test('keeps the version it has when another one comes than the server says', async () => {
    serve('1.0.0')
    await upgrade()
    serve('1.1.0')
    answers['GET /agent.tgz'] = Buffer.from('something else')
    const { code, stderr } = await upgrade()
    expect(code).not.toBe(0)
    expect(stderr).toContain('did not come from the server as the server says it is')
    expect(installedVersion()).toBe('1.0.0')
    expect(done()).toEqual([])
  })
})
