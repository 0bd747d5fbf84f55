import { expect, test } from 'vitest'
import { createShutdown } from './shutdown.ts'

test('what was opened last is closed first, and a step that fails is logged and passed over', async () => {
  const closed: string[] = []
  const failed: string[] = []
  const shutdown = createShutdown({ onError: (name) => void failed.push(name) })
  shutdown.add({ name: 'engine', close: () => void closed.push('engine') })
  shutdown.add({ name: 'queue', close: () => Promise.reject(new Error('stuck')) })
  shutdown.add({ name: 'http', close: () => void closed.push('http') })
  await shutdown.run()
  expect(closed).toEqual(['http', 'engine'])
  expect(failed).toEqual(['queue'])
})

test('closing twice closes once, and both wait for the end', async () => {
  let closed = 0
  const shutdown = createShutdown({ onError: () => {} })
  shutdown.add({
    name: 'slow',
    close: async () => {
      await new Promise((resolve) => setImmediate(resolve))
      closed++
    },
  })
  const [first, second] = [shutdown.run(), shutdown.run()]
  await second
  expect(closed).toBe(1)
  await first
  expect(closed).toBe(1)
})
