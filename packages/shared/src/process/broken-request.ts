import type { Duplex } from 'node:stream'
import { headersTooLarge, requestBadUrl, requestTimedOut } from './request.errors.ts'

const REASONS: Record<string, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/** Answers what the parser of HTTP itself gives up on, in the same envelope as everything else. */
export const answerBrokenRequest = (error: Error & { code?: string }, socket: Duplex): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { statusCode, code, message } = errorFor(error.code)
  const text = JSON.stringify({ error: { code, message } })
  if (socket.writable)
    socket.write(
      [
        `HTTP/1.1 ${statusCode} ${REASONS[statusCode]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(text)}`,
        'Connection: close',
        '',
        text,
      ].join('\r\n'),
    )
  socket.end(() => socket.destroy())
}

const errorFor = (code: string | undefined) => {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimedOut()
  return requestBadUrl({
    message:
      'This is not a request of HTTP that can be read. Check what sits between you and the server.',
  })
}
