import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serverRoot } from '../../capture/state-store.ts'
import type { ServiceManager } from '../../service/service.types.ts'
import { buildJobs, buildStats } from '../../testing/fake-data.ts'
import { errorBody } from '../../testing/fake-server.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

describe('lore status', () => {
  test('reports who one is, what the server holds and that all is done', async () => {
    const { code, stdout, stderr } = await lore.run(['status'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/Server +http:\/\/127\.0\.0\.1:\d+ {2}answers/)
    expect(stdout).toMatch(/You +Ana in team Harbour Masters, with the rights of an owner/)
    expect(stdout).toMatch(/Machine +laptop, 40 sessions/)
    expect(stdout).toMatch(/Knows +42 sessions, 12,300 messages/)
    expect(stdout).toMatch(/Background +all done/)
    expect(stdout).toMatch(/Last import +none to this server yet/)
  })

  test('reports what is on its way and what somebody should look at', async () => {
    lore.server.world.jobs = buildJobs({
      backlog: { sessions_to_distil: 3, documents_to_embed: 1_200 },
      outbox: { waiting: 1, oldest_seconds: 600 },
      embedding: { space: null, note: 'No worker has reported for 30 s.' },
      worker: { reported_at: null, note: 'No worker has reported for 30 s.' },
      dead: [
        {
          id: '1',
          name: 'distil-session',
          payload: {},
          attempts: 3,
          reason: 'out of memory',
          failed_at: null,
        },
      ],
    })
    const { stdout } = await lore.run(['status'])
    expect(stdout).toContain('3 sessions to distil, 1,200 texts to embed, 1 event to hand out')
    expect(stdout).toContain('1 job failed permanently, such as distil-session: out of memory')
    expect(stdout).toContain('the oldest event waits for 10 min')
    expect(stdout.match(/No worker has reported for 30 s\./g)).toHaveLength(1)
  })

  test('says what of this machine was forgotten last, and that the files of tools were not touched', async () => {
    const root = serverRoot(join(lore.cli.configDir, 'state'), lore.server.world.me.team.id)
    mkdirSync(root, { recursive: true, mode: 0o700 })
    const last = { at: '2026-05-02T12:00:00.000Z', sessions: 2, again: 0 }
    const kept = { version: 1, mark: 'm', hashes: [], due: null, last }
    writeFileSync(join(root, 'tombstones.json'), JSON.stringify(kept))
    const { stdout } = await lore.run(['status'])
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      "2 sessions were forgotten by their owner or an admin: removed from this machine's spool and caches. The files of the coding tools were not touched.",
    )
    const { json } = await lore.run(['status', '--json'])
    expect(json()).toMatchObject({ forgotten: last })
  })

  test('shows both sides of each tool, this machine’s and the server’s', async () => {
    const { stdout } = await lore.run(['status'])
    expect(stdout).toMatch(/TOOL +SESSIONS +READ HERE +WAITING +QUARANTINED +ON SERVER +SEARCHABLE/)
    expect(stdout).toMatch(/Claude Code +40 +– +– +– +12,000 +12,000 +39 of 40/)
  })

  test('does without the server’s side where the server is too old to have one', async () => {
    lore.server.failures.set('/v1/capture', { status: 404, body: errorBody('route.not_found', '') })
    const { code, stdout } = await lore.run(['status'])
    expect(code).toBe(0)
    expect(stdout).not.toContain('SEARCHABLE')
  })

  test('says what it knows when the server does not answer, and fails', async () => {
    lore.server.failures.set('/v1/me', {
      status: 503,
      body: errorBody('service.not_ready', 'Starting up.'),
    })
    const { code, stdout, stderr } = await lore.run(['status'])
    expect(code).toBe(1)
    expect(stdout).toContain('does not answer')
    expect(stdout).toMatch(/Logged in +by `lore login`/)
    expect(stderr).toContain('Starting up.')
    const json = await lore.run(['status', '--json'])
    expect(json.json()).toMatchObject({ reachable: false, error: { code: 'service.not_ready' } })
    expect(json.code).toBe(1)
  })

  test('says that a key was revoked', async () => {
    const env = { LORE_SERVER: lore.server.url, LORE_KEY: 'tlk_revoked' }
    const { code, stdout, stderr } = await lore.run(['status'], { env })
    expect(code).toBe(1)
    expect(stdout).toMatch(/Server +\S+ {2}answers with a refusal/)
    expect(stderr).toContain('does not know this key')
    expect(stderr).toContain('LORE_KEY')
    const { json } = await lore.run(['status', '--json'], { env })
    expect(json()).toMatchObject({ reachable: true, error: { code: 'access.unauthenticated' } })
  })

  test('counts the sessions that `lore sessions` lists, and findings by that word', async () => {
    lore.server.world.stats = buildStats({ sessions: 50, findings: 12 })
    const { stdout } = await lore.run(['status'])
    expect(stdout).toMatch(/Knows +42 sessions, 8 others of programs, .*, 12 findings,/)
  })

  test('is JSON on demand', async () => {
    const { code, json } = await lore.run(['status', '--json'])
    expect(code).toBe(0)
    expect(json()).toMatchObject({
      reachable: true,
      login: 'login',
      stats: { sessions: 42 },
      machine: { name: 'laptop', sessions: 40 },
      last_import: null,
    })
  })

  describe('of a watch that does not run', () => {
    const service = (fields: Partial<ServiceManager> = {}): ServiceManager => ({
      name: 'a unit',
      returns: null,
      problem: async () => undefined,
      state: async () => ({ isInstalled: false, isRunning: false, where: '/units/teamlore' }),
      install: async () => ({ notes: [], hasChanged: false }),
      start: async () => undefined,
      stop: async () => undefined,
      uninstall: async () => ({ notes: [] }),
      ...fields,
    })
    const services: [string, ServiceManager | undefined][] = [
      ['none is known', undefined],
      ['none can be kept', service({ problem: async () => ({ message: 'No systemd here.' }) })],
      ['one could be installed', service()],
      [
        'one is installed',
        service({ state: async () => ({ isInstalled: true, isRunning: false, where: '/u' }) }),
      ],
      [
        'one fails',
        service({
          state: async () => ({
            isInstalled: true,
            isRunning: false,
            where: '/u',
            trouble: 'See the journal.',
          }),
        }),
      ],
    ]
    test.each(services)('gives the advice that doctor gives, where %s', async (_name, one) => {
      const options = one === undefined ? {} : { service: one }
      const doctor = (await lore.run(['doctor', '--json'], options)).json() as {
        findings: { check: string; remedy?: string }[]
      }
      const advice = doctor.findings.find(({ check }) => check === 'watch.running')?.remedy ?? '?'
      const { stdout } = await lore.run(['status'], options)
      expect(stdout).toContain(advice.charAt(0).toLowerCase() + advice.slice(1))
      expect((await lore.run(['status', '--json'], options)).json()).toMatchObject({
        watch: { running: false, pid: null, advice },
      })
    })

    test('recommends no daemon where none can be kept', async () => {
      const options = { service: service({ problem: async () => ({ message: 'No systemd.' }) }) }
      for (const command of ['status', 'doctor'])
        expect((await lore.run([command], options)).stdout).not.toContain('daemon install')
    })
  })
})
