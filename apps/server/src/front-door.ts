import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { isApiPath } from '@teamlore/shared'

type Doors = {
  api: RequestListener
  web: (request: IncomingMessage, response: Parameters<RequestListener>[1]) => void
}

/** One port for everything: the API's paths go to the API, all else is a page of the dashboard. */
export const createFrontDoor = ({ api, web }: Doors): Server => {
  const server = createServer((request, response) =>
    isApiPath(request.url ?? '/') ? api(request, response) : web(request, response),
  )
  // A client that dribbles its headers must not hold a socket for ever; bodies have the API's own limits.
  server.headersTimeout = 20_000
  server.requestTimeout = 120_000
  server.keepAliveTimeout = 65_000
  return server
}

export const listen = (server: Server, port: number, host: string) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })

/** Stops taking connections, lets answers finish for a while, then cuts what is left (live streams). */
export const closeFrontDoor = (server: Server, graceMs: number) =>
  new Promise<void>((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
