import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { abortOnDisconnect } from './client-disconnect.ts'

test('who asked and closed the connection is distinguished from who waits for the answer', async () => {
  const signals: AbortSignal[] = []
  const server = createServer((asked, response) => {
    signals.push(abortOnDisconnect(response))
    if (asked.url === '/quick') response.end('here')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const asking = request({ port, host: '127.0.0.1', path: '/slow' })
    .on('error', () => {})
    .end()
  await expect.poll(() => signals.length).toBe(1)
  expect(signals[0]?.aborted).toBe(false)
  const aborted = once(signals[0] as AbortSignal, 'abort')
  asking.destroy()
  await aborted
  expect(await (await fetch(`http://127.0.0.1:${port}/quick`)).text()).toBe('here')
  expect(signals[1]?.aborted).toBe(false)
  server.closeAllConnections()
  server.close()
})
