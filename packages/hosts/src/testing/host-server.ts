import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fault, StandInAsked } from './host-state.ts'

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }

type Asked = {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

type Served = {
  /** What stands before each path. */
  api: string
  state: { asked: StandInAsked[]; faults: Fault[] }
  answer: (asked: Asked) => Answer
}

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString('utf8')
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

const send = (response: ServerResponse, { status, body, headers = {} }: Answer): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

/** Real HTTP in front of a stand-in, which fails on demand. */
export const serveHost = async ({ api, state, answer }: Served) => {
  const takeFault = (method: string, path: string): Fault | undefined => {
    const at = state.faults.findIndex((fault) => fault.method === method && fault.path.test(path))
    return at < 0 ? undefined : state.faults.splice(at, 1)[0]
  }
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '/', 'http://host.test')
    const asked = { method, url, headers, body: await bodyOf(request) }
    state.asked.push({ method, path: url.pathname.slice(api.length), body: asked.body })
    const fault = takeFault(method, url.pathname)
    // What is answered late was done all the same, and nobody hears of it.
    if (fault?.isDone === true) answer(asked)
    if (fault === undefined) send(response, answer(asked))
    else if (fault.status === 0) request.socket.destroy()
    else
      send(response, {
        status: fault.status,
        body: { message: 'no' },
        headers: fault.headers ?? {},
      })
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() =>
      send(response, { status: 500, body: { message: 'the stand-in failed' } }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    webUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
