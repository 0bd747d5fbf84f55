import { expect, test } from 'vitest'
import { startHealthServer } from './health-server.ts'

test('/healthz follows the worker, and nothing else is served', async () => {
  let reasons: string[] = []
  const server = await startHealthServer(() => ({ isAlive: reasons.length === 0, reasons }), {
    port: 0,
    host: '127.0.0.1',
  })
  const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`)
  try {
    const alive = await get('/healthz')
    expect([alive.status, await alive.json()]).toEqual([200, { ok: true, reasons: [] }])
    reasons = ['shutting down']
    const dying = await get('/healthz')
    expect([dying.status, await dying.json()]).toEqual([503, { ok: false, reasons }])
    expect((await get('/')).status).toBe(404)
  } finally {
    await server.close()
  }
  await expect(get('/healthz')).rejects.toThrow()
})
