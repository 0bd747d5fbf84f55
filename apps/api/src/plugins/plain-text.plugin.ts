import type { FastifyInstance } from 'fastify'
import { requestInvalid } from '../errors/request.errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `handled`: what stands behind this route sees to U+0000 in bodies itself. */
    nul?: 'refused' | 'handled'
  }
}

/**
 * Turns away the character U+0000 in addresses, queries and small bodies: no one types it, and no text column holds
 * it. Ingest takes it out of what tools wrote instead, since transcripts do contain it.
 */
export const registerPlainText = (app: FastifyInstance): void => {
  app.addHook('preValidation', async (request) => {
    const { nul } = request.routeOptions.config
    const places = {
      path: request.params,
      query: request.query,
      ...(nul === 'handled' ? {} : { body: request.body }),
    }
    for (const [place, value] of Object.entries(places))
      if (holdsNul(value))
        throw requestInvalid({
          message: `The ${place} holds a character with code 0, which no text can. Take it out.`,
        })
  })
}

/** Nothing this API takes is nested deeper; what is, the schema refuses. */
const MAX_DEPTH = 8

export const holdsNul = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false
  return Object.values(value).some((child) => holdsNul(child, depth + 1))
}
