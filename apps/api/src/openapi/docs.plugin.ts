import { createHash } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'

/**
 * The readable documents at /docs. Everything comes from this server: no font, script or telemetry of anybody else's,
 * which the policy sent with the page enforces.
 */
export const registerDocs = async (app: FastifyInstance, basePath: string): Promise<void> => {
  const plugin: FastifyPluginAsync = async (docs) => {
    docs.addHook('onSend', async (_request, reply, payload) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
      if (!isPage || typeof payload !== 'string') return payload
      reply.header('content-security-policy', policyFor(payload))
      // Browsers would ask for /favicon.ico, which is not there.
      return payload.replace('</head>', '<link rel="icon" href="data:," /></head>')
    })
    const readers = once(() => openReaders(basePath))
    for (const path of [PREFIX, `${PREFIX}/`, `${PREFIX}/js/scalar.js`]) {
      docs.get(path, { schema: { hide: true } }, async ({ url, headers: { host } }, reply) => {
        const found = await (await readers()).inject({ url, headers: { host } })
        const { 'content-type': type, location } = found.headers
        if (type !== undefined) reply.header('content-type', type)
        if (location !== undefined) reply.header('location', `${basePath}${location}`)
        return reply.code(found.statusCode).send(found.body)
      })
    }
  }
  await app.register(plugin)
}

const PREFIX = '/docs'

/** Its script is a string of 8 MB, kept twice: nothing of it is loaded before somebody reads the documents. */
const openReaders = async (basePath: string): Promise<FastifyInstance> => {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const readers = fastify()
  await readers.register(apiReference, {
    routePrefix: PREFIX,
    configuration: {
      url: `${basePath}/openapi.json`,
      pageTitle: 'Teamlore API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return readers
}

const once = <T>(open: () => Promise<T>): (() => Promise<T>) => {
  let opened: Promise<T> | undefined
  return () => {
    opened ??= open()
    return opened
  }
}

/** Allows the page's own inline scripts by their hashes; styles are made by its script, so they cannot be named. */
const policyFor = (html: string): string => {
  const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
