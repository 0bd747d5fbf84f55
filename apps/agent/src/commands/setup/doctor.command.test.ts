import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serverRoot } from '../../capture/state-store.ts'
import type { Finding } from '../../doctor/finding.ts'
import { claim, giveBack } from '../../locks/lock-file.ts'
import { watchLockPath } from '../../locks/watch-lock.ts'
import { type CaptureState, writeCaptureState } from '../../platform/capture-state.ts'
import type { ServiceManager } from '../../service/service.types.ts'
import { encodeHeader } from '../../spool/batch-file.ts'
import { buildCapture, buildCaptureMachine, buildMe, laptop } from '../../testing/fake-data.ts'
import { errorBody } from '../../testing/fake-server.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'
import { createTestCli } from '../../testing/test-cli.ts'

const NOW = '2026-05-02T12:00:00.000Z'

let lore: LoggedInCli
let root: string
beforeEach(async () => {
  lore = await openLoggedInCli()
  root = serverRoot(join(lore.cli.configDir, 'state'), lore.server.world.me.team.id)
  mkdirSync(root, { recursive: true, mode: 0o700 })
})
afterEach(async () => {
  await giveBack(watchLockPath(root))
  await lore.close()
})

const service: ServiceManager = {
  name: 'a unit',
  returns: null,
  problem: async () => undefined,
  state: async () => ({ isInstalled: true, isRunning: true, where: '/units/teamlore' }),
  install: async () => ({ notes: [], hasChanged: false }),
  start: async () => undefined,
  stop: async () => undefined,
  uninstall: async () => ({ notes: [] }),
}

const stateOf = (fields: Partial<CaptureState> = {}): CaptureState => ({
  version: 1,
  server: lore.server.url,
  since: NOW,
  written_at: NOW,
  writer: { pid: process.pid, kind: 'watch', started_at: NOW },
  spool: { batches: 0, bytes: 0, limit_bytes: 1, oldest_at: null },
  rejected: { batches: 0, bytes: 0 },
  last_success_at: null,
  last_error: null,
  paused: null,
  tools: [
    {
      tool: 'claude-code',
      label: 'Claude Code',
      files: 1,
      sessions: 1,
      messages: 12_000,
      prompts: 1,
      sent: 1,
      acknowledged: 1,
      spooled: 0,
      quarantined: 0,
      left_out: 0,
      bad_lines: 0,
      oldest_unsent_at: null,
      last_success_at: null,
      last_error: null,
    },
  ],
  ...fields,
})

const writeSession = (): string => {
  const path = lore.cli.path(
    '.claude',
    'projects',
    '-p',
    '11111111-aaaa-4aaa-8aaa-111111111111.jsonl',
  )
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '{"type":"user"}\n')
  return path
}

/** Everything as it should be: a watch that runs as a service, and sessions that have all arrived. */
const allWell = async (): Promise<void> => {
  writeSession()
  await claim(watchLockPath(root))
  await writeCaptureState(root, stateOf())
}

const doctor = async (options: Parameters<LoggedInCli['run']>[1] = {}) => {
  const { code, json } = await lore.run(['doctor', '--json'], { service, ...options })
  const { state, findings } = json() as { state: string; findings: Finding[] }
  return { code, state, troubles: findings.filter((finding) => finding.state !== 'ok'), findings }
}

const putBatch = (folder: string, header: object, bytes = 10): void => {
  mkdirSync(join(root, folder), { recursive: true, mode: 0o700 })
  const head = {
    ...({ version: 2, kind: 'sessions', subject: null } as const),
    created_at: NOW,
    tools: {},
    refusals: [],
    quarantined_at: null,
    ...header,
  }
  writeFileSync(
    join(root, folder, '00000001-0a0b0c0d.batch'),
    Buffer.concat([encodeHeader(head), Buffer.alloc(bytes)]),
  )
}

describe('lore doctor', () => {
  test('finds nothing where all is well, and ends with 0', async () => {
    await allWell()
    const { code, stdout } = await lore.run(['doctor'], { service })
    expect(stdout).not.toMatch(/warning|error/)
    expect(code).toBe(0)
    expect(stdout).toContain('All is well.')
    expect(stdout).toMatch(/ok +Claude Code: 1 file readable, watched/)
    expect(stdout).toContain('answers, version 0.1.0')
    expect(stdout).toContain('12,000 messages of 1 tool')
  })

  test('says of each trouble what to do, changes nothing, and ends with 1 for warnings', async () => {
    await allWell()
    chmodSync(lore.cli.configDir, 0o755)
    const before = readdirSync(root)
    const { code, stdout } = await lore.run(['doctor'], { service })
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /warning Others on this machine can look into \S+\.\n +→ Run `chmod 700 /,
    )
    expect(stdout).toContain('1 warning.')
    expect(readdirSync(root)).toEqual(before)
    expect(statSync(lore.cli.configDir).mode & 0o777).toBe(0o755)
  })

  test('ends with 2 for errors, such as a key that others can read', async () => {
    await allWell()
    const path = join(lore.cli.configDir, 'credentials.json')
    chmodSync(path, 0o644)
    const { code, state, troubles } = await doctor()
    expect({ code, state }).toEqual({ code: 2, state: 'error' })
    expect(troubles).toMatchObject([{ check: 'files.rights', state: 'error' }])
    expect(troubles[0]?.remedy).toContain('lore login')
  })

  test('names a Node that is too old, a clock that is wrong and a disk that is full', async () => {
    await allWell()
    lore.server.world.capture = buildCapture({ at: '2026-05-02T12:10:00.000Z' })
    const { troubles, code } = await doctor({ nodeVersion: '20.18.1', freeBytes: 50e6 })
    expect(code).toBe(2)
    expect(troubles.map(({ check }) => check)).toEqual(['node.version', 'disk.space', 'clock.skew'])
    expect(troubles[2]?.message).toContain('10 min behind')
    expect((await doctor({ nodeVersion: '24.0.0', freeBytes: 500e6 })).code).toBe(1)
  })

  test('reports that nobody is logged in, or that the login is damaged', async () => {
    const cli = createTestCli()
    const fresh = await cli.run(['doctor', '--json'])
    expect(fresh.code).toBe(2)
    expect(fresh.stdout).toContain('You are not logged in')
    cli.dispose()
    writeFileSync(join(lore.cli.configDir, 'credentials.json'), 'nonsense', { mode: 0o600 })
    const { troubles } = await doctor()
    expect(troubles[0]).toMatchObject({ check: 'login', state: 'error' })
  })

  test('distinguishes a server that is away from a key that ended', async () => {
    await allWell()
    lore.server.failures.set('/v1/me', {
      status: 401,
      body: errorBody('access.unauthenticated', 'No.'),
    })
    expect((await doctor()).troubles).toMatchObject([
      { check: 'server.login', message: expect.stringContaining('does not know this key') },
    ])
    const env = { LORE_SERVER: 'http://127.0.0.1:9', LORE_KEY: 'tlk_personal-0123456789' }
    const { troubles } = await doctor({ env })
    expect(troubles[0]).toMatchObject({ check: 'server.reachable', state: 'error' })
  })

  test('warns of a server too old to compare with, and of a key that may only read', async () => {
    await allWell()
    lore.server.failures.set('/v1/capture', {
      status: 404,
      body: errorBody('route.not_found', 'No.'),
    })
    lore.server.world.me = buildMe({ role: 'viewer' })
    const { troubles } = await doctor()
    expect(troubles.map(({ check }) => check)).toEqual(['server.key', 'server.version'])
  })

  test('reports that nothing watches, and how to have it', async () => {
    writeSession()
    const { troubles } = await doctor({
      service: {
        ...service,
        state: async () => ({ isInstalled: false, isRunning: false, where: '/units/teamlore' }),
      },
    })
    expect(troubles).toMatchObject([
      { check: 'watch.running', remedy: expect.stringContaining('lore daemon install') },
    ])
  })

  test.runIf(process.getuid?.() !== 0)('names files of a tool that cannot be read', async () => {
    await allWell()
    chmodSync(writeSession(), 0o000)
    expect((await doctor()).troubles).toMatchObject([
      { check: 'tool.claude-code', message: expect.stringContaining('may not be read by you') },
    ])
  })

  test('reports that there is no coding tool', async () => {
    await claim(watchLockPath(root))
    expect((await doctor()).troubles).toMatchObject([{ check: 'tools' }])
  })

  test('warns of what waits long, and cries where there is hardly room left', async () => {
    await allWell()
    putBatch('spool', { created_at: '2026-05-02T11:50:00.000Z' })
    expect((await doctor()).troubles).toEqual([])
    putBatch('spool', { created_at: '2026-05-02T10:00:00.000Z' })
    expect((await doctor()).troubles).toMatchObject([{ check: 'spool.old', state: 'warning' }])
    putBatch('spool', {}, 950_000)
    expect((await doctor({ env: { LORE_SPOOL_MB: '1' } })).troubles).toMatchObject([
      { check: 'spool.full', state: 'error' },
    ])
  })

  test('shows why pieces were quarantined, printable whatever stands in them', async () => {
    await allWell()
    const refusals = [{ native_id: 'n\u001b[31m1', status: 422, code: 'x', message: 'Is odd.' }]
    putBatch('rejected', { refusals })
    writeFileSync(join(root, 'rejected', '00000002-0a0b0c0d.damaged'), '')
    const { stdout, code } = await lore.run(['doctor'], { service })
    expect(code).toBe(1)
    expect(stdout).toContain('Is odd.')
    expect(stdout).not.toContain('\u001b[31m1')
    expect(stdout).toContain('1 batch could not be read any more')
  })

  test('reports a pause and a recent error, and lets old ones rest', async () => {
    await allWell()
    const error = (at: string) => ({ at, code: 'x', message: 'Away.' })
    await writeCaptureState(
      root,
      stateOf({ paused: 'The disk is full: make room.', last_error: error(NOW) }),
    )
    expect((await doctor()).troubles.map(({ check }) => check)).toEqual([
      'capture.paused',
      'capture.last_error',
    ])
    await writeCaptureState(root, stateOf({ last_error: error('2026-04-30T12:00:00.000Z') }))
    expect((await doctor()).troubles).toEqual([])
  })

  test('repeats what only both sides together can say', async () => {
    await allWell()
    const alarm = {
      code: 'capture.not_arrived',
      severity: 'error' as const,
      message: '3 messages are not on the server.',
      remedy: 'Send them again.',
      machine_id: laptop.id,
      tool: 'claude-code',
    }
    lore.server.world.capture = buildCapture({
      alarms: [alarm, { ...alarm, code: 'capture.clock_skew' }, { ...alarm, machine_id: 'mac_x' }],
    })
    expect((await doctor()).troubles).toMatchObject([
      { check: 'capture.not_arrived', state: 'error', remedy: 'Send them again.' },
    ])
    lore.server.world.capture = buildCapture({
      machines: [buildCaptureMachine({ reported_at: null })],
    })
    expect((await doctor()).troubles).toMatchObject([{ check: 'capture.report' }])
  })

  test('names a file of own patterns that is wrong', async () => {
    await allWell()
    writeFileSync(join(lore.cli.configDir, 'redaction.json'), '{')
    expect((await doctor()).troubles).toMatchObject([{ check: 'files.redaction', state: 'error' }])
    expect(readFileSync(join(lore.cli.configDir, 'redaction.json'), 'utf8')).toBe('{')
  })
})
