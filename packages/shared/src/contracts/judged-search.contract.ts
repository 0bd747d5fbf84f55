import { z } from 'zod'
import { searchQuerySchema } from './search.contract.ts'

/** Of hits, which can be read, and not of sessions. */
export const judgedSearchQuerySchema = searchQuerySchema.extend({
  judge: z
    .stringbool()
    .or(z.boolean())
    .default(false)
    .describe('Has the language model of the team say which of the first ten hits answer.'),
})
export type JudgedSearchQuery = z.infer<typeof judgedSearchQuerySchema>
