type Message = Record<string, unknown>

export type BridgeServer = {
  url: string
  key: string
  /** The lorebook that is asked; where a team has several, the server cannot know which. */
  book?: string | undefined
}

const addressOf = ({ url, book }: BridgeServer): string =>
  book === undefined ? `${url}/mcp` : `${url}/mcp?${new URLSearchParams({ book })}`

type Options = {
  server: BridgeServer
  /** The version a client of the era with `initialize` agreed on. */
  agreed: string | undefined
  signal: AbortSignal
  fetch?: typeof globalThis.fetch
}

/** One message to the server, and what it answers: nothing, one message, or several as they come. */
export async function* sendMessage(message: Message, options: Options): AsyncGenerator<Message> {
  const { server, signal, fetch = globalThis.fetch } = options
  const response = await fetch(addressOf(server), {
    method: 'POST',
    headers: headersFor(message, options),
    body: JSON.stringify(message),
    signal,
    redirect: 'error',
  }).catch((cause: unknown) => {
    if (signal.aborted) throw cause
    throw new Error(
      `The Teamlore server at ${server.url} cannot be reached. Once it is back, the next call goes through.`,
      { cause },
    )
  })
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) return yield* eventsIn(response)
  const text = await response.text()
  const answer = messageIn(text)
  if (answer !== undefined && isRpc(answer)) return yield withId(answer, message)
  if (!response.ok) throw new Error(refusalText(response.status, answer, server))
}

const PROTOCOL = 'io.modelcontextprotocol/protocolVersion'

/** Newer clients name their version in each message, and the server wants method and name in headers as well. */
const headersFor = (message: Message, { server, agreed }: Options): Record<string, string> => {
  const { _meta, name, uri } = (message['params'] ?? {}) as Record<string, unknown>
  const own = ((_meta ?? {}) as Record<string, unknown>)[PROTOCOL]
  const version = typeof own === 'string' ? own : agreed
  const target = typeof name === 'string' ? name : uri
  return {
    authorization: `Bearer ${server.key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(version === undefined ? {} : { 'mcp-protocol-version': inHeader(version) }),
    ...(typeof own === 'string' ? { 'mcp-method': inHeader(String(message['method'] ?? '')) } : {}),
    ...(typeof own === 'string' && typeof target === 'string'
      ? { 'mcp-name': inHeader(target) }
      : {}),
  }
}

/** As the protocol spells what a header cannot hold. */
const inHeader = (text: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`

const isRpc = (answer: Message): boolean => answer['jsonrpc'] === '2.0'

/** A refusal before the message was read names no request; the client waits for one that does. */
const withId = (answer: Message, { id }: Message): Message =>
  'error' in answer && (answer['id'] === null || answer['id'] === undefined) && id !== undefined
    ? { ...answer, id }
    : answer

const messageIn = (text: string): Message | undefined => {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Message) : undefined
  } catch {
    return undefined
  }
}

const refusalText = (
  status: number,
  answer: Message | undefined,
  { url }: BridgeServer,
): string => {
  const { message } = (answer?.['error'] ?? {}) as { message?: unknown }
  const said = typeof message === 'string' ? message : `The server at ${url} answered ${status}.`
  return status === 401 || status === 403 ? `${said} Run \`lore login\` and try again.` : said
}

async function* eventsIn(response: Response): AsyncGenerator<Message> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true })
    const events = rest.split(/\r\n\r\n|\n\n|\r\r/)
    rest = events.pop() ?? ''
    for (const event of events) {
      const message = messageIn(dataOf(event))
      if (message !== undefined) yield message
    }
  }
  const last = messageIn(dataOf(rest))
  if (last !== undefined) yield last
}

const dataOf = (event: string): string =>
  event
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).replace(/^ /, ''))
    .join('\n')
