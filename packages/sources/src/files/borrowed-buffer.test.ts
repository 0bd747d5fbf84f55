import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { withBuffer } from './borrowed-buffer.ts'

describe('a borrowed buffer', () => {
  test('belongs to one borrower at a time, however many there are', async () => {
    const work = (n: number) =>
      withBuffer(64, async (buffer) => {
        buffer.fill(n)
        await pause(n % 7)
        return buffer.every((byte) => byte === n)
      })
    expect(await Promise.all(Array.from({ length: 40 }, (_, n) => work(n)))).not.toContain(false)
  })

  test('is the same memory for those who come one after another, also after a failure', async () => {
    const first = await withBuffer(10, async ({ buffer }) => buffer)
    await withBuffer(10, () => Promise.reject(new Error('cannot be read'))).catch(() => undefined)
    expect(await withBuffer(4_000, async ({ buffer }) => buffer)).toBe(first)
  })

  test('has as many bytes as were asked for, none and very many too', async () => {
    for (const bytes of [0, 1, 1 << 20, (1 << 20) + 1])
      expect(await withBuffer(bytes, async ({ length }) => length)).toBe(bytes)
  })
})
