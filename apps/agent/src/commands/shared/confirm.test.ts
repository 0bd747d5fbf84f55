import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askToConfirm } from './confirm.ts'

const answered = (typed: string): Promise<boolean> => {
  const stdin = new PassThrough()
  stdin.end(typed)
  return askToConfirm({ stdin, ask: () => undefined, signal: new AbortController().signal })
}

test('yes is yes, and all else is no', async () => {
  for (const typed of ['yes\n', 'y\n', 'YES\r\n', ' y \n']) expect(await answered(typed)).toBe(true)
  for (const typed of ['', '\n', 'no\n', 'yesterday\n', '\nyes\n'])
    expect(await answered(typed)).toBe(false)
})

test('who interrupts says no', async () => {
  const controller = new AbortController()
  const asked = askToConfirm({
    stdin: new PassThrough(),
    ask: () => controller.abort(),
    signal: controller.signal,
  })
  expect(await asked).toBe(false)
})
