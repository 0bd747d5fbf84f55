import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'

/** How .ci/tools/protocols.mjs says that a provider speaks. */
type Protocol = {
  path: RegExp
  isStream: (body: Body, pathname: string) => boolean
  whole: (turn: Turn) => unknown
  events: (turn: Turn) => readonly (string | { type?: unknown })[]
}
type Body = Record<string, unknown>
/** What a model asks a tool to do; Codex has tools with a namespace. */
export type ToolCall = { call: string; input: unknown; namespace?: string }
type Turn = {
  text?: string
  call?: string
  input?: unknown
  id: string
  model: unknown
}

const PROTOCOLS = new URL('../../../../../.ci/tools/protocols.mjs', import.meta.url)

export type Fault = '401' | '404' | '429' | 'quota' | '529' | 'cut' | 'prose' | 'empty' | 'hang'

type ProviderRequest = { method: string; path: string; body: string; isModel: boolean }

/** The limit of a subscription, as Anthropic and OpenAI say it. */
const quotaOf = (path: string, resetsAt: number) => {
  const seconds = Math.floor(resetsAt / 1_000)
  if (/\/messages/.test(path))
    return {
      body: {
        type: 'error',
        error: {
          type: 'rate_limit_error',
          message: 'This request would exceed your account’s rate limit. Please try again later.',
        },
      },
      headers: {
        'retry-after': String(Math.max(1, seconds - Math.floor(Date.now() / 1_000))),
        'anthropic-ratelimit-unified-status': 'rejected',
        'anthropic-ratelimit-unified-reset': String(seconds),
        'anthropic-ratelimit-unified-representative-claim': 'five_hour',
        'anthropic-ratelimit-unified-5h-status': 'rejected',
        'anthropic-ratelimit-unified-5h-reset': String(seconds),
        'anthropic-ratelimit-unified-5h-utilization': '1',
        'anthropic-ratelimit-unified-overage-status': 'rejected',
      },
    }
  if (/generateContent/i.test(path))
    return {
      body: {
        error: {
          code: 429,
          status: 'RESOURCE_EXHAUSTED',
          message: 'You have exhausted your daily quota on this model.',
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
              reason: 'QUOTA_EXHAUSTED',
              domain: 'cloudcode-pa.googleapis.com',
              metadata: {},
            },
            { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3600s' },
          ],
        },
      },
      headers: {},
    }
  return {
    body: {
      error: {
        type: 'usage_limit_reached',
        message: 'The usage limit has been reached',
        plan_type: 'plus',
        resets_at: seconds,
        resets_in_seconds: Math.max(1, seconds - Math.floor(Date.now() / 1_000)),
      },
    },
    headers: {},
  }
}

const MESSAGES: Record<string, string> = {
  401: 'Incorrect API key provided.',
  404: 'The model `x` does not exist or you do not have access to it.',
  429: 'Rate limit reached for requests.',
  529: 'Overloaded',
}
const TYPES: Record<string, string> = {
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const how = request.headers['content-encoding']
  if (how === 'gzip') return gunzipSync(bytes).toString('utf8')
  return bytes.toString('utf8')
}

/**
 * The providers of coding agents on loopback, with one answer for all that is asked and faults on demand. It is a proxy too, which lets
 * nobody out and notes who wanted to go where.
 */
export const startProviderServer = async (answer: () => string) => {
  const { PROTOCOLS: protocols } = (await import(PROTOCOLS.href)) as { PROTOCOLS: Protocol[] }
  const requests: ProviderRequest[] = []
  const state: { fault: Fault | undefined; calls: ToolCall[]; resetsAt: number } = {
    fault: undefined,
    calls: [],
    resetsAt: Date.now() + 3_600_000,
  }
  let count = 0
  const send = (
    response: ServerResponse,
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
  ): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
  /** @returns false where there is none. */
  const fail = (path: string, response: ServerResponse): boolean => {
    const { fault } = state
    if (fault === 'hang') return true
    if (fault === 'quota') {
      const { body, headers } = quotaOf(path, state.resetsAt)
      send(response, 429, body, headers as Record<string, string>)
      return true
    }
    const message = fault === undefined ? undefined : MESSAGES[fault]
    if (fault === undefined || message === undefined) return false
    const type = TYPES[fault]
    const status = fault === '529' && /generateContent/i.test(path) ? 503 : Number(fault)
    send(
      response,
      status,
      { type: 'error', error: { type, message, code: status } },
      fault === '429' ? { 'retry-after': '7' } : {},
    )
    return true
  }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/'
    const text = await readBody(request)
    const { pathname } = new URL(path, 'http://localhost')
    const protocol = protocols.find((one) => request.method === 'POST' && one.path.test(pathname))
    requests.push({
      method: request.method ?? '',
      path,
      body: text,
      isModel: protocol !== undefined,
    })
    if (protocol === undefined)
      send(response, 404, { error: { message: 'There is no such path.' } })
    else if (!fail(path, response)) speak(protocol, { pathname, text }, response)
  }
  const speak = (
    protocol: Protocol,
    { pathname, text }: { pathname: string; text: string },
    response: ServerResponse,
  ): void => {
    const body = JSON.parse(text) as Body
    const id = String(++count)
    const called = state.calls.shift()
    const turn =
      called === undefined
        ? turnOf(body, state.fault, answer(), id)
        : { ...called, id, model: body['model'] }
    if (!protocol.isStream(body, pathname)) {
      send(response, 200, protocol.whole(turn))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const events = protocol.events(turn)
    for (const event of state.fault === 'cut' ? events.slice(0, 1) : events)
      response.write(eventText(event))
    if (state.fault === 'cut') response.destroy()
    else response.end()
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  server.on('connect', (request, socket) => {
    requests.push({ method: 'CONNECT', path: request.url ?? '', body: '', isModel: false })
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 426 Upgrade Required\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    state,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Claude Code asks for a schema by a tool that has to be called. */
const turnOf = (body: Body, fault: Fault | undefined, answer: string, id: string): Turn => {
  const { model } = body
  if (fault === 'empty') return { text: '', id, model }
  if (fault === 'prose') return { text: 'Sure! Here you are: nothing was found.', id, model }
  const tools = Array.isArray(body['tools']) ? (body['tools'] as { name?: string }[]) : []
  const shape = tools.find(({ name }) => /structured/i.test(name ?? ''))?.name
  const isAnswered = JSON.stringify(body['messages'] ?? '').includes('tool_result')
  return shape === undefined || isAnswered
    ? { text: answer, id, model }
    : { call: shape, input: JSON.parse(answer), id, model }
}

const eventText = (event: string | { type?: unknown }): string => {
  if (typeof event === 'string') return `data: ${event}\n\n`
  const named = typeof event.type === 'string' ? `event: ${event.type}\n` : ''
  return `${named}data: ${JSON.stringify(event)}\n\n`
}
