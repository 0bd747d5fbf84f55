import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunProgram } from './service.types.ts'
import { createSystemdService } from './systemd-service.ts'
import { systemdUnit } from './systemd-unit.ts'
import { recorder, spec } from './testing/recorder.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const serviceOf = (run: RunProgram, { configHome, user = 'ana' }: Options = {}) =>
  createSystemdService({
    run,
    user,
    home: folder.path,
    configHome,
    runtimeDir: join(folder.path, 'run'),
  })
type Options = { configHome?: string; user?: string }

const unitIn = (config: string) => join(folder.path, config, 'systemd/user/teamlore-agent.service')

const SHOW_UNIT = 'systemctl --user show teamlore-agent.service'
const SHOW_PATHS = 'systemctl --user show --property=UnitPath'
const SHOW_USER = 'loginctl show-user ana --property=Linger'
const ENABLE_LINGER = 'loginctl enable-linger ana'
const RESTART = 'systemctl --user restart teamlore-agent.service'

describe('systemd', () => {
  test('restarts what runs only when its unit changed, as it does with another version', async () => {
    const { asked, run } = recorder()
    const service = serviceOf(run)
    await service.install(spec())
    expect(asked).toContain(RESTART)
    asked.length = 0
    expect(await service.install(spec())).toMatchObject({ hasChanged: false })
    expect(asked).not.toContain(RESTART)
    writeFileSync(unitIn('.config'), 'older')
    await service.install(spec())
    expect(asked).toContain(RESTART)
    expect(readFileSync(unitIn('.config'), 'utf8')).toBe(systemdUnit(spec()))
    asked.length = 0
    await service.install(spec({ version: '1.2.4' }))
    expect(asked).toContain(RESTART)
  })

  test('gets its unit where it looks for units, whatever XDG_CONFIG_HOME is in this shell', async () => {
    const inHome = (path: string) => join(folder.path, path)
    const looked = [
      inHome('.config/systemd/user.control'),
      '/run/user/1000/systemd/transient',
      inHome('.config/systemd/user'),
      '/etc/systemd/user',
      inHome('.local/share/systemd/user'),
    ]
    const { run } = recorder({ [SHOW_PATHS]: { stdout: `${looked.join(' ')}\n` } })
    await serviceOf(run, { configHome: inHome('mine') }).install(spec())
    expect(readFileSync(unitIn('.config'), 'utf8')).toBe(systemdUnit(spec()))

    const { run: other } = recorder({
      [SHOW_PATHS]: { stdout: `${inHome('mine/systemd/user')} ${looked.join(' ')}\n` },
    })
    await serviceOf(other, { configHome: inHome('mine') }).install(spec())
    expect(readFileSync(unitIn('mine'), 'utf8')).toBe(systemdUnit(spec()))
  })

  test('of the user is asked, where it runs, though a shell of `su` or `sudo` names another or none', async () => {
    const { variables, run } = recorder()
    const service = serviceOf(run)
    await service.state()
    expect(variables.every((given) => given?.['XDG_RUNTIME_DIR'] === undefined)).toBe(true)
    variables.length = 0
    mkdirSync(join(folder.path, 'run/systemd'), { recursive: true })
    writeFileSync(join(folder.path, 'run/systemd/private'), '')
    await service.state()
    expect(variables).not.toEqual([])
    for (const given of variables)
      expect(given).toEqual({ XDG_RUNTIME_DIR: join(folder.path, 'run') })
  })
})

describe('systemd that starts the agent again and again', () => {
  test.each([
    ['ExecMainCode=1\nExecMainStatus=1', 'It ended (code 1)'],
    ['ExecMainCode=1\nExecMainStatus=203', 'It ended (what it runs is not there)'],
    ['ExecMainCode=2\nExecMainStatus=9', 'It ended (signal 9)'],
  ])('is not taken for one that has it run: %j', async (ended, expected) => {
    const stdout = `LoadState=loaded\nActiveState=activating\nSubState=auto-restart\n${ended}\n`
    const state = await serviceOf(recorder({ [SHOW_UNIT]: { stdout } }).run).state()
    expect(state).toMatchObject({ isInstalled: true, isRunning: false })
    expect(state.trouble).toContain(expected)
    expect(state.trouble).toContain('journalctl --user -u teamlore-agent')
  })

  test('is well as soon as the agent runs, and says where its unit lies', async () => {
    const stdout =
      'LoadState=loaded\nActiveState=active\nSubState=running\nFragmentPath=/x/agent.service\n'
    const state = await serviceOf(recorder({ [SHOW_UNIT]: { stdout } }).run).state()
    expect(state).toEqual({
      isInstalled: true,
      isRunning: true,
      where: '/x/agent.service',
      trouble: undefined,
    })
  })
})

describe('lingering', () => {
  const denied = { code: 1, stderr: 'Could not enable linger: Access denied' }

  test('that is on already needs no rights, and no word is lost on it', async () => {
    const answers = { [SHOW_USER]: { stdout: 'Linger=yes\n' }, [ENABLE_LINGER]: denied }
    const { asked, run } = recorder(answers)
    expect(await serviceOf(run).install(spec())).toMatchObject({ notes: [] })
    expect(asked).not.toContain(ENABLE_LINGER)
  })

  test('is switched on where the user may', async () => {
    const { asked, run } = recorder({ [SHOW_USER]: { stdout: 'Linger=no\n' } })
    expect(await serviceOf(run).install(spec())).toMatchObject({ notes: [] })
    expect(asked).toContain(ENABLE_LINGER)
  })

  test('that the user may not switch on is reported with a command that does it', async () => {
    const answers = { [SHOW_USER]: { stdout: 'Linger=no\n' }, [ENABLE_LINGER]: denied }
    const { notes } = await serviceOf(recorder(answers).run).install(spec())
    expect(notes).toEqual([expect.stringContaining('`sudo loginctl enable-linger ana`')])
  })

  test('stays on when the agent is removed, and that is reported', async () => {
    const { run } = recorder({ [SHOW_USER]: { stdout: 'Linger=yes\n' } })
    const service = serviceOf(run)
    expect(await service.uninstall()).toEqual({ notes: [] })
    mkdirSync(dirname(unitIn('.config')), { recursive: true })
    writeFileSync(unitIn('.config'), '')
    expect(await service.uninstall()).toEqual({
      notes: [expect.stringContaining('`loginctl disable-linger ana`')],
    })
  })
})

describe('systemd that cannot be used', () => {
  const ASK = 'systemctl --user is-system-running'
  const noBus =
    'Failed to connect to user scope bus via local transport: $DBUS_SESSION_BUS_ADDRESS and $XDG_RUNTIME_DIR not defined (consider using --machine=<user>@.host --user to connect to bus of other user)\n'

  test.each([
    [{ code: 127 }, 'systemd is not installed here.'],
    [{ code: 1, stdout: 'offline\n' }, 'systemd is installed here, but did not start this system.'],
    [{ code: 1 }, 'No systemd of ana answers (code 1).'],
    [
      { code: 1, stderr: noBus },
      'No systemd of ana answers (Failed to connect to user scope bus via local transport: $DBUS_SESSION_BUS_ADDRESS and $XDG_RUNTIME_DIR not defined).',
    ],
  ])('is reported as such: %j', async (answer, message) => {
    expect(await serviceOf(recorder({ [ASK]: answer }).run).problem()).toMatchObject({ message })
  })

  test('because nobody logged in is reported with what helps', async () => {
    const answer = { [ASK]: { code: 1, stderr: noBus } }
    const problem = await serviceOf(recorder(answer).run).problem()
    expect(problem?.remedy).toContain('`sudo loginctl enable-linger ana`')
    const ofRoot = await serviceOf(recorder(answer).run, { user: 'root' }).problem()
    expect(ofRoot?.remedy).toContain('without `sudo`')
  })

  test('that merely is not quite well is good enough', async () => {
    const { run } = recorder({ [ASK]: { code: 1, stdout: 'degraded\n' } })
    expect(await serviceOf(run).problem()).toBeUndefined()
  })
})
