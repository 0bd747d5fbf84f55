import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Liveness } from './liveness.ts'

/** `GET /healthz` for containers: 200 while jobs are picked up, else 503 with the reasons. Nothing else is served. */
export const startHealthServer = async (
  check: () => Liveness,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    if (request.url !== '/healthz') {
      response.writeHead(404).end()
      return
    }
    const { isAlive, reasons } = check()
    response.writeHead(isAlive ? 200 : 503, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
    })
    response.end(JSON.stringify({ ok: isAlive, reasons }))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  const bound = server.address() as AddressInfo
  return {
    port: bound.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
