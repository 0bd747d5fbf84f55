import { describe, expect, test } from 'vitest'
import { createSendBehind } from './send-behind.ts'

/** A server whose answers are given by hand. */
const createServer = () => {
  const open: { answer: () => void; refuse: (error: Error) => void }[] = []
  let asked = 0
  const send = (): Promise<void> =>
    new Promise((resolve, reject) => {
      asked++
      open.push({ answer: resolve, refuse: reject })
    })
  return {
    send,
    asked: () => asked,
    answer: () => open.shift()?.answer(),
    refuse: (error: Error) => open.shift()?.refuse(error),
  }
}

const soon = () => new Promise((resolve) => setImmediate(resolve))

describe('sending behind the reading', () => {
  test('lets go on at once, and keeps one request under way', async () => {
    const server = createServer()
    const behind = createSendBehind(server.send)
    await behind.next()
    expect(server.asked()).toBe(1)
    const second = behind.next()
    await soon()
    expect(server.asked()).toBe(1)
    server.answer()
    await second
    expect(server.asked()).toBe(2)
  })

  test('reads nothing more while what waits takes much of the room', async () => {
    const server = createServer()
    const behind = createSendBehind(server.send, () => true)
    let isDone = false
    const next = behind.next().then(() => (isDone = true))
    await soon()
    expect([server.asked(), isDone]).toEqual([1, false])
    server.answer()
    await next
  })

  test('throws a failure at whoever comes next', async () => {
    const server = createServer()
    const behind = createSendBehind(server.send)
    await behind.next()
    server.refuse(new Error('away'))
    await expect(behind.next()).rejects.toThrow('away')
    await expect(behind.finish()).rejects.toThrow('away')
    await behind.settled()
  })

  test('ends when all has arrived', async () => {
    const server = createServer()
    const behind = createSendBehind(server.send)
    await behind.next()
    let isDone = false
    const finished = behind.finish().then(() => (isDone = true))
    server.answer()
    await soon()
    expect([server.asked(), isDone]).toEqual([2, false])
    server.answer()
    await finished
  })
})
