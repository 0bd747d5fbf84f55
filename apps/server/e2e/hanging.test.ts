import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@teamlore/shared'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHanging } from './support/hanging.ts'
import { isRealLane } from './support/repository.ts'
import { freePort, type Spawned } from './support/spawned.ts'
import { newHome, newKey, startEmbedded } from './support/teamlore.ts'

/** Long beside what it takes, short beside for ever. */
const PATIENCE_MS = 30_000

describe.skipIf(isRealLane)('the embedded server whose parts hang', () => {
  let home: string
  let port: number
  let server: Spawned
  let hanging: ReturnType<typeof createHanging>
  const adminKey = newKey()
  const start = async () => {
    server = startEmbedded({
      home,
      port,
      adminKey,
      env: { EMBEDDING_PROVIDER: 'none', ...hanging.env },
    })
    await server.says(/Teamlore is ready at/)
  }
  const client = () => createClient({ baseUrl: `http://localhost:${port}`, key: adminKey })
  const ready = async () => {
    const answer = await fetch(`http://localhost:${port}/readyz`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return { status: answer.status, text: await answer.text() }
  }

  beforeEach(async () => {
    home = newHome()
    port = await freePort()
    hanging = createHanging()
    await start()
  })
  afterEach(async () => {
    await server.stop('SIGKILL')
    hanging.dispose()
    rmSync(home, { recursive: true, force: true })
  })

  test('says why it is not ready, ends in order, and has what was committed after the next start', async () => {
    await client().renameMe({ name: 'Ann of the harbour' })
    expect((await ready()).status).toBe(200)
    hanging.hangDatabase()
    await expect.poll(async () => (await ready()).status, { timeout: PATIENCE_MS }).toBe(503)
    expect((await ready()).text).toMatch(/database/i)
    expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200)

    expect(await server.stop('SIGTERM')).toBe(0)
    expect(readFileSync(join(home, 'server.log'), 'utf8')).toContain('did not close in time')

    hanging.end()
    await start()
    expect((await client().me()).user.name).toBe('Ann of the harbour')
    expect((await ready()).status).toBe(200)
  })

  test('says that its event loop was held', async () => {
    await ready()
    hanging.holdLoop()
    await expect.poll(async () => (await ready()).status, { timeout: PATIENCE_MS }).toBe(503)
    expect((await ready()).text).toMatch(/event loop .* was held/)
  })
})
