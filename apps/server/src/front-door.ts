import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { isApiPath } from '@teamlore/shared'
import { answerBrokenRequest, explainListenError } from '@teamlore/shared/process'

type Doors = {
  api: RequestListener
  web: (request: IncomingMessage, response: ServerResponse) => void
}

export type FrontDoor = {
  /** Until then every request is asked to come back in a moment. */
  open: (doors: Doors) => void
  close: (graceMs: number) => Promise<void>
}

/**
 * One port for everything: the API's paths go to the API, all else is a page of the dashboard. The port is taken at
 * once, before there is anything to serve, so that a start which cannot have it leaves nothing behind.
 * @throws CannotListenError
 */
export const takeFrontDoor = async (port: number, host: string): Promise<FrontDoor> => {
  let doors: Doors = { api: answerNotReady, web: answerNotReady }
  const server = createServer((request, response) =>
    isApiPath(request.url ?? '/') ? doors.api(request, response) : doors.web(request, response),
  )
  server.on('clientError', answerBrokenRequest)
  // A client that dribbles its headers must not hold a socket for ever; bodies have the API's own limits.
  server.headersTimeout = 20_000
  server.requestTimeout = 120_000
  server.keepAliveTimeout = 65_000
  await listen(server, port, host)
  return {
    open: (opened) => {
      doors = opened
    },
    close: (graceMs) => closeServer(server, graceMs),
  }
}

const answerNotReady = (_request: IncomingMessage, response: ServerResponse): void => {
  const message = 'The server cannot serve requests yet. Try again in a moment.'
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '2',
  })
  response.end(JSON.stringify({ error: { code: 'server.not_ready', message } }))
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainListenError(error, port, host)))
    server.listen(port, host, resolve)
  })

/** Stops taking connections, lets answers finish for a while, then cuts what is left (live streams). */
const closeServer = (server: Server, graceMs: number) =>
  new Promise<void>((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
