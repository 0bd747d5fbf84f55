import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'

type Asked = { route: string; query: string; body: unknown }
type Refusal = { status: number; code: string; message: string }

const read = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const bytes = Buffer.concat(parts)
  const isPacked = request.headers['content-encoding'] === 'br'
  return JSON.parse((isPacked ? brotliDecompressSync(bytes) : bytes).toString() || 'null')
}

/** A server that answers each `METHOD path` as it is set, by a function of the query too, with 204 where nothing stands, and notes what it was asked. */
export const openAnsweringServer = async (answers: Record<string, unknown>) => {
  const asked: Asked[] = []
  const refusals = new Map<string, Refusal>()
  const answer = (route: string, query: string): [status: number, body?: unknown] => {
    const refusal = refusals.get(route)
    if (refusal !== undefined) {
      const { status, ...error } = refusal
      return [status, { error }]
    }
    const prepared = answers[route]
    const body = typeof prepared === 'function' ? prepared(query) : prepared
    return body === undefined ? [204] : [200, body]
  }
  const server = createServer((request, response) => {
    void read(request).then((sent) => {
      const [path, query = ''] = (request.url ?? '').split('?')
      const route = `${request.method} ${path}`
      asked.push({ route, query, body: sent })
      const [status, body] = answer(route, query)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(Buffer.isBuffer(body) || body === undefined ? body : JSON.stringify(body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    refuse: (route: string, refusal: Refusal) => refusals.set(route, refusal),
    /** What was asked for beside reading. */
    changes: () => asked.filter(({ route }) => !route.startsWith('GET')),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
