import { rmSync } from 'node:fs'
import { createClient } from '@teamlore/shared'
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

  test('ends no watch, is told by status and doctor, and nothing is lost', async () => {
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
