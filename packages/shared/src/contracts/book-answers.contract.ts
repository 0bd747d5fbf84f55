import { z } from 'zod'
import { bookStaleSchema, jsonRecord } from './book.contract.ts'
import { bookExportQuerySchema } from './book-queries.contract.ts'

/** What alone means an entity: its name, or the path of its file where others bear that name. */
const handle = z.string()

const listedEntity = z.object({
  name: z.string(),
  handle,
  type: z.string().nullable(),
  layer: z.string(),
  is_placeholder: z.boolean(),
  /** Its file cannot be read, so it is as it was before. */
  is_stale: z.boolean(),
})
/** What was asked for and is not there, such as a type that the schema does not have. */
const notes = z.array(z.string())
export const bookEntitiesSchema = z.object({ items: z.array(listedEntity), notes })

export const bookEntitySchema = z.object({
  name: z.string(),
  handle,
  type: z.string().nullable(),
  layer: z.string(),
  aliases: z.array(z.string()),
  tags: z.array(z.string()),
  properties: jsonRecord,
  body: z.string(),
  source_file: z.string().nullable(),
  /** Where its file is edited at the host of the repository; null where that is not known. */
  edit_url: z.string().nullable(),
  /** What is wrong with its file, so that this is what it said before; null where it is as the file says. */
  stale: bookStaleSchema.nullable(),
  mentioned_by: z.array(z.string()),
})

export const bookRelationshipsSchema = z.object({
  name: z.string(),
  /** There are more than the nearest 2,000 that are shown. */
  is_cut: z.boolean(),
  notes,
  items: z.array(
    z.object({
      hop: z.int(),
      from: z.string(),
      relationship: z.string(),
      direction: z.enum(['outgoing', 'incoming', 'both']),
      name: z.string(),
      handle,
      type: z.string().nullable(),
      source_file: z.string(),
      line: z.int(),
      /** A link in the text says so, and no field. */
      is_from_text: z.boolean(),
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
  /** What is wrong with its file, so that this rests on what it said before. */
  stale: bookStaleSchema.nullable(),
  session: z.int().nullable(),
  date: z.string().nullable(),
  base: jsonRecord,
  events: z.array(eventSchema),
  current: jsonRecord,
  provenance: z.record(z.string(), jsonRecord),
})

export const bookHitsSchema = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      handle,
      type: z.string().nullable(),
      layer: z.string(),
      score: z.number(),
      snippet: z.string(),
      source_file: z.string().nullable(),
    }),
  ),
  /** What an answer lacks, such as the search by meaning. */
  notes: z.array(z.string()),
})

export type BookHits = z.infer<typeof bookHitsSchema>

export const bookEvidenceSchema = z.object({
  entity: z.string(),
  claim: z.string(),
  items: z.array(
    z.object({
      kind: z.enum(['property', 'relationship', 'event', 'body', 'memory']),
      text: z.string(),
      may_conflict: z.boolean(),
      source_file: z.string().nullable(),
      line: z.int().nullable(),
      /** Of a memory of the team: its id, and its page in the dashboard. */
      found_in: z.object({ id: z.string(), url: z.string() }).optional(),
    }),
  ),
  /** Pieces beyond what an answer may hold. */
  left_out: z.int(),
})

export const bookGraphSchema = z.object({
  nodes: z.array(listedEntity.omit({ is_stale: true })),
  /** Ends are places in `nodes`. */
  edges: z.array(
    z.object({
      from: z.int(),
      to: z.int(),
      relationship: z.string(),
      is_from_text: z.boolean(),
    }),
  ),
  left_out: z.int(),
})

export const bookExportSchema = z.object({
  format: bookExportQuerySchema.shape.format.unwrap(),
  text: z.string(),
})

export const bookVersionsSchema = z.object({
  items: z.array(
    z.object({ commit: z.string(), committed_at: z.string(), tags: z.array(z.string()) }),
  ),
})
export type BookVersions = z.infer<typeof bookVersionsSchema>

export const bookSqlAnswerSchema = z.object({
  items: z.array(jsonRecord),
  /** There are more rows than an answer holds. */
  is_cut: z.boolean(),
})
export type BookSqlAnswer = z.infer<typeof bookSqlAnswerSchema>

export const bookProposalsSchema = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      /** Names of two entities, and the field of the first one's note that would name the second. */
      from: z.string(),
      to: z.string(),
      field: z.string(),
      quote: z.string(),
      source_file: z.string(),
      proposed_by: z.enum(['names', 'memories', 'model']),
      /** The memory or finding that says so; null for the text of the note. */
      found_in: z.object({ id: z.string(), url: z.string() }).nullable(),
      state: z.enum(['open', 'confirmed', 'rejected']),
    }),
  ),
})
export type BookProposals = z.infer<typeof bookProposalsSchema>

export type BookEventAnswer = z.infer<typeof eventSchema>
export type BookEntityAnswer = z.infer<typeof bookEntitySchema>
export type BookGraphAnswer = z.infer<typeof bookGraphSchema>
export type BookStateAnswer = z.infer<typeof bookStateSchema>
