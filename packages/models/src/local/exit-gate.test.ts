import { expect, test } from 'vitest'
import { createExitGate, passGate, shutGate } from './exit-gate.ts'

test('work passes an open gate, and its result or error comes back', async () => {
  const gate = createExitGate()
  expect(await passGate(gate, async () => 'done')).toBe('done')
  await expect(passGate(gate, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})

test('shutting does not wait for a thread that is outside, even after an error inside', async () => {
  const gate = createExitGate()
  await passGate(gate, () => Promise.reject(new Error('no'))).catch(() => {})
  shutGate(gate)
})

test('once the gate is shut no work begins any more', async () => {
  const gate = createExitGate()
  shutGate(gate)
  let begun = false
  const late = passGate(gate, async () => {
    begun = true
  })
  await Promise.race([late, new Promise((resolve) => setImmediate(resolve))])
  expect(begun).toBe(false)
})
