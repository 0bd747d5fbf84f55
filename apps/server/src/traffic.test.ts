import { describe, expect, test } from 'vitest'
import { createTraffic } from './traffic.ts'

/** A clock that moves when somebody sleeps, so that nothing depends on how fast this machine is. */
const createWorld = () => {
  let now = 0
  const pass = (ms: number): void => {
    now += ms
  }
  const traffic = createTraffic({ clock: () => now, sleep: async (ms) => pass(ms) })
  const ingest = (ms: number) => traffic.during(async () => pass(ms))
  const waited = async (signal?: AbortSignal): Promise<number> => {
    const before = now
    await traffic.calm(signal)
    return now - before
  }
  return { traffic, ingest, waited, pass }
}

describe('background work', () => {
  test('does not wait while nothing comes in', async () => {
    expect(await createWorld().waited()).toBe(0)
  })

  test('waits after an import until a moment has passed', async () => {
    const { ingest, waited } = createWorld()
    for (let n = 0; n < 20; n++) await ingest(500)
    const ms = await waited()
    expect(ms).toBeGreaterThan(1_000)
    expect(ms).toBeLessThan(2_000)
    expect(await waited()).toBe(0)
  })

  test('goes on after a while, though sessions come in without end', async () => {
    const { traffic, ingest, waited } = createWorld()
    await ingest(60_000)
    let end = () => {}
    const endless = traffic.during(() => new Promise<void>((resolve) => (end = resolve)))
    expect(await waited()).toBe(5_000)
    end()
    await endless
  })

  test('does not wait for people who send a little now and then', async () => {
    const { ingest, waited, pass } = createWorld()
    for (let n = 0; n < 100; n++) {
      await ingest(50)
      expect(await waited()).toBe(0)
      pass(150)
    }
  })

  test('does not wait when it is stopped', async () => {
    const { ingest, waited } = createWorld()
    await ingest(60_000)
    expect(await waited(AbortSignal.abort())).toBe(0)
  })

  test('counts what fails as well', async () => {
    const { traffic, waited, pass } = createWorld()
    const failing = traffic.during(async () => {
      pass(10_000)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await waited()).toBeGreaterThan(0)
  })
})
