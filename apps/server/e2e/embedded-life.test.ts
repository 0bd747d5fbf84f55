import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLore } from './support/lore.ts'
import { isRealLane } from './support/repository.ts'
import { writeSessionFiles } from './support/session-files.ts'
import { freePort, type Spawned } from './support/spawned.ts'
import { emptyHome, startEmbedded } from './support/teamlore.ts'

/** The life of `npm start` in the embedded size; production has no such process. */
describe.skipIf(isRealLane)('the embedded server', () => {
  const home = emptyHome()
  let port: number
  let server: Spawned
  const lore = createLore()
  const keyFile = join(home, 'admin-key')
  const client = () =>
    createClient({
      baseUrl: `http://localhost:${port}`,
      key: readFileSync(keyFile, 'utf8').trim(),
    })
  const start = async () => {
    server = startEmbedded({ home, port })
    await server.says(/Teamlore is ready at/)
  }

  beforeAll(async () => {
    port = await freePort()
    await start()
  })
  afterAll(async () => {
    await server.stop('SIGTERM')
    lore.dispose()
    rmSync(home, { recursive: true, force: true })
  })

  test('says where it serves, how to sign in and where the admin key lies', () => {
    expect(server.output().startsWith(`Teamlore is ready at http://localhost:${port}\n`)).toBe(true)
    expect(server.output()).toMatch(/http:\/\/localhost:\d+\/sign-in\?token=\S{20,}/)
    expect(server.output()).toContain(keyFile)
  })

  test('keeps the admin key and its folder to their owner', () => {
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(statSync(home).mode & 0o777).toBe(0o700)
    expect(readFileSync(keyFile, 'utf8')).toMatch(/^tlk_\S{40,}\n$/)
  })

  test('writes no key and no sign-in token into its log', async () => {
    await client().me()
    const log = readFileSync(join(home, 'server.log'), 'utf8')
    expect(log.length).toBeGreaterThan(0)
    expect(log).not.toContain(readFileSync(keyFile, 'utf8').trim())
    expect(log).not.toContain(server.output().match(/token=(\S+)/)?.[1])
  })

  test('refuses a second start on the same folder with a sentence', async () => {
    const second = startEmbedded({ home, port: await freePort() })
    expect(await second.exit()).toBe(1)
    expect(second.output()).toMatch(/already open in process \d+/)
    expect(second.output()).not.toMatch(/\n\s+at /)
    expect((await client().me()).role).toBe('owner')
  })

  test('says so in a sentence when its port is taken', async () => {
    const other = emptyHome()
    const second = startEmbedded({ home: other, port })
    expect(await second.exit()).toBe(1)
    expect(second.output()).toMatch(new RegExp(`[Pp]ort ${port} .*(taken|in use)`))
    rmSync(other, { recursive: true, force: true })
  })

  test('names the setting that is off', async () => {
    const second = startEmbedded({ home, port, env: { DATABASE_URL: 'mysql://x' } })
    expect(await second.exit()).toBe(1)
    expect(second.output()).toContain('DATABASE_URL: must look like postgres://')
  })

  test('killed in mid-import it is waited for, has lost nothing acknowledged, and gets nothing twice', async () => {
    const files = writeSessionFiles({ sessions: 60, messagesEach: 40 })
    const key = readFileSync(keyFile, 'utf8').trim()
    const url = `http://localhost:${port}`
    expect((await lore.run('login', '--server', url, '--key', key)).code).toBe(0)

    const importing = lore.start('import', '--path', files.folder)
    // Some of it must be in, but not all, for the kill to fall into the middle.
    const someAreIn = async () => {
      const { messages } = await client().stats()
      return messages > 0
    }
    while (!(await someAreIn())) await new Promise((resolve) => setTimeout(resolve, 20))
    await server.stop('SIGKILL')
    await importing.says(/waiting .* It is tried again/)

    await start()
    expect(await importing.exit(), importing.output()).toBe(0)
    expect(importing.output()).toContain('going on')
    const after = await client().stats()
    expect(after.sessions).toBe(files.sessions)
    expect(after.messages).toBe(files.messages)

    const idle = await lore.run('import', '--path', files.folder, '--json')
    expect(idle.code).toBe(0)
    expect((await client().stats()).messages).toBe(files.messages)
    files.dispose()
  })

  test('closes in order on SIGTERM, gives its lock back, and starts again with all it had', async () => {
    const before = await client().stats()
    expect(await server.stop('SIGTERM')).toBe(0)
    expect(server.output()).toContain('Teamlore has stopped.')
    expect(existsSync(join(home, 'database', 'engine.lock'))).toBe(false)
    await start()
    const after = await client().stats()
    expect(after).toMatchObject({ sessions: before.sessions, messages: before.messages })
  })

  test('prints no new key on a later start, and the old one still opens', async () => {
    expect(server.output()).not.toMatch(/tlk_/)
    expect((await client().me()).via).toBe('api_key')
  })
})
