import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SLACK_SCOPES } from '../slack/manifest.ts'
import { blockProblem } from './slack-blocks.ts'
import { type Given, SLACK_METHODS, type SlackReply } from './slack-methods.ts'
import { openReply, serveSlackSockets } from './slack-sockets.ts'
import type { SlackFault, SlackState } from './slack-state.ts'

const API = '/api/'
const ANSWERS = '/answers/'

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

const newState = (): SlackState => ({
  app: {
    id: 'A0LORE',
    clientId: '11.22',
    clientSecret: 'client-secret-of-the-stand-in',
    signingSecret: 'signing-secret-of-the-stand-in',
    botId: 'ULORE',
    workspace: { id: 'TACME', name: 'Acme' },
    scopes: Object.keys(SLACK_SCOPES),
    isInstalled: false,
  },
  codes: new Set(),
  tokens: new Set(),
  appTokens: new Set(),
  tickets: new Set(),
  saysHello: true,
  people: [{ id: 'ULORE', isBot: true }],
  channels: [],
  messages: [],
  ephemerals: [],
  unfurls: [],
  answerAddresses: new Map(),
  asked: [],
  faults: [],
  nextTs: 1_700_000_000,
})

const UNSIGNED = ['oauth.v2.access']

/** Slack answers at once what it takes at an address that it gave, and then shows it to one person alone. */
const answerAt = (state: SlackState, path: string, body: string): number => {
  const address = state.answerAddresses.get(path)
  if (address === undefined || address.left === 0) return 404
  const { text = '', blocks, response_type } = JSON.parse(body) as Record<string, string>
  if (response_type !== 'ephemeral' || blockProblem(blocks) !== undefined) return 400
  address.left--
  const { to, channel } = address
  state.ephemerals.push({ to, channel, text, blocks, via: 'response_url' })
  return 200
}

/**
 * A Slack on this machine: real HTTP, with the checks of the original. It knows its tokens, signs what it sends, refuses blocks beyond
 * the published limits, and fails on demand.
 */
export const startSlack = async () => {
  const state = newState()

  const takeFault = (method: string): SlackFault | undefined => {
    const at = state.faults.findIndex((fault) => fault.method === method)
    return at < 0 ? undefined : state.faults.splice(at, 1)[0]
  }

  const replyTo = (method: string, token: string | undefined, body: string): SlackReply => {
    const given: Given = Object.fromEntries(new URLSearchParams(body))
    state.asked.push({ method, parameters: given })
    if (method === 'apps.connections.open') return openReply(state, token, webUrl)
    const answer = SLACK_METHODS[method]
    if (answer === undefined) return { ok: false, error: 'unknown_method' }
    if (!UNSIGNED.includes(method) && !state.tokens.has(token ?? ''))
      return { ok: false, error: token === undefined ? 'not_authed' : 'invalid_auth' }
    return answer({ state, given })
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? ''
    const body = await bodyOf(request)
    const isAnswer = path.startsWith(ANSWERS)
    const method = isAnswer ? 'response_url' : path.slice(API.length)
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const fault = takeFault(method)
    const act = () =>
      isAnswer
        ? { status: answerAt(state, path, body), reply: { ok: true } }
        : { status: 200, reply: replyTo(method, token, body) }
    if (fault?.isDone === true) act()
    if (fault?.status === 0) {
      request.socket.destroy()
      return
    }
    const { status, reply } =
      fault === undefined
        ? act()
        : { status: fault.status ?? 200, reply: { ok: false, error: fault.code ?? 'fatal_error' } }
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-oauth-scopes': state.app.scopes.join(','),
      ...fault?.headers,
    })
    response.end(JSON.stringify(reply))
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sockets = serveSlackSockets(server, state)
  const webUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** As Slack signs what it sends. */
  const signed = (
    body: string,
    type: string,
    { secret = state.app.signingSecret, at = Date.now() }: { secret?: string; at?: number } = {},
  ) => {
    const timestamp = String(Math.floor(at / 1_000))
    const mac = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
    return {
      body,
      headers: {
        'content-type': type,
        'x-slack-request-timestamp': timestamp,
        'x-slack-signature': `v0=${mac}`,
      },
    }
  }

  return {
    webUrl,
    apiUrl: `${webUrl}/api`,
    state,
    giveCode: (): string => {
      const code = randomUUID()
      state.codes.add(code)
      return code
    },
    fail: (...faults: SlackFault[]) => state.faults.push(...faults),
    signed,
    sockets,
    /** An address to answer one person at, for five answers. */
    answerAddress: (to: string, channel: string): string => {
      const path = `${ANSWERS}${randomUUID()}`
      state.answerAddresses.set(path, { to, channel, left: 5 })
      return `${webUrl}${path}`
    },
    async [Symbol.asyncDispose]() {
      sockets.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type SlackStandIn = Awaited<ReturnType<typeof startSlack>>
