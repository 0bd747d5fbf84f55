import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ServiceManager, ServiceSpec } from '../service/service.types.ts'
import { type LoggedInCli, openLoggedInCli } from '../testing/logged-in-cli.ts'
import { createTestCli } from '../testing/test-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
afterAll(() => lore.close())

/** A system with services that work, or do not. */
const fakeService = (problem?: string) => {
  const state = { isInstalled: false, isRunning: false, where: '/units/teamlore' }
  const specs: ServiceSpec[] = []
  const service: ServiceManager = {
    name: 'a unit',
    problem: async () => problem,
    state: async () => ({ ...state }),
    install: async (spec) => {
      specs.push(spec)
      const hasChanged = !state.isInstalled
      Object.assign(state, { isInstalled: true, isRunning: true })
      return { notes: [], hasChanged }
    },
    start: async () => void Object.assign(state, { isRunning: true }),
    stop: async () => void Object.assign(state, { isRunning: false }),
    uninstall: async () => void Object.assign(state, { isInstalled: false, isRunning: false }),
  }
  return { service, specs }
}

describe('lore daemon', () => {
  test('installs, tells, stops, starts and removes', async () => {
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
    await run('stop')
    expect(await run('status')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('not running'),
    })
    await run('start')
    expect((await run('status', '--json')).json()).toMatchObject({ installed: true, running: true })
    expect((await run('uninstall')).stdout).toContain('What waits to be sent stays')
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
    for (const service of [fakeService('systemd is not installed here.').service, undefined]) {
      const { code, stderr } = await lore.run(['daemon', 'install'], service ? { service } : {})
      expect(code).toBe(1)
      expect(stderr).toContain('`lore daemon` cannot be used here')
      expect(stderr).toContain('nohup lore watch')
    }
  })

  test('knows no other word', async () => {
    const { code, stderr } = await lore.run(['daemon', 'restart'])
    expect(code).toBe(2)
    expect(stderr).toContain('install, status, start, stop, uninstall')
  })
})
