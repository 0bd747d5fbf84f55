import type { z } from 'zod'
import {
  type CallOptions,
  givenIn,
  type QueryValues,
  queryString,
  type Requester,
} from './requester.ts'

type Question = QueryValues & { q?: string | undefined }

export type Asker = {
  /** Asks in the address, or in the body where the address would grow too long. */
  ask: <A>(answer: z.ZodType<A>, path: string, question: Question, call?: CallOptions) => Promise<A>
  /** The same however long the question is: what was pasted whole is asked by its beginning, and a note says so. */
  askByBeginning: <A extends { notes: string[] }>(
    answer: z.ZodType<A>,
    path: string,
    question: Question,
    call?: CallOptions,
  ) => Promise<A>
}

/** An address may be some 8,000 characters long on its way. */
const MAX_IN_ADDRESS = 4_000
/** What a server takes of a question. */
const MAX_QUESTION = 20_000

export const createAsker = (request: Requester): Asker => {
  const ask: Asker['ask'] = (answer, path, question, call) => {
    const isLong = queryString(question).length > MAX_IN_ADDRESS
    return request({ path, answer, ...(isLong ? inBody(question) : { query: question }), ...call })
  }
  const askByBeginning: Asker['askByBeginning'] = async (answer, path, question, call) => {
    const { q = '' } = question
    if (q.length <= MAX_QUESTION) return ask(answer, path, question, call)
    const found = await ask(answer, path, { ...question, q: q.slice(0, MAX_QUESTION) }, call)
    const note = `Only the first ${MAX_QUESTION} characters of the question were used.`
    return { ...found, notes: [note, ...found.notes] }
  }
  return { ask, askByBeginning }
}

/** What says nothing is left out as in an address; only that there are no words is said. */
const inBody = (question: Question) => ({
  method: 'POST' as const,
  json: { ...(question.q === undefined ? {} : { q: question.q }), ...givenIn(question) },
})
