import { type Readable, Transform, type TransformCallback } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { bodyTooLarge } from '../errors/error-answer.ts'
import { encodingUnsupported, requestBadEncoding } from '../errors/request.errors.ts'

const DECODERS = {
  gzip: createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
} as const

type Encoding = keyof typeof DECODERS

const isKnown = (encoding: string): encoding is Encoding => Object.hasOwn(DECODERS, encoding)

/**
 * Bodies of routes with `compressedLimit` may come as gzip, br or deflate. Both limits are watched while bytes flow:
 * what inflates beyond the body limit is cut off there, not after it has filled the memory.
 */
export const registerBodyEncoding = (app: FastifyInstance): void => {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
    if (encoding === 'identity' || encoding === '') return payload
    const { config, bodyLimit } = request.routeOptions
    if (config.compressedLimit === undefined)
      throw encodingUnsupported({
        message: 'Bodies of this address are not taken compressed. Send the JSON as it is.',
      })
    if (!isKnown(encoding))
      throw encodingUnsupported({
        message: 'Send the body as it is, or compressed with one of gzip, br, deflate.',
        details: { accepted: Object.keys(DECODERS) },
      })
    return inflate(payload, encoding, { wire: config.compressedLimit, inflated: bodyLimit ?? 0 })
  })
}

/** A stream of the plain bytes, which fails as soon as either limit (in bytes) is passed. */
export const inflate = (
  payload: Readable,
  encoding: Encoding,
  limits: { wire: number; inflated: number },
): Readable => {
  const wire = new LimitedBytes(limits.wire)
  const decoder = DECODERS[encoding]()
  const inflated = new LimitedBytes(limits.inflated)
  const fail = (error: unknown) => inflated.destroy(error as Error)
  payload.on('error', fail)
  wire.on('error', fail)
  decoder.on('error', (error) => fail(requestBadEncoding({ cause: error })))
  inflated.on('close', () => {
    payload.unpipe(wire)
    wire.destroy()
    decoder.destroy()
    // The rest of a refused body is let run into nothing, so that its sender gets to read the answer.
    payload.resume()
  })
  payload.pipe(wire).pipe(decoder).pipe(inflated)
  // Fastify holds the number of bytes on the wire against Content-Length.
  return Object.defineProperty(inflated, 'receivedEncodedLength', { get: () => wire.bytes })
}

class LimitedBytes extends Transform {
  bytes = 0
  readonly limit: number

  constructor(limit: number) {
    super()
    this.limit = limit
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length
    if (this.bytes > this.limit) done(bodyTooLarge(this.limit))
    else done(null, chunk)
  }
}
