import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Line, textOf } from '../../output/line.ts'
import { retryUntilFree, withProgress } from './long-running.ts'

let lines: string[]
const output = {
  note: (...added: Line[]) =>
    void lines.push(...added.map((line) => line.map((piece) => textOf(piece)).join(''))),
  transient: undefined,
} as unknown as Parameters<typeof withProgress>[0]['output']
beforeEach(() => {
  lines = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('waiting for another lore', () => {
  test('has no end by itself, and is said every ten seconds', async () => {
    const sleep = () => Promise.resolve()
    const { times, sleep: look } = retryUntilFree(
      { output },
      { signal: new AbortController().signal, sleep: sleep as never },
    )
    expect(times).toBe(Number.POSITIVE_INFINITY)
    for (let looks = 0; looks < 130; looks++) await look()
    expect(lines).toHaveLength(6)
    expect(lines.at(-1)).toMatch(/another `lore` .* 1 min 0 s so far/)
  })

  test('ends when it is stopped', async () => {
    const controller = new AbortController()
    const { sleep } = retryUntilFree({ output }, { signal: controller.signal })
    const waiting = sleep()
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })
})

test('long work says how far it is at least every ten seconds, and nothing once it is done', async () => {
  let sent = 0
  let finish: () => void = () => undefined
  const work = withProgress(
    { output, now: () => new Date() },
    () => `${sent} commits sent`,
    () => new Promise<void>((resolve) => (finish = resolve)),
  )
  for (let second = 0; second < 45; second++) {
    sent++
    await vi.advanceTimersByTimeAsync(1_000)
  }
  finish()
  await work
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines.length).toBeGreaterThanOrEqual(4)
  expect(lines.length).toBeLessThanOrEqual(5)
  expect(lines.at(-1)).toMatch(/^4\d commits sent, 4\d s$/)
})
