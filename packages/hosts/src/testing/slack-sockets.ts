import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { SlackState } from './slack-state.ts'
import { type ServedSocket, serveWebSocket } from './web-socket.ts'

const LINK = '/link/'
/** What was not taken by then is sent again, by any socket of the app. */
const ACK_MS = 3_000
const MOST_TIMES = 3

type Sent = { envelope_id: string; type: string; payload: unknown }
type Open = ServedSocket & { heard: string[] }

/**
 * Sockets as Slack has them: a ticket opens one, once; it says hello, each envelope goes to one of them, and what nobody takes within
 * three seconds is sent again.
 */
export const serveSlackSockets = (server: Server, state: SlackState) => {
  const open = new Set<Open>()
  const acked = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()
  let turn = 0

  server.on('upgrade', (request: IncomingMessage, stream: Duplex) => {
    const ticket = (request.url ?? '').slice(LINK.length)
    if (!state.tickets.delete(ticket)) {
      stream.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')
      return
    }
    const heard: string[] = []
    const served = serveWebSocket(request, stream, {
      onText: (text) => {
        heard.push(text)
        acked.add(String((JSON.parse(text) as Partial<Sent>).envelope_id))
      },
      onEnd: () => open.delete(socket),
    })
    const socket: Open = { ...served, heard }
    open.add(socket)
    if (!state.saysHello) return
    socket.send({
      type: 'hello',
      connection_info: { app_id: state.app.id },
      num_connections: open.size,
    })
  })

  const deliver = (sent: Sent, times: number): void => {
    if (times > MOST_TIMES || acked.has(sent.envelope_id)) return
    const sockets = [...open]
    sockets[turn++ % Math.max(sockets.length, 1)]?.send({
      ...sent,
      accepts_response_payload: false,
      retry_attempt: times - 1,
    })
    const timer = setTimeout(() => {
      timers.delete(timer)
      deliver(sent, times + 1)
    }, ACK_MS)
    timers.add(timer)
  }

  return {
    /** How many there are. */
    count: (): number => open.size,
    /** @returns its id, by which it is known whether it was taken. */
    send: (type: string, payload: unknown): string => {
      const envelope_id = randomUUID()
      deliver({ envelope_id, type, payload }, 1)
      return envelope_id
    },
    isTaken: (envelope: string): boolean => acked.has(envelope),
    /** Slack says that it will end them, and ends them a moment later. */
    disconnect: (reason: 'warning' | 'refresh_requested' | 'link_disabled', ms = 200): void => {
      for (const socket of open) {
        socket.send({ type: 'disconnect', reason })
        const timer = setTimeout(socket.close, ms)
        timers.add(timer)
      }
    },
    cut: (): void => {
      for (const socket of open) socket.cut()
    },
    close: (): void => {
      for (const timer of timers) clearTimeout(timer)
      for (const socket of open) socket.cut()
    },
  }
}

/** What `apps.connections.open` answers: the address of one socket, for a token of the app itself. */
export const openReply = (
  state: SlackState,
  token: string | undefined,
  webUrl: string,
): Record<string, unknown> & { ok: boolean } => {
  if (token !== undefined && state.tokens.has(token))
    return { ok: false, error: 'not_allowed_token_type' }
  if (token === undefined || !state.appTokens.has(token))
    return { ok: false, error: 'invalid_auth' }
  const ticket = randomUUID()
  state.tickets.add(ticket)
  return { ok: true, url: `${webUrl.replace('http', 'ws')}${LINK}${ticket}` }
}
