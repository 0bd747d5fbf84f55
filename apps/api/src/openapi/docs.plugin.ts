import { createHash } from 'node:crypto'
import apiReference from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

/**
 * The readable documents at /docs. Everything comes from this server: no font, script or telemetry of anybody else's,
 * which the policy sent with the page enforces.
 */
export const registerDocs = async (app: FastifyInstance): Promise<void> => {
  const plugin: FastifyPluginAsync = async (docs) => {
    docs.addHook('onSend', async (_request, reply, payload) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
      if (!isPage || typeof payload !== 'string') return payload
      reply.header('content-security-policy', policyFor(payload))
      // Browsers would ask for /favicon.ico, which is not there.
      return payload.replace('</head>', '<link rel="icon" href="data:," /></head>')
    })
    await docs.register(apiReference, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        pageTitle: 'Teamlore API',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    })
  }
  await app.register(plugin)
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
