import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverRoot } from '../../capture/state-store.ts'
import { claim, giveBack } from '../../locks/lock-file.ts'
import { watchLockPath } from '../../locks/watch-lock.ts'
import type {
  ServiceManager,
  ServiceProblem,
  ServiceSpec,
  ServiceState,
} from '../../service/service.types.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'
import { createTestCli } from '../../testing/test-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
afterAll(() => lore.close())

/** A system with services that work, or do not. */
const fakeService = (problem?: ServiceProblem, fields: Partial<ServiceState> = {}) => {
  const state: ServiceState = { isInstalled: false, isRunning: false, where: '/units/teamlore' }
  const specs: ServiceSpec[] = []
  const service: ServiceManager = {
    name: 'a unit',
    returns: 'when you next log in',
    problem: async () => problem,
    state: async () => ({ ...state }),
    install: async (spec) => {
      specs.push(spec)
      const hasChanged = !state.isInstalled
      Object.assign(state, { isInstalled: true, isRunning: true, ...fields })
      return { notes: [], hasChanged }
    },
    start: async () => void Object.assign(state, { isRunning: true }),
    stop: async () => void Object.assign(state, { isRunning: false }),
    uninstall: async () => {
      Object.assign(state, { isInstalled: false, isRunning: false })
      return { notes: ['something stays'] }
    },
  }
  return { service, specs }
}

describe('lore daemon', () => {
  test('installs, shows, stops, starts and removes', async () => {
    const { service } = fakeService()
    const run = (...words: string[]) => lore.run(['daemon', ...words], { service })
    expect(await run('status')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Not installed/),
    })
    expect(await run('install')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('/units/teamlore'),
    })
    expect((await run('install')).stdout).toContain('installed already')
    expect(await run('status')).toMatchObject({ code: 0 })
    expect((await run('stop')).stdout).toBe(
      'The agent was stopped. It starts again when you next log in, or with `lore daemon start`.\n',
    )
    expect(await run('status')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('not running'),
    })
    await run('start')
    expect((await run('status', '--json')).json()).toMatchObject({ installed: true, running: true })
    expect(await run('uninstall')).toMatchObject({
      stdout: expect.stringContaining('What waits to be sent stays'),
      stderr: expect.stringContaining('something stays'),
    })
    expect((await run('uninstall')).stdout).toContain('nothing to remove')
    expect((await run('start')).stderr).toContain('Run `lore daemon install`.')
  })

  test('hands the settings on that a service would not see, and no secret', async () => {
    const { service, specs } = fakeService()
    await lore.run(['daemon', 'install'], {
      service,
      env: { CLAUDE_CONFIG_DIR: '/elsewhere', LORE_SPOOL_MB: '64' },
    })
    expect(specs[0]).toMatchObject({
      command: ['node', '/opt/lore.mjs', 'watch'],
      environment: {
        CLAUDE_CONFIG_DIR: '/elsewhere',
        LORE_SPOOL_MB: '64',
        LORE_CONFIG_DIR: lore.cli.configDir,
      },
    })
    expect(JSON.stringify(specs)).not.toContain('tlk_')
  })

  test('hands on by what git is found and a server is trusted, wherever the service is started', async () => {
    const { service, specs } = fakeService()
    await lore.run(['daemon', 'install'], {
      service,
      env: {
        PATH: '/home/ana/.nix/bin:node_modules/.bin:/usr/bin',
        NODE_EXTRA_CA_CERTS: 'ours.pem',
        NODE_USE_SYSTEM_CA: '1',
      },
    })
    expect(specs[0]?.environment).toMatchObject({
      PATH: '/home/ana/.nix/bin:/usr/bin',
      NODE_EXTRA_CA_CERTS: resolve('ours.pem'),
      NODE_USE_SYSTEM_CA: '1',
    })
  })

  test('promises nothing before the watch is at its work', async () => {
    const { service } = fakeService()
    const early = await lore.run(['daemon', 'install'], { service })
    expect(early.stdout).not.toContain('Sessions are sent from now on')
    expect(early.stderr).toContain('does not watch yet')
    const root = serverRoot(join(lore.cli.configDir, 'state'), lore.server.world.me.team.id)
    const lock = watchLockPath(root)
    mkdirSync(root, { recursive: true })
    await claim(lock)
    const { service: other } = fakeService()
    const { code, stdout, stderr } = await lore.run(['daemon', 'install'], { service: other })
    await giveBack(lock)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Sessions are sent from now on')
  })

  test('reports why the agent does not stay up, on installing and when asked', async () => {
    const trouble = 'It ended (code 1).'
    const { service } = fakeService(undefined, { isRunning: false, trouble })
    const installed = await lore.run(['daemon', 'install'], { service })
    expect(installed.code).toBe(1)
    expect(installed.stderr).toContain(trouble)
    expect(installed.stdout).not.toContain('Sessions are sent')
    const { code, stdout } = await lore.run(['daemon', 'status'], { service })
    expect(code).toBe(1)
    expect(stdout).toContain(`not running. ${trouble}`)
    const { json } = await lore.run(['daemon', 'status', '--json'], { service })
    expect(json()).toMatchObject({ installed: true, running: false, trouble })
    expect((await lore.run(['doctor'], { service })).stdout).toContain(trouble)
  })

  test('does not install for a key that only this shell knows, or for nobody', async () => {
    const { service, specs } = fakeService()
    const env = { LORE_SERVER: lore.server.url, LORE_KEY: 'tlk_x' }
    expect((await lore.run(['daemon', 'install'], { service, env })).stderr).toContain('lore login')
    const stranger = createTestCli()
    expect((await stranger.run(['daemon', 'install'], { service })).stderr).toContain(
      'You are not logged in.',
    )
    stranger.dispose()
    expect(specs).toEqual([])
  })

  test('says how to run it otherwise where no service can be kept', async () => {
    const problem = { message: 'systemd is not installed here.' }
    for (const service of [fakeService(problem).service, undefined]) {
      const { code, stderr } = await lore.run(['daemon', 'install'], service ? { service } : {})
      expect(code).toBe(1)
      expect(stderr).toContain('`lore daemon` cannot be used here')
      expect(stderr).toContain('nohup lore watch')
    }
  })

  test('says first what would make it possible, where anything would', async () => {
    const { service } = fakeService({ message: 'Nobody is there.', remedy: 'Go there.' })
    const { stderr } = await lore.run(['daemon', 'install'], { service })
    expect(stderr).toMatch(/Nobody is there\..*\n +Go there\. Or have `lore watch` run/)
  })

  test('knows no other word', async () => {
    const { code, stderr } = await lore.run(['daemon', 'restart'])
    expect(code).toBe(2)
    expect(stderr).toContain('install, status, start, stop, uninstall')
  })
})
