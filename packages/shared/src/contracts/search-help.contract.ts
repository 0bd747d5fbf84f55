import { z } from 'zod'
import {
  highlightsSchema,
  questionSchema,
  searchHitSchema,
  searchResponseSchema,
} from './search.contract.ts'
import { sessionSchema } from './session.contract.ts'

export const completionQuerySchema = z.strictObject({
  /** What has been typed so far. */
  q: questionSchema.default(''),
  /** Where the cursor stands, in UTF-16 units; at the end by default. */
  cursor: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(20).default(10),
})
export type CompletionQuery = z.infer<typeof completionQuerySchema>

export const completionResponseSchema = z.object({
  /** Half-open range of `q`, in UTF-16 units, that a suggestion takes the place of. */
  from: z.number().int(),
  to: z.number().int(),
  items: z.array(
    z.object({
      /** `filter`: the name of one, such as `type:`; `value`: a whole one, such as `type:decision`. */
      kind: z.enum(['filter', 'value']),
      filter: z.string(),
      /** What stands in the place of the range. */
      text: z.string(),
      /** What to show for it. */
      label: z.string(),
      /** What it is for, or how much there is of it. */
      note: z.string().nullable(),
    }),
  ),
})
export type CompletionResponse = z.infer<typeof completionResponseSchema>

export const conceptsQuerySchema = z.strictObject({
  /** Only of this project: by name, id or remote URL. */
  project: z.string().max(2_000).optional(),
  /** Only concepts that begin so. */
  prefix: z.string().max(200).default(''),
  /** Also the weak ones: of a single observation, numbers, and words that every program or path has. */
  all: z.stringbool().or(z.boolean()).default(false),
  limit: z.coerce.number().int().min(1).max(500).default(50),
})
export type ConceptsQuery = z.infer<typeof conceptsQuerySchema>

export const conceptsResponseSchema = z.object({
  /** The most frequent first, counted among the newest 6,000 observations that the asker may see. */
  items: z.array(
    z.object({
      concept: z.string(),
      observations: z.number().int(),
      last_at: z.string().nullable(),
    }),
  ),
  /** Weak ones that are not in the list, neither here nor with a higher limit; earlier servers left none out. */
  left_out: z.number().int().default(0),
  /** Sentences for the asker; earlier servers sent none. */
  notes: z.array(z.string()).default([]),
})
export type ConceptsResponse = z.infer<typeof conceptsResponseSchema>

/** A search whose results are sessions. */
export const searchSessionsResponseSchema = searchResponseSchema.extend({
  items: z.array(
    z.object({
      session: sessionSchema,
      /** What of the session's title matched; absent where nothing did. */
      title_highlights: highlightsSchema.optional(),
      /** How many of the question's hits are of this session; without words, how many entries of it fit, 400 at most. */
      hits: z.number().int(),
      best: searchHitSchema,
      /** Tokens it costs to open the session in brief with GET /v1/records. */
      tokens: z.number().int(),
    }),
  ),
})
export type SearchSessionsResponse = z.infer<typeof searchSessionsResponseSchema>
