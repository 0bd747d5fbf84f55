import { z } from 'zod'

export const BOOK_LIMITS = {
  /** Files of one book. */
  maxFiles: 50_000,
  /** Bytes of one request after decompression; larger books come in several. */
  maxBytes: 16 * 1024 * 1024,
  maxCompressedBytes: 8 * 1024 * 1024,
  /** Steps of relationships. */
  maxDepth: 5,
} as const

const nameSchema = z.string().min(1).max(300)
export const bookNameSchema = z
  .string()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,119}$/u,
    'must be letters, digits, spaces, "-", "_" and "."',
  )
export const bookParamsSchema = z.strictObject({
  book: bookNameSchema.describe('Name of the lorebook.'),
})

const jsonRecord = z.record(z.string(), z.json())

export const ingestBookRequestSchema = z.strictObject({
  /** Text of `lorecraft.yaml` and `schema.yaml`. */
  project: z.string().max(262_144),
  schema: z.string().max(1_048_576),
  /** All files of the book; the text of those that the server has not said it has. */
  files: z
    .array(
      z.strictObject({
        path: z.string().min(1).max(1_000),
        hash: z.string().min(1).max(128),
        text: z.string().max(2_200_000).optional(),
      }),
    )
    .max(BOOK_LIMITS.maxFiles),
  /** More of the book follows in another request: keep the texts, change nothing yet. */
  has_more: z.boolean().default(false),
  /** Say what would change, change nothing. */
  dry_run: z.boolean().default(false),
})
export type IngestBookRequest = z.infer<typeof ingestBookRequestSchema>

export const bookProblemSchema = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning', 'note']),
  file: z.string(),
  line: z.int(),
  column: z.int(),
  message: z.string(),
  expected: z.string().optional(),
  nearest: z.string().optional(),
})

const planSchema = z.object({
  created: z.array(z.string()),
  updated: z.array(z.string()),
  deleted: z.array(z.string()),
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
})

export const ingestBookResponseSchema = z.object({
  /** `incomplete`: texts are wanted or follow; `refused`: its two files have errors; the book is as before in both. */
  state: z.enum(['ingested', 'unchanged', 'incomplete', 'refused', 'planned']),
  /** Paths whose text the server lacks; send them and ask again. */
  wanted: z.array(z.string()),
  summary: z.record(z.string(), z.int()).nullable(),
  plan: planSchema.nullable(),
  problems: z.array(bookProblemSchema),
  server_redactions: z.int(),
})
export type IngestBookResponse = z.infer<typeof ingestBookResponseSchema>

export const bookSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  ingested_at: z.string(),
  summary: z.record(z.string(), z.int()),
})
export const bookListSchema = z.object({ items: z.array(bookSummarySchema) })

export const bookSchema = bookSummarySchema.extend({
  layers: z.array(
    z.object({ name: z.string(), canonical: z.boolean(), depends_on: z.array(z.string()) }),
  ),
  schema: jsonRecord,
  problems: z.array(bookProblemSchema),
})
export type BookAnswer = z.infer<typeof bookSchema>

const entityName = nameSchema.describe('Name or alias of an entity, in any case.')
const filterFields = {
  type: nameSchema.describe('Only entities of this type of the schema.').optional(),
  layer: nameSchema.describe('Only entities of this layer.').optional(),
}
const sessionNumber = z.coerce.number().int().min(0).max(1_000_000_000)

export const bookEntityQuerySchema = z.strictObject({
  name: entityName,
  type: nameSchema.describe('Type of the entity, where several bear the name.').optional(),
})
export const bookRelationshipsQuerySchema = z.strictObject({
  name: entityName,
  type: nameSchema.describe('Only relationships of this type, or of its inverse.').optional(),
  depth: z.coerce
    .number()
    .int()
    .min(1)
    .max(BOOK_LIMITS.maxDepth)
    .describe('Steps from the entity, 1 to 5.')
    .default(1),
  direction: z
    .enum(['outgoing', 'incoming', 'both'])
    .describe('Which way the relationships point.')
    .default('both'),
})
export const bookListQuerySchema = z.strictObject({
  ...filterFields,
  tag: nameSchema.describe('Only entities with this tag.').optional(),
})
export const bookStateQuerySchema = z.strictObject({
  name: entityName,
  layer: nameSchema.describe('Layer whose events are applied.'),
  session: sessionNumber
    .describe('Events up to this session number; all of them without.')
    .optional(),
})
export const bookTimelineQuerySchema = z.strictObject({
  layer: nameSchema.describe('Layer whose events are listed.'),
  entity: nameSchema.describe('Only events that concern this entity.').optional(),
  from_session: sessionNumber.describe('From this session number on.').optional(),
  to_session: sessionNumber.describe('Up to this session number.').optional(),
})
export const bookSearchQuerySchema = z.strictObject({
  query: z.string().min(1).max(1_000).describe('Words of names, tags and texts.'),
  ...filterFields,
  limit: z.coerce.number().int().min(1).max(100).describe('Hits at most.').default(20),
})
export const bookConsistencyQuerySchema = z.strictObject({
  entity: entityName,
  claim: z.string().min(1).max(2_000).describe('The statement that evidence is wanted for.'),
})

export type BookEntityQuery = z.infer<typeof bookEntityQuerySchema>
export type BookRelationshipsQuery = z.infer<typeof bookRelationshipsQuerySchema>
export type BookListQuery = z.infer<typeof bookListQuerySchema>
export type BookStateQuery = z.infer<typeof bookStateQuerySchema>
export type BookTimelineQuery = z.infer<typeof bookTimelineQuerySchema>
export type BookSearchQuery = z.infer<typeof bookSearchQuerySchema>
export type BookConsistencyQuery = z.infer<typeof bookConsistencyQuerySchema>

const listedEntity = z.object({
  name: z.string(),
  type: z.string().nullable(),
  layer: z.string(),
  is_placeholder: z.boolean(),
})
export const bookEntitiesSchema = z.object({ items: z.array(listedEntity) })

export const bookEntitySchema = z.object({
  name: z.string(),
  type: z.string().nullable(),
  layer: z.string(),
  aliases: z.array(z.string()),
  tags: z.array(z.string()),
  properties: jsonRecord,
  body: z.string(),
  source_file: z.string().nullable(),
  mentioned_by: z.array(z.string()),
})

export const bookRelationshipsSchema = z.object({
  name: z.string(),
  items: z.array(
    z.object({
      hop: z.int(),
      from: z.string(),
      relationship: z.string(),
      direction: z.enum(['outgoing', 'incoming', 'both']),
      name: z.string(),
      type: z.string().nullable(),
      source_file: z.string(),
      line: z.int(),
    }),
  ),
})

const eventSchema = z.object({
  name: z.string(),
  layer: z.string(),
  session: z.int().nullable(),
  date_real: z.string().nullable(),
  date_in_world: z.string().nullable(),
  involves: z.array(z.object({ relationship: z.string(), name: z.string() })),
  consequences: z.array(
    z.object({
      entity: z.string(),
      property: z.string(),
      change: z.enum(['set', 'add', 'remove', 'unset']),
      value: z.json(),
    }),
  ),
  source_file: z.string(),
})
export const bookTimelineSchema = z.object({ layer: z.string(), items: z.array(eventSchema) })

export const bookStateSchema = z.object({
  name: z.string(),
  layer: z.string(),
  session: z.int().nullable(),
  base: jsonRecord,
  events: z.array(eventSchema),
  current: jsonRecord,
  provenance: z.record(z.string(), jsonRecord),
})

export const bookHitsSchema = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      type: z.string().nullable(),
      layer: z.string(),
      score: z.number(),
      snippet: z.string(),
      source_file: z.string().nullable(),
    }),
  ),
})

export const bookEvidenceSchema = z.object({
  entity: z.string(),
  claim: z.string(),
  items: z.array(
    z.object({
      kind: z.enum(['property', 'relationship', 'event', 'body']),
      text: z.string(),
      may_conflict: z.boolean(),
      source_file: z.string().nullable(),
      line: z.int().nullable(),
    }),
  ),
})
