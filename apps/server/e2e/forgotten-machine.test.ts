import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { createClient } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWritingHome, type WritingHome } from './support/growing-session.ts'
import { createLore } from './support/lore.ts'
import { isRealLane } from './support/repository.ts'
import { readSession } from './support/server-texts.ts'
import { freePort, type Spawned } from './support/spawned.ts'
import { newHome, newKey, startEmbedded } from './support/teamlore.ts'
import { startUnrulyProxy, type UnrulyProxy } from './support/unruly-proxy.ts'

const PATIENT = { timeout: 60_000, interval: 200 }

/** The real agent and the real server: what was forgotten while a machine was away leaves that machine. */
describe.skipIf(isRealLane)('a machine that was away when a session was forgotten', () => {
  const adminKey = newKey()
  let port: number
  let server: Spawned
  let proxy: UnrulyProxy
  let home: WritingHome
  let lore: ReturnType<typeof createLore>
  const watches = new Set<Spawned>()

  const client = () => createClient({ baseUrl: `http://localhost:${port}`, key: adminKey })
  const watch = (): Spawned => {
    const started = lore.start('watch')
    watches.add(started)
    return started
  }
  const kill = async (): Promise<void> => {
    for (const one of watches) await one.stop('SIGKILL')
    watches.clear()
  }
  /** All that waits to be sent, unpacked. */
  const spooled = (): string => {
    const folder = join(lore.folder, 'state', 'import')
    const spool = join(folder, readdirSync(folder)[0] ?? '', 'spool')
    return readdirSync(spool)
      .filter((name) => name.endsWith('.batch'))
      .map((name) => readFileSync(join(spool, name)))
      .map((bytes) => brotliDecompressSync(bytes.subarray(bytes.indexOf(10) + 1)).toString())
      .join('\n')
  }
  const idOf = async (nativeId: string): Promise<string> => {
    const { items } = await client().sessions.list({ limit: 200 })
    return items.find(({ native_id }) => native_id === nativeId)?.id ?? ''
  }

  beforeAll(async () => {
    port = await freePort()
    const env = { EMBEDDING_PROVIDER: 'none' }
    server = startEmbedded({ home: newHome(), port, adminKey, env })
    await server.says(/Teamlore is ready at/)
    proxy = await startUnrulyProxy(`http://localhost:${port}`)
    home = createWritingHome()
    lore = createLore({ home: home.home })
    const login = await lore.run('login', '--server', proxy.url, '--key', adminKey)
    expect(login.code, login.output).toBe(0)
  })
  afterAll(async () => {
    await kill()
    lore?.dispose()
    home?.dispose()
    await proxy?.close()
    await server?.stop('SIGTERM')
  })

  test('cleans its spool, says so, and sends all of it once it is brought back', async () => {
    const [gone, stays] = [home.newSession(), home.newSession()]
    home.say(gone)
    home.say(stays)
    expect((await lore.run('import')).code).toBe(0)
    const id = await idOf(gone)

    proxy.misbehave(() => 'cut before')
    const unsent = home.say(gone)
    const other = home.say(stays)
    watch()
    await expect.poll(spooled, PATIENT).toContain(unsent)
    await expect.poll(spooled, PATIENT).toContain(other)
    await kill()

    const deletion = await client().forgetting.session(id)
    watch()
    await expect.poll(spooled, PATIENT).not.toContain(unsent)
    expect(spooled()).toContain(other)
    await kill()
    const status = await lore.run('status')
    expect(status.output.replace(/\s+/g, ' ')).toContain('1 session was forgotten by')

    proxy.misbehave(() => 'pass')
    watch()
    const textsOf = async (of: string) => (await readSession(client(), of)).texts
    const otherId = await idOf(stays)
    await expect.poll(() => textsOf(otherId), PATIENT).toEqual(home.written.get(stays))
    await client().forgetting.undo(deletion.id)
    // It hears of that at its next look, within a minute; a new watch looks at once.
    await kill()
    watch()
    await expect.poll(() => textsOf(id), PATIENT).toEqual(home.written.get(gone))
  })
})
