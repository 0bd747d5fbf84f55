import { redactSecrets, type SearchQuery, searchQuerySchema } from '@teamlore/shared'
import type { FastifyReply } from 'fastify'

/** A question in a body, with whatever else stands there. */
export const searchBodySchema = searchQuerySchema.loose()

const FIELDS = Object.keys(searchQuerySchema.shape)

/** The question alone. */
export const searchIn = (body: Record<string, unknown>): SearchQuery =>
  searchQuerySchema.parse(body)

/** What is told of fields that mean nothing here: passed over in silence, a filter misspelt would find everything. */
export const notesOn = (names: Iterable<string>): string[] => {
  const unknown = [...new Set(names)].filter((name) => !FIELDS.includes(name))
  if (unknown.length === 0) return []
  const named = unknown.slice(0, 5).map((name) => `"${redactSecrets(name).text.slice(0, 40)}"`)
  const more = unknown.length > named.length ? ' and others' : ''
  return [
    `There is no field ${named.join(', ')}${more}: left aside. There are ${FIELDS.join(', ')}.`,
  ]
}

/** The names of the parameters in the address of a request. */
export const parametersOf = ({ request }: Pick<FastifyReply, 'request'>): Iterable<string> =>
  new URL(request.url, 'http://localhost').searchParams.keys()
