import type { FastifyRequest } from 'fastify'
import { wrongOrigin } from '../errors/request.errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Guards what a browser's cookie alone would allow: another site may make a browser send the cookie, but cannot
 * choose the Origin header. Allowed are the public address and the very host the request was sent to.
 * @throws RequestError `access.wrong_origin`
 */
export const ensureSameOrigin = (request: FastifyRequest, publicUrl: string): void => {
  if (SAFE_METHODS.has(request.method)) return
  const { origin } = request.headers
  const own = [new URL(publicUrl).origin, `${request.protocol}://${request.host}`]
  if (origin === undefined || !own.includes(origin)) throw wrongOrigin()
}
