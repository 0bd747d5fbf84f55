import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { launchdPlist } from './launchd-plist.ts'
import { createLaunchdService } from './launchd-service.ts'
import type { RunProgram, ServiceManager } from './service.types.ts'
import { createSystemdService } from './systemd-service.ts'
import { systemdUnit } from './systemd-unit.ts'
import { recorder, spec } from './testing/recorder.ts'
import { createWindowsService } from './windows-service.ts'
import { windowsTask } from './windows-task.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

describe('a systemd unit', () => {
  test('quotes paths and values so that systemd reads them as they are', () => {
    const unit = systemdUnit(spec())
    expect(unit).toContain(
      String.raw`ExecStart="/opt/node & co/bin/node" "/home/ana/50%% \"lore\"/$$HOME\\lore.mjs" "watch"`,
    )
    expect(unit).toContain(
      String.raw`Environment="CLAUDE_CONFIG_DIR=/home/ana/my \"claude\" <100%%> $x"`,
    )
    expect(unit).toContain('Restart=always')
    expect(unit).toContain('WantedBy=default.target')
  })

  test('a line end in a value does not become a line of the unit', () => {
    expect(systemdUnit(spec({ environment: { A: 'x\nExecStartPre=/bin/evil' } }))).not.toMatch(
      /^ExecStartPre/m,
    )
  })

  test('is accepted by systemd itself, where there is one', (context) => {
    const isThere = spawnSync('systemd-analyze', ['--version']).status === 0
    context.skip(!isThere, 'systemd-analyze is not installed')
    const path = folder.write(
      'teamlore-agent.service',
      systemdUnit(spec({ command: [process.execPath, 'watch'] })),
    )
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--user', path], {
      encoding: 'utf8',
    })
    expect(stderr).not.toContain('teamlore-agent.service:')
  })
})

describe('a LaunchAgent', () => {
  test('is XML that says the same as it was given', () => {
    const plist = launchdPlist(spec())
    expect(plist).toContain('<string>/opt/node &amp; co/bin/node</string>')
    expect(plist).toContain('<string>/home/ana/my &quot;claude&quot; &lt;100%&gt; $x</string>')
    expect(launchdPlist(spec({ version: '1.2.4' }))).not.toBe(plist)
    expect(plist).toMatch(/<key>KeepAlive<\/key>\s+<true\/>/)
    expect(plist).toMatch(/<key>RunAtLoad<\/key>\s+<true\/>/)
    const python = spawnSync(
      'python3',
      [
        '-c',
        'import plistlib,sys,json;print(json.dumps(plistlib.loads(sys.stdin.buffer.read())["ProgramArguments"]))',
      ],
      { input: plist, encoding: 'utf8' },
    )
    if (python.status === 0) expect(JSON.parse(python.stdout)).toEqual(spec().command)
  })

  test('is read by a parser of property lists, where there is one', (context) => {
    const plist = launchdPlist(spec())
    const { status, error, stderr } = spawnSync('plistutil', ['-i', '-'], {
      input: plist,
      encoding: 'utf8',
    })
    context.skip(error !== undefined, 'plistutil is not installed')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

describe('a scheduled task', () => {
  test('starts without a window, is never stopped for its age, and quotes what it runs', () => {
    const task = windowsTask(
      {
        command: ['C:\\Program Files\\nodejs\\node.exe', 'C:\\Users\\Ana & Bo\\lore.mjs', 'watch'],
        environment: { CLAUDE_CONFIG_DIR: 'D:\\claude! ^1' },
        logFile: 'C:\\Users\\Ana\\agent.log',
        version: '1.2.3',
      },
      'DESK\\ana',
    )
    expect(task).toContain('<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>')
    expect(task).toContain('<Command>conhost.exe</Command>')
    expect(task).toContain(
      'cmd.exe /d /s /c &quot;set &quot;CLAUDE_CONFIG_DIR=D:\\claude! ^1&quot; &amp;&amp; &quot;C:\\Program Files\\nodejs\\node.exe&quot; &quot;C:\\Users\\Ana &amp; Bo\\lore.mjs&quot; &quot;watch&quot;',
    )
  })

  test('puts no variable in where a path has a name between two percent signs', () => {
    const task = windowsTask(
      {
        command: ['C:\\node.exe', 'C:\\Users\\%PATH%! ^1\\lore.mjs', 'watch'],
        environment: { CLAUDE_CONFIG_DIR: 'D:\\100%%USERNAME%' },
        logFile: 'C:\\Users\\^2\\agent.log',
        version: '1.2.3',
      },
      'DESK\\ana',
    )
    const line = /<Arguments>(.*)<\/Arguments>/.exec(task)?.[1]?.replaceAll('&quot;', '"') ?? ''
    // A name needs two of them, so that nothing can be put in, neither by `cmd` nor by the Task Scheduler.
    expect(line.match(/%/g)).toEqual(['%'])
    expect(line).toContain('cmd.exe /d /v:on /s /c "set "PERCENT=%" &amp;&amp; ')
    expect(line).toContain('set "CLAUDE_CONFIG_DIR=D:\\100!PERCENT!!PERCENT!USERNAME!PERCENT!"')
    expect(line).toContain('"C:\\Users\\!PERCENT!PATH!PERCENT!^! ^^1\\lore.mjs" "watch"')
    expect(line).toContain('&gt;&gt; "C:\\Users\\^2\\agent.log"')
  })
})

const services: [
  string,
  (run: RunProgram) => { service: ServiceManager; file: string | undefined },
][] = [
  [
    'systemd',
    (run) => ({
      service: createSystemdService({
        run,
        home: folder.path,
        configHome: undefined,
        user: 'ana',
        runtimeDir: join(folder.path, 'run'),
      }),
      file: join(folder.path, '.config/systemd/user/teamlore-agent.service'),
    }),
  ],
  [
    'launchd',
    (run) => ({
      service: createLaunchdService({ run, home: folder.path, uid: 501, pauseMs: 0 }),
      file: join(folder.path, 'Library/LaunchAgents/dev.teamlore.agent.plist'),
    }),
  ],
  [
    'the Task Scheduler',
    (run) => ({
      service: createWindowsService({ run, stateDir: folder.path, user: 'ana', pauseMs: 0 }),
      file: undefined,
    }),
  ],
]

describe.each(services)('a service of %s', (_, make) => {
  test('is installed, may be installed again, and leaves nothing when it is removed', async () => {
    const { asked, run } = recorder()
    const { service, file } = make(run)
    const here = spec({ logFile: join(folder.path, 'log', 'agent.log') })
    await service.install(here)
    if (file !== undefined) expect(existsSync(file)).toBe(true)
    await service.install(here)
    expect(asked.length).toBeGreaterThan(0)
    await service.uninstall()
    await service.uninstall()
    if (file !== undefined) expect(existsSync(file)).toBe(false)
    expect(existsSync(join(folder.path, 'task.xml'))).toBe(false)
  })

  test('that the system refuses fails with what it said', async () => {
    const { run } = recorder({
      'systemctl --user enable': { code: 1, stdout: 'no bus' },
      'launchctl print': { code: 113 },
      'launchctl bootstrap': { code: 5, stdout: 'no bus' },
      'schtasks.exe /Create': { code: 1, stdout: 'no bus' },
    })
    const { service } = make(run)
    await expect(
      service.install(spec({ logFile: join(folder.path, 'agent.log') })),
    ).rejects.toMatchObject({ code: 'daemon.failed', message: expect.stringContaining('no bus') })
  })
})
