import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { abortOnDisconnect } from './client-disconnect.ts'

test('who asked and closed the connection is distinguished from who waits for the answer', async () => {
  const app = Fastify()
  const signals: AbortSignal[] = []
  const aborted: Promise<unknown>[] = []
  app.get('/slow', async (_request, reply) => {
    const signal = abortOnDisconnect(reply)
    signals.push(signal)
    aborted.push(once(signal, 'abort'))
    await aborted[0]
    return 'too late'
  })
  app.get('/quick', async (_request, reply) => {
    signals.push(abortOnDisconnect(reply))
    return 'here'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const asking = request({ port, path: '/slow' })
    .on('error', () => {})
    .end()
  await expect.poll(() => aborted.length).toBe(1)
  asking.destroy()
  await aborted[0]
  expect(signals[0]?.aborted).toBe(true)
  expect(await (await fetch(`http://127.0.0.1:${port}/quick`)).text()).toBe('here')
  expect(signals[1]?.aborted).toBe(false)
  await app.close()
})
