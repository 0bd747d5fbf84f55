import { createInterface } from 'node:readline'
import type { BridgeServer } from './send-message.ts'
import { sendMessage } from './send-message.ts'

type Message = Record<string, unknown>
type Id = string | number

type Deps = {
  input: NodeJS.ReadableStream
  write: (line: string) => void
  /** The server and the key for it, asked again for each message: a new login holds at once. */
  findServer: () => Promise<BridgeServer>
  signal: AbortSignal
  fetch?: typeof globalThis.fetch
}

/** What a server may say about a protocol version it has agreed on, for the header of what follows. */
const VERSION = /^\d{4}-\d{2}-\d{2}$/
const MAX_LINE = 16_000_000

/**
 * Carries messages between a client on stdin and stdout and the server's /mcp, one line and one request each. It knows of
 * the protocol only what concerns the way: who waits for which answer, what is cancelled, and which version was agreed.
 */
export const runBridge = async ({
  input,
  write,
  findServer,
  signal,
  fetch,
}: Deps): Promise<void> => {
  const underWay = new Map<Id, AbortController>()
  const working = new Set<Promise<void>>()
  let agreed: string | undefined

  const say = (message: unknown): void => write(`${JSON.stringify(message)}\n`)

  /** Says what the server answers; what went wrong, where it did not answer. */
  const deliver = async (message: Message, until: AbortSignal): Promise<unknown> => {
    const id = idOf(message)
    let isAnswered = id === undefined
    try {
      const server = await findServer()
      const options = { server, agreed, signal: until, ...(fetch ? { fetch } : {}) }
      for await (const answer of sendMessage(message, options)) {
        agreed = agreedBy(message, answer) ?? agreed
        isAnswered ||= idOf(answer) === id && !('method' in answer)
        say(answer)
      }
    } catch (error) {
      return isAnswered ? undefined : error
    }
    return isAnswered ? undefined : new Error('The server ended its answer before it was complete.')
  }

  const carry = async (message: Message): Promise<void> => {
    const id = idOf(message)
    if (id === undefined) return void (await deliver(message, signal))
    const stop = new AbortController()
    underWay.set(id, stop)
    const until = AbortSignal.any([signal, stop.signal])
    const problem = await deliver(message, until)
    if (underWay.get(id) === stop) underWay.delete(id)
    // Whoever cancelled a request waits for no answer.
    if (problem !== undefined && !until.aborted) say(failure(id, problem))
  }

  const take = (message: Message): void => {
    if (message['method'] === 'notifications/cancelled') {
      const { requestId } = (message['params'] ?? {}) as { requestId?: Id }
      if (requestId !== undefined) underWay.get(requestId)?.abort()
      // The end of the request is enough for the server.
      return
    }
    const work = carry(message).finally(() => working.delete(work))
    working.add(work)
  }

  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  signal.addEventListener('abort', () => lines.close())
  let first: Promise<unknown> | undefined
  for await (const line of lines) {
    if (line.trim() === '') continue
    const messages = messagesIn(line)
    if (messages === undefined) {
      say(failure(null, new Error('This line is no JSON-RPC message.'), -32_700))
      continue
    }
    for (const message of messages) {
      // What follows the first message names the version that its answer settles.
      if (first !== undefined) await first
      take(message)
      first ??= message['method'] === 'initialize' ? Promise.all(working) : Promise.resolve()
    }
  }
  await Promise.all(working)
}

const idOf = (message: Message): Id | undefined => {
  const id = message['id']
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

const messagesIn = (line: string): Message[] | undefined => {
  if (line.length > MAX_LINE) return undefined
  try {
    const parsed: unknown = JSON.parse(line)
    const all = Array.isArray(parsed) ? parsed : [parsed]
    const isEach = all.every(
      (one) => typeof one === 'object' && one !== null && !Array.isArray(one),
    )
    return isEach ? (all as Message[]) : undefined
  } catch {
    return undefined
  }
}

const agreedBy = (message: Message, answer: Message): string | undefined => {
  if (message['method'] !== 'initialize') return undefined
  const { protocolVersion } = (answer['result'] ?? {}) as { protocolVersion?: unknown }
  const version = String(protocolVersion ?? '')
  return VERSION.test(version) ? version : undefined
}

const failure = (id: Id | null, error: unknown, code = -32_000) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: error instanceof Error ? error.message : String(error) },
})
