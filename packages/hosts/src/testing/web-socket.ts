import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Of RFC 6455: what proves that a server understood. */
const KEY = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TEXT = 1
const CLOSE = 8

const frameOf = (opcode: number, text: string): Buffer => {
  const payload = Buffer.from(text)
  const { length } = payload
  if (length < 126) return Buffer.concat([Buffer.from([0x80 | opcode, length]), payload])
  const head = Buffer.alloc(length < 65_536 ? 4 : 10)
  head[0] = 0x80 | opcode
  head[1] = length < 65_536 ? 126 : 127
  if (length < 65_536) head.writeUInt16BE(length, 2)
  else head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, payload])
}

/** The first frame of these bytes, which a client masks; undefined where it is not there as a whole. */
const readFrame = (bytes: Buffer): { opcode: number; text: string; rest: Buffer } | undefined => {
  if (bytes.length < 6) return undefined
  const short = (bytes[1] ?? 0) & 0x7f
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0
  const start = 2 + lengthBytes + 4
  if (bytes.length < start) return undefined
  const length =
    short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  if (bytes.length < start + length) return undefined
  const mask = bytes.subarray(start - 4, start)
  const payload = Buffer.from(bytes.subarray(start, start + length))
  for (let at = 0; at < length; at++) payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0)
  return {
    opcode: (bytes[0] ?? 0) & 0x0f,
    text: payload.toString('utf8'),
    rest: bytes.subarray(start + length),
  }
}

export type ServedSocket = {
  send(message: object): void
  /** Without a word, as a network does that breaks. */
  cut(): void
  close(): void
}

/** Takes a request as a WebSocket: text in single frames, which is all that Slack and its clients send. */
export const serveWebSocket = (
  request: IncomingMessage,
  stream: Duplex,
  { onText, onEnd }: { onText: (text: string) => void; onEnd: () => void },
): ServedSocket => {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}${KEY}`)
    .digest('base64')
  stream.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  let bytes = Buffer.alloc(0)
  const close = () => {
    if (!stream.writableEnded) stream.end(frameOf(CLOSE, ''))
  }
  stream.on('data', (part: Buffer) => {
    bytes = Buffer.concat([bytes, part])
    for (let frame = readFrame(bytes); frame !== undefined; frame = readFrame(bytes)) {
      bytes = Buffer.from(frame.rest)
      if (frame.opcode === TEXT) onText(frame.text)
      else if (frame.opcode === CLOSE) close()
    }
  })
  stream.on('error', () => stream.destroy())
  stream.on('close', onEnd)
  return {
    send: (message) => void stream.write(frameOf(TEXT, JSON.stringify(message))),
    cut: () => stream.destroy(),
    close,
  }
}
