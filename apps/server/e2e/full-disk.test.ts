import { rmSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { createClient, type IngestRequest } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWritingHome, type WritingHome } from './support/growing-session.ts'
import { createLore } from './support/lore.ts'
import { isRealLane } from './support/repository.ts'
import { readSession } from './support/server-texts.ts'
import { hasSmallDisks, mountSmallDisk, type SmallDisk } from './support/small-disk.ts'
import { freePort, type Spawned } from './support/spawned.ts'
import { newHome, newKey, startEmbedded } from './support/teamlore.ts'

const PATIENT = { timeout: 100_000, interval: 500 }

/** No pretended errors: where everything `lore` keeps lies on a disk that has no byte left. */
describe.skipIf(isRealLane || !hasSmallDisks())('a disk that is really full', () => {
  const adminKey = newKey()
  const serverHome = newHome()
  let disk: SmallDisk | undefined
  let server: Spawned
  let watching: Spawned
  let url: string
  let home: WritingHome
  let lore: ReturnType<typeof createLore>

  const held = async (): Promise<Record<string, string[]>> => {
    const client = createClient({ baseUrl: url, key: adminKey })
    const { items } = await client.sessions.list({ limit: 200 })
    const texts = items.map(
      async ({ id, native_id }) => [native_id, (await readSession(client, id)).texts] as const,
    )
    return Object.fromEntries(await Promise.all(texts))
  }
  const everythingArrives = () =>
    expect.poll(held, PATIENT).toEqual(Object.fromEntries(home.written))

  beforeAll(async () => {
    disk = mountSmallDisk(1_000_000)
    const port = await freePort()
    url = `http://localhost:${port}`
    const env = { EMBEDDING_PROVIDER: 'none' }
    server = startEmbedded({ home: serverHome, port, adminKey, env })
    await server.says(/Teamlore is ready at/)
    home = createWritingHome()
    lore = createLore({ home: home.home, env: { LORE_STATE_DIR: `${disk?.path}/state` } })
    const login = await lore.run('login', '--server', url, '--key', adminKey)
    expect(login.code, login.output).toBe(0)
  })
  afterAll(async () => {
    await watching?.stop('SIGTERM')
    await server?.stop('SIGTERM')
    lore?.dispose()
    home?.dispose()
    disk?.unmount()
    rmSync(serverHome, { recursive: true, force: true })
  })

  test('ends no watch, is reported by status and doctor, and nothing is lost', async () => {
    const session = home.newSession()
    home.say(session)
    disk?.fill()
    watching = lore.start('watch')
    await watching.says(/paused {2}The disk is full/)
    disk?.makeRoom()
    await everythingArrives()

    disk?.fill()
    for (let n = 0; n < 3; n++) home.say(session)
    home.say(home.newSession())
    await expect
      .poll(() => watching.output().match(/paused {2}The disk is full/g), PATIENT)
      .toHaveLength(2)
    // Whoever captures cannot write down that it cannot write.
    const status = await lore.run('status')
    expect(status.output).toMatch(/Watch +running/)
    expect(status.output).toMatch(/Paused +The disk is full: make room\./)
    const doctor = await lore.run('doctor', '--json')
    expect(doctor.code).toBe(2)
    expect(doctor.json()).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({
          check: 'capture.paused',
          message: expect.stringMatching(/^The disk is full/),
        }),
      ]),
    })
    disk?.makeRoom()
    await everythingArrives()
    await expect.poll(async () => (await lore.run('status')).output, PATIENT).not.toMatch(/Paused/)
  })
})

const requestOf = (native_id: string): IngestRequest => ({
  machine: { fingerprint: 'f'.repeat(32), name: 'full', platform: 'linux', agent_version: '1' },
  sessions: [
    {
      tool: 'claude-code',
      native_id,
      kind: 'main',
      parent_native_id: null,
      project: null,
      cwd: null,
      git_branch: null,
      git_head: null,
      tool_version: null,
      models: [],
      title: null,
      started_at: null,
      ended_at: null,
      pull_requests: [],
      edits: [],
      source: { path: 'x.jsonl', lines: 1, bad_lines: 0, unknown_records: 0, redactions: 0 },
      messages: [
        {
          key: 'm0',
          parent_key: null,
          ordinal: 0,
          ts: null,
          role: 'user',
          kind: 'human',
          model: null,
          usage: null,
          cwd: null,
          git_branch: null,
          tool_version: null,
          is_abandoned: false,
          blocks: [{ type: 'text', text: 'Feed the heron.' }],
        },
      ],
    },
  ],
})

/** The server's home on a disk of its own, filled by somebody else. */
describe.skipIf(isRealLane || !hasSmallDisks())('a server whose disk is full', () => {
  const adminKey = newKey()
  let disk: SmallDisk
  let server: Spawned
  let client: ReturnType<typeof createClient>
  const start = async () => {
    const port = await freePort()
    server = startEmbedded({
      home: `${disk.path}/home`,
      port,
      adminKey,
      env: { EMBEDDING_PROVIDER: 'none' },
    })
    client = createClient({ baseUrl: `http://localhost:${port}`, key: adminKey })
  }

  beforeAll(async () => {
    const mounted = mountSmallDisk(400_000_000)
    if (mounted === undefined) throw new Error('no disk of its own')
    disk = mounted
    await start()
    await server.says(/Teamlore is ready at/)
  })
  afterAll(async () => {
    await server?.stop('SIGTERM')
    disk?.unmount()
  })

  const send = (native_id: string) =>
    client.ingest(brotliCompressSync(JSON.stringify(requestOf(native_id))), 'br')
  const found = async () => (await client.search({ q: 'heron' })).items.length

  test('refuses writes with 507, reads on, and takes writes again when there is room', async () => {
    await send('before')
    await expect.poll(found, PATIENT).toBeGreaterThan(0)
    disk.fill()
    for (let n = 0; n < 3; n++)
      await expect(send(`during-${n}`)).rejects.toMatchObject({
        status: 507,
        code: 'server.disk_full',
      })
    expect(await found()).toBeGreaterThan(0)
    expect((await client.sessions.list({ limit: 10 })).items).toHaveLength(1)
    disk.makeRoom()
    await expect.poll(() => send('during-0').then(() => 'taken', String), PATIENT).toBe('taken')
    expect((await client.sessions.list({ limit: 10 })).items).toHaveLength(2)
  })

  test('ends at the first SIGTERM while full, and says at a start what is the matter', async () => {
    disk.fill()
    expect(await server.stop('SIGTERM')).toBe(0)
    await start()
    await server.says(/The disk of .*home\/database is full: \d+ MB are left/)
    disk.makeRoom()
    await start()
    await server.says(/Teamlore is ready at/)
    expect((await client.sessions.list({ limit: 10 })).items).toHaveLength(2)
  })
})
