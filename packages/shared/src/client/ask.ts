import type { z } from 'zod'
import {
  type CallOptions,
  givenIn,
  type QueryValues,
  queryString,
  type Requester,
} from './requester.ts'

type Question = QueryValues & { q?: string | undefined }

/** An address may be some 8,000 characters long on its way. */
const MAX_IN_ADDRESS = 4_000
/** What a server takes of a question. */
const MAX_QUESTION = 20_000

/**
 * Asks in the address, or in the body where the address would grow too long. What was pasted whole is asked by its
 * beginning; a note says so, where the answer has notes.
 */
export const askWith =
  (request: Requester) =>
  async <A>(answer: z.ZodType<A>, path: string, question: Question, call?: CallOptions) => {
    const { q = '' } = question
    const isCut = q.length > MAX_QUESTION
    const asked = isCut ? { ...question, q: q.slice(0, MAX_QUESTION) } : question
    const isLong = queryString(asked).length > MAX_IN_ADDRESS
    const found = await request({
      path,
      answer,
      ...(isLong ? inBody(asked) : { query: asked }),
      ...call,
    })
    return isCut ? withNote(found) : found
  }

const withNote = <A>(found: A): A =>
  typeof found === 'object' && found !== null && 'notes' in found && Array.isArray(found.notes)
    ? { ...found, notes: [NOTE, ...found.notes] }
    : found

const NOTE = `Only the first ${MAX_QUESTION} characters of the question were used.`

/** What says nothing is left out as in an address; only that there are no words is said. */
const inBody = (question: Question) => ({
  method: 'POST' as const,
  json: { ...(question.q === undefined ? {} : { q: question.q }), ...givenIn(question) },
})
