import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export const listenOnLoopback = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A port that was free a moment ago, for what has to know its address before it listens. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  const port = await listenOnLoopback(server)
  server.close()
  await once(server, 'close')
  return port
}
