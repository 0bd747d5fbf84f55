import { redactSecrets } from '@teamlore/redaction'
import { z } from 'zod'
import type { Route } from './route.ts'
import { untilDisconnect } from './until-disconnect.ts'

/**
 * Two routes for whatever takes a question: GET with it in the address, POST with it in the body, since a question may be
 * longer than an address. Where the answer has notes, they name fields that mean nothing.
 */
export const questionRoutes = (route: Route): Route[] => {
  const { query: fields, id, summary, description } = route
  if (!(fields instanceof z.ZodObject)) throw new Error(`${route.path} takes no fields`)
  const known = Object.keys(fields.shape)
  // A question is answered all the same where a field means nothing; the notes name it.
  const asked = fields.strip()
  const { query: _inAddress, ...described } = route
  const ask = (
    scope: Parameters<Route['run']>[0],
    question: unknown,
    { reply }: Parameters<Route['run']>[2],
  ) => untilDisconnect(reply, (options) => (route.run as unknown as Ask)(scope, question, options))
  return [
    {
      ...route,
      query: asked,
      run: async (scope, { query }, exchange) => {
        const { searchParams } = new URL(exchange.request.url, 'http://localhost')
        return withNotes(await ask(scope, query, exchange), notesOn(searchParams.keys(), known))
      },
    },
    {
      ...described,
      method: 'POST',
      id: `${id}ByPost`,
      summary: `${summary}, with the question in the body`,
      description: `For questions longer than an address may be, or that must not stand in one. ${description}`,
      body: z.looseObject(fields.shape),
      run: async (scope, { body }, exchange) => {
        const names = Object.keys(body as object)
        return withNotes(await ask(scope, asked.parse(body), exchange), notesOn(names, known))
      },
    },
  ]
}

/** What answers a question, as the table of routes promises it (serve.ts). */
type Ask = (scope: unknown, asked: unknown, options: { signal: AbortSignal }) => Promise<unknown>

const withNotes = <T>(answer: T, notes: readonly string[]): T =>
  hasNotes(answer) ? { ...answer, notes: [...notes, ...answer.notes] } : answer

const hasNotes = (answer: unknown): answer is { notes: string[] } =>
  typeof answer === 'object' && answer !== null && 'notes' in answer

/** What is said of fields that mean nothing here: passed over in silence, a filter misspelt would find everything. */
const notesOn = (names: Iterable<string>, known: readonly string[]): string[] => {
  const unknown = [...new Set(names)].filter((name) => !known.includes(name))
  if (unknown.length === 0) return []
  const named = unknown.slice(0, 5).map((name) => `"${redactSecrets(name).text.slice(0, 40)}"`)
  const more = unknown.length > named.length ? ' and others' : ''
  return [
    `There is no field ${named.join(', ')}${more}: left aside. There are ${known.join(', ')}.`,
  ]
}
