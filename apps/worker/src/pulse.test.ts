import { expect, test, vi } from 'vitest'
import { startPulse } from './pulse.ts'

const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 5_000, interval: 5 })

test('beats at once and again when woken', async () => {
  let beats = 0
  const pulse = startPulse({
    beat: async () => beats++,
    everyMs: 60_000,
    onError: () => {},
  })
  await eventually(() => expect(beats).toBe(1))
  pulse.wake()
  await eventually(() => expect(beats).toBe(2))
  await pulse.close()
})

test('woken while it beats, it beats once more and not twice at a time', async () => {
  const first = gate()
  let beats = 0
  let atOnce = 0
  let most = 0
  const pulse = startPulse({
    beat: async () => {
      beats++
      most = Math.max(most, ++atOnce)
      if (beats === 1) await first.opened
      atOnce--
    },
    everyMs: 60_000,
    onError: () => {},
  })
  await eventually(() => expect(beats).toBe(1))
  pulse.wake()
  pulse.wake()
  first.open()
  await eventually(() => expect(beats).toBe(2))
  expect(most).toBe(1)
  await pulse.close()
  expect(beats).toBe(2)
})

test('goes on after an error, which it logs', async () => {
  const errors: unknown[] = []
  let beats = 0
  const pulse = startPulse({
    beat: async () => {
      if (++beats === 1) throw new Error('first')
    },
    everyMs: 1,
    onError: (error) => void errors.push(error),
  })
  await eventually(() => expect(beats).toBeGreaterThan(2))
  await pulse.close()
  expect(errors).toEqual([new Error('first')])
})

test('closing waits for the beat under way', async () => {
  const slow = gate()
  const begun = gate()
  let isDone = false
  const pulse = startPulse({
    beat: async () => {
      begun.open()
      await slow.opened
      isDone = true
    },
    everyMs: 60_000,
    onError: () => {},
  })
  await begun.opened
  const closing = pulse.close()
  slow.open()
  await closing
  expect(isDone).toBe(true)
})
