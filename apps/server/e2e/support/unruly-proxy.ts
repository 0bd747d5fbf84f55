import { once } from 'node:events'
import {
  type ClientRequest,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to one request on its way. `pass` is the well-behaved network. */
export type Mischief =
  | 'pass'
  /** The connection is cut before the request reaches the server. */
  | 'cut before'
  /** The server does its work, and its answer is lost. */
  | 'cut after'
  /** Half of the answer arrives. */
  | 'truncate'
  /** The server gets it twice. */
  | 'duplicate'
  /** It is cut for the sender and reaches the server later, after what was sent next. */
  | 'arrive late'
  | { status: number; headers?: Record<string, string>; body?: string }

type Sent = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }

/** Stands between the agent and a server, and does to each ingest what it is told. Everything else passes. */
export const startUnrulyProxy = async (target: string) => {
  let plan: (nth: number, sent: Sent) => Mischief = () => 'pass'
  let count = 0
  let total = 0
  const late: Sent[] = []

  const forward = async (sent: Sent): Promise<{ status: number; body: Buffer }> => {
    const url = new URL(sent.url, target)
    const upstream: ClientRequest = openRequest(url, {
      method: sent.method,
      headers: { ...sent.headers, host: url.host },
      agent: false,
    })
    upstream.end(sent.body)
    const [response] = (await once(upstream, 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 502, body: await bytesOf(response) }
  }

  const misbehave = async (
    mischief: Mischief,
    sent: Sent,
    response: ServerResponse,
  ): Promise<void> => {
    if (typeof mischief === 'object') {
      response.writeHead(mischief.status, {
        'content-type': 'application/json',
        ...mischief.headers,
      })
      response.end(mischief.body ?? '')
      return
    }
    if (mischief === 'cut before') return void response.destroy()
    if (mischief === 'arrive late') {
      late.push(sent)
      return void response.destroy()
    }
    const answer = await forward(sent)
    if (mischief === 'duplicate') await forward(sent)
    for (const one of late.splice(0)) await forward(one)
    if (mischief === 'cut after') return void response.destroy()
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'content-length': answer.body.length,
    })
    if (mischief !== 'truncate') return void response.end(answer.body)
    response.write(answer.body.subarray(0, answer.body.length >> 1), () => response.destroy())
  }

  const server = createServer((request, response) => {
    const handle = async (): Promise<void> => {
      const { method = 'GET', url = '/', headers } = request
      const sent: Sent = { method, url, headers, body: await bytesOf(request) }
      const isIngest = url === '/v1/ingest'
      if (isIngest) total++
      await misbehave(isIngest ? plan(++count, sent) : 'pass', sent, response)
    }
    handle().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What happens to the nth ingest from now on, counted from 1. */
    misbehave: (now: typeof plan): void => {
      plan = now
      count = 0
    },
    ingests: (): number => count,
    /** Since the beginning. */
    allIngests: (): number => total,
    close: async (): Promise<void> => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export type UnrulyProxy = Awaited<ReturnType<typeof startUnrulyProxy>>

const bytesOf = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
