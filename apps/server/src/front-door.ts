import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { isApiPath } from '@teamlore/shared'
import { basePathOf, withoutBase } from '@teamlore/shared/base-path'
import {
  answerBrokenRequest,
  answerStrangeAddress,
  explainListenError,
  ownNamesOf,
  strangeAddress,
} from '@teamlore/shared/process'

type Doors = {
  api: RequestListener
  web: (request: IncomingMessage, response: ServerResponse) => void
}

/** Where it listens, and what it is called by those who come. */
type Address = { port: number; host: string; publicUrl: string; ownHosts: string[] }

export type FrontDoor = {
  /** Until then every request is asked to come back in a moment. */
  open: (doors: Doors) => void
  close: (graceMs: number) => Promise<void>
}

/**
 * One port for everything: the API's paths go to the API, which looks at names by itself; all else is a page of the dashboard. The port is taken at
 * once, before there is anything to serve, so that a start which cannot have it leaves nothing behind.
 * @throws CannotListenError
 */
export const takeFrontDoor = async ({
  port,
  host,
  publicUrl,
  ownHosts,
}: Address): Promise<FrontDoor> => {
  const basePath = basePathOf(publicUrl)
  const names = ownNamesOf(publicUrl, ownHosts)
  let doors: Doors = { api: answerNotReady, web: answerNotReady }
  const server = createServer((request, response) => {
    if (isApiPath(withoutBase(request.url ?? '/', basePath))) return doors.api(request, response)
    const { host, origin } = request.headers
    const problem = strangeAddress({ host, origin }, names)
    if (problem !== undefined) return answerStrangeAddress(response, problem)
    doors.web(request, response)
  })
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
