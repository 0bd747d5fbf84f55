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

export class PortTakenError extends Error {
  override name = 'PortTakenError'
}

/** @throws PortTakenError */
export const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new PortTakenError(
              `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
              { cause: error },
            )
          : error,
      ),
    )
    server.listen(port, host, resolve)
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
