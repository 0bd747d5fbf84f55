import type { TeamScope } from '@teamlore/core'
import { redactSecrets } from '@teamlore/redaction'
import { z } from 'zod'
import { type Route, teamRoute } from '../../routing/route.ts'
import { whileAsking } from '../../routing/while-asking.ts'

type Question<F extends z.ZodObject, A extends z.ZodType> = {
  path: string
  /** `operationId` by GET; by POST it ends in `ByPost`. */
  id: string
  summary: string
  description: string
  /** What may be asked. */
  fields: F
  answer: A
  failures?: readonly number[]
  run: (
    scope: TeamScope<'viewer'>,
    asked: z.output<F>,
    options: { signal: AbortSignal },
  ) => Promise<z.input<A>>
}

/**
 * Two routes for whatever takes a question: GET with it in the address, POST with it in the body, since a question may be
 * longer than an address. Where the answer has notes, they tell of fields that mean nothing.
 */
export const questionRoutes = <F extends z.ZodObject, A extends z.ZodType>({
  fields,
  run,
  ...described
}: Question<F, A>): Route[] => {
  const known = Object.keys(fields.shape)
  const common = { ...described, needs: 'viewer', tag: 'Search' } as const
  const { id, summary, description } = described
  return [
    teamRoute({
      ...common,
      method: 'GET',
      query: fields,
      run: async (scope, { query }, { request, reply }) => {
        const { searchParams } = new URL(request.url, 'http://localhost')
        const found = await whileAsking(reply, (options) =>
          run(scope, query as z.output<F>, options),
        )
        return withNotes(found, notesOn(searchParams.keys(), known))
      },
    }),
    teamRoute({
      ...common,
      method: 'POST',
      id: `${id}ByPost`,
      summary: `${summary}, with the question in the body`,
      description: `For questions longer than an address may be, or that must not stand in one. ${description}`,
      body: z.looseObject(fields.shape),
      run: async (scope, { body }, { reply }) => {
        const found = await whileAsking(reply, (options) => run(scope, fields.parse(body), options))
        return withNotes(found, notesOn(Object.keys(body), known))
      },
    }),
  ]
}

const withNotes = <T>(answer: T, notes: readonly string[]): T =>
  hasNotes(answer) ? { ...answer, notes: [...notes, ...answer.notes] } : answer

const hasNotes = (answer: unknown): answer is { notes: string[] } =>
  typeof answer === 'object' && answer !== null && 'notes' in answer

/** What is told of fields that mean nothing here: passed over in silence, a filter misspelt would find everything. */
const notesOn = (names: Iterable<string>, known: readonly string[]): string[] => {
  const unknown = [...new Set(names)].filter((name) => !known.includes(name))
  if (unknown.length === 0) return []
  const named = unknown.slice(0, 5).map((name) => `"${redactSecrets(name).text.slice(0, 40)}"`)
  const more = unknown.length > named.length ? ' and others' : ''
  return [
    `There is no field ${named.join(', ')}${more}: left aside. There are ${known.join(', ')}.`,
  ]
}
