import type { z } from 'zod'
import type { CallOptions, Requester } from './requester.ts'

export type Asker = <A extends { notes: string[] }>(
  answer: z.ZodType<A>,
  path: string,
  query: { q: string },
  call?: CallOptions,
) => Promise<A>

/** An address may be some 8,000 characters long on its way; a longer question goes in the body. */
const MAX_IN_ADDRESS = 4_000
/** What a server takes of a question. */
const MAX_QUESTION = 20_000

/** Asks a question however long it is: what was pasted whole is asked by its beginning, and a note says so. */
export const asker =
  (request: Requester): Asker =>
  async (answer, path, { q, ...rest }, call) => {
    const query = { ...rest, q: q.slice(0, MAX_QUESTION) }
    const isLong = new URLSearchParams({ q: query.q }).toString().length > MAX_IN_ADDRESS
    const sent = isLong ? { method: 'POST' as const, json: query } : { query }
    const found = await request({ path, answer, ...sent, ...call })
    if (q.length <= MAX_QUESTION) return found
    const note = `Only the first ${MAX_QUESTION} characters of the question were used.`
    return { ...found, notes: [note, ...found.notes] }
  }
