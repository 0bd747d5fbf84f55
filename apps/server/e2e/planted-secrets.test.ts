import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createClient } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesKept } from './support/dump-stores.ts'
import { createLore } from './support/lore.ts'
import { createNeedles, KEY_IN_PLACES, PLANTED, textOf } from './support/planted.ts'
import { plantedDatabases } from './support/planted-databases.ts'
import { CODEX_ID, claudeCode, codex, gemini } from './support/planted-sessions.ts'
import {
  carelessCaptures,
  carelessImport,
  carelessIngest,
  carelessMemoryFiles,
} from './support/raw-requests.ts'
import { openTeamlore, type Teamlore } from './support/teamlore.ts'
import { startUnrulyProxy, type UnrulyProxy } from './support/unruly-proxy.ts'

const LONGEST_MS = 300_000

/** Before there is a test that could wait. */
const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + LONGEST_MS
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`It was not so in time: ${isSo}`)
    await pause(250)
  }
}

const REMOTE_PASSWORD = ['aB3dE5gH', '7jK9mN1p', 'Q4sT6vX8'].join('')
const DROPPED_ID = '01990000-0000-7000-8000-0000000000dd'
const REMOTE = `https://ana:${REMOTE_PASSWORD}@git.example.com/harbour/tides.git`

/** One of each kind of secret, in every place that holds text, on every way by which text comes into Teamlore. */
describe('planted secrets', () => {
  const { leaksIn, leaksInBytes } = createNeedles([
    ...PLANTED,
    {
      half: 'tuned',
      kind: 'password of a remote',
      context: 'remote',
      before: 'https://ana:',
      secret: REMOTE_PASSWORD,
      after: '@git.example.com',
    },
  ])
  const home = mkdtempSync(join(tmpdir(), 'teamlore-planted-'))
  const project = join(home, 'tides')
  const wire: string[] = []
  const printed: string[] = []
  const lore = createLore({ home, env: { LORE_DEBUG: '1' } })
  let teamlore: Teamlore
  let proxy: UnrulyProxy
  let left: Awaited<ReturnType<Teamlore['endAndRead']>>
  let imported: { server_redactions: number; redactions: number; sessions: number }
  let onDiskWhileWaiting: Map<string, Buffer>

  const write = (path: string, text: string): void => {
    const whole = join(home, path)
    mkdirSync(dirname(whole), { recursive: true })
    writeFileSync(whole, text)
  }
  const run = async (...args: string[]) => {
    const result = await lore.run(...args)
    printed.push(result.output)
    expect(result.code, `${args.join(' ')}: ${result.output}`).toBe(0)
    return result
  }
  const send = async (method: 'POST' | 'PUT', path: string, body: unknown): Promise<void> => {
    const answer = await fetch(`${teamlore.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${teamlore.adminKey}`,
        ...(typeof body === 'string' ? {} : { 'content-type': 'application/json' }),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await answer.text()
    expect(answer.status, text.slice(0, 500)).toBe(200)
    // What the server has to say may be printed and kept by whoever asked.
    printed.push(text)
  }
  const sessionsHeld = async () => {
    const client = createClient({ baseUrl: teamlore.url, key: teamlore.adminKey })
    return (await client.sessions.list({ limit: 200 })).items.map(({ native_id }) => native_id)
  }
  const work = async () => {
    const client = createClient({ baseUrl: teamlore.url, key: teamlore.adminKey })
    const health = await client.jobs.health()
    return { ...health, isDone: health.backlog.sessions_to_distil + health.outbox.waiting === 0 }
  }
  const hook = (event: 'start' | 'end') =>
    spawnSync(join(lore.folder, 'hooks', 'teamlore-hook'), [event, 'claude-code'], {
      cwd: project,
      input: JSON.stringify({ session_id: 'claude-1', prompt: PLANTED.map(textOf).join('\n') }),
      encoding: 'utf8',
      env: { ...process.env, HOME: home, LORE_CONFIG_DIR: lore.folder },
    })
  const waitingBatches = (): string[] =>
    readdirSync(lore.folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.batch'),
    )

  beforeAll(async () => {
    teamlore = await openTeamlore({ env: { LOG_LEVEL: 'trace' } })
    proxy = await startUnrulyProxy(teamlore.url, {
      onReceived: ({ url, headers, body }) => {
        const packing = headers['content-encoding']
        const text = packing === 'br' ? brotliDecompressSync(body) : body
        const plain = packing === 'gzip' ? gunzipSync(body) : text
        wire.push(`${url} ${JSON.stringify(headers)} ${plain.toString('utf8')}`)
      },
    })
    mkdirSync(project, { recursive: true })
    spawnSync('git', ['init', '-q', project])
    spawnSync('git', ['-C', project, 'remote', 'add', 'origin', REMOTE])
    write('tides/CLAUDE.md', PLANTED.map(textOf).join('\n\n'))
    write('.claude/projects/-tides/claude-1.jsonl', claudeCode(PLANTED, project))
    write(
      `.codex/sessions/2026/03/01/rollout-2026-03-01T11-00-00-${CODEX_ID}.jsonl`,
      codex(PLANTED, project),
    )
    await run('login', '--server', proxy.url, '--key', teamlore.adminKey)
    await run('hooks', 'install', '--tool', 'claude-code')

    proxy.misbehave(() => ({ status: 503 }))
    const watch = lore.start('watch')
    hook('start')
    await until(() => waitingBatches().length > 0)
    await watch.says(/watching/)
    hook('end')
    onDiskWhileWaiting = filesKept(lore.folder)
    proxy.misbehave(() => 'pass')
    await until(async () => (await sessionsHeld()).length === 2)
    await until(() => wire.some((request) => request.startsWith('/v1/memory-files')))
    await watch.stop('SIGTERM')
    printed.push(watch.output())

    write('elsewhere/session-2026-03-01T12-00-gemini.json', gemini(PLANTED))
    imported = (await run('import', '--path', join(home, 'elsewhere'), '--json')).json() as never
    for (const { from, path } of await plantedDatabases((name) => join(home, name), PLANTED))
      await run('import', '--from', from, '--path', path)
    await run('scan')
    await run('status', '--json')
    await lore.run('doctor').then(({ output }) => printed.push(output))

    await send('POST', '/v1/ingest', carelessIngest(PLANTED, REMOTE))
    await send('POST', '/v1/import', carelessImport(PLANTED))
    for (const report of carelessCaptures(PLANTED)) await send('PUT', '/v1/capture', report)
    for (const report of carelessMemoryFiles(PLANTED)) await send('PUT', '/v1/memory-files', report)
    const dropped = codex(PLANTED, project).replaceAll(CODEX_ID, DROPPED_ID)
    const name = `rollout-2026-03-02T11-00-00-${DROPPED_ID}.jsonl`
    await send('POST', `/v1/import/transcripts?name=${name}`, dropped)
    await until(async () => (await work()).isDone).catch(async (error: Error) => {
      throw new Error(`${error.message} ${JSON.stringify(await work())}`)
    })
    left = await teamlore.endAndRead()
  }, 4 * LONGEST_MS)
  afterAll(async () => {
    await proxy?.close()
    await teamlore?.close()
    lore.dispose()
    rmSync(home, { recursive: true, force: true })
  })

  test('are taken out on the machine: none goes over the wire, and the server finds none', () => {
    expect(KEY_IN_PLACES.length).toBeGreaterThan(20)
    const paths = new Set(wire.map((request) => request.split(' ')[0]))
    for (const path of ['/v1/ingest', '/v1/import', '/v1/capture', '/v1/memory-files'])
      expect([...paths]).toContain(path)
    for (const request of wire) expect(leaksIn(request), request.slice(0, 40)).toEqual([])
    expect(imported).toMatchObject({ sessions: 1, server_redactions: 0 })
    expect(imported.redactions).toBeGreaterThan(PLANTED.length)
    for (const path of ['/v1/ingest', '/v1/import', '/v1/memory-files'])
      expect(wire.some((one) => one.startsWith(path) && one.includes('[REDACTED:'))).toBe(true)
  })

  test('stand in no file the agent keeps, while requests wait and afterwards', () => {
    const batches = [...onDiskWhileWaiting.keys()].filter((path) => path.endsWith('.batch'))
    expect(batches.length).toBeGreaterThan(0)
    for (const files of [onDiskWhileWaiting, filesKept(lore.folder)])
      for (const [path, bytes] of files) {
        expect(leaksInBytes(bytes), path).toEqual([])
        expect(leaksIn(bytes.toString('utf8')), path).toEqual([])
      }
  })

  test('are taken out by the server where an agent did not: they stand in no row of any table', () => {
    const sessions = left.rows.get('teamlore.sessions') ?? ''
    for (const name of ['careless-0', 'careless-import-0', 'from-lore', 'from-loreai', DROPPED_ID])
      expect(sessions.includes(name), name).toBe(true)
    for (const name of [
      'messages',
      'documents',
      'observations',
      'summaries',
      'projects',
      'memory_files',
    ])
      expect(left.rows.get(`teamlore.${name}`)?.length, name).toBeGreaterThan(0)
    for (const [table, rows] of left.rows) expect(leaksIn(rows), table).toEqual([])
    for (const [key, value] of left.keys) expect(leaksIn(value), key).toEqual([])
  })

  test('stand in no file of the server, not even where rows are no more', () => {
    for (const [path, bytes] of left.files) expect(leaksInBytes(bytes), path).toEqual([])
  })

  test('stand in nothing that any process logged or printed', () => {
    const files = [...left.files].filter(([path]) => path.endsWith('.log'))
    const logged = [
      ...teamlore.processes.map(({ output }) => output()),
      ...files.map(([, bytes]) => bytes.toString('utf8')),
    ]
    expect(logged.join('')).toContain('/v1/ingest')
    for (const text of [...logged, ...printed]) expect(leaksIn(text)).toEqual([])
  })

  test('would be found if they were there', () => {
    const kinds = new Set(PLANTED.map(({ kind }) => kind)).size
    expect(kinds).toBeGreaterThanOrEqual(25)
    for (const text of [
      claudeCode(PLANTED, '/x'),
      codex(PLANTED, '/x'),
      gemini(PLANTED),
      JSON.stringify(carelessIngest(PLANTED, REMOTE)),
      JSON.stringify(carelessImport(PLANTED)),
      JSON.stringify(carelessMemoryFiles(PLANTED)),
    ]) {
      expect(leaksIn(text).length).toBeGreaterThanOrEqual(kinds)
      expect(leaksInBytes(Buffer.from(text)).length).toBeGreaterThanOrEqual(kinds)
    }
    for (const name of ['claude-mem.db', 'lore.db', 'loreai.db', 'tides/CLAUDE.md']) {
      const found = leaksInBytes(readFileSync(join(home, name)))
      expect(found.length, name).toBeGreaterThanOrEqual(kinds)
    }
    expect(leaksIn(JSON.stringify(carelessCaptures(PLANTED))).length).toBeGreaterThan(kinds / 2)
  })
})
