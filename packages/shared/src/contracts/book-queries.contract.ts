import { z } from 'zod'
import { BOOK_LIMITS, bookFromSchema, bookTextSchema } from './book.contract.ts'

/** Least role that sees something; each sees what those before it see. */
const bookRoleSchema = z.enum(['viewer', 'member', 'admin', 'owner'])
const atSchema = z
  .string()
  .min(1)
  .max(300)
  .describe('As of a tag, a commit or a date of the repository of the book; now without.')
  .optional()
const at = { at: atSchema }

const entityName = bookTextSchema.describe('Name or alias of an entity, in any case.')
const filterFields = {
  type: bookTextSchema.describe('Only entities of this type of the schema.').optional(),
  layer: bookTextSchema.describe('Only entities of this layer.').optional(),
}
const sessionNumber = z.coerce.number().int().min(0).max(1_000_000_000)

export const bookEntityQuerySchema = z.strictObject({
  ...at,
  name: entityName,
  type: bookTextSchema.describe('Type of the entity, where several bear the name.').optional(),
  from: z
    .string()
    .min(1)
    .max(1_000)
    .describe('File of a note that names it: of several of one name the nearest is meant.')
    .optional(),
})
export const bookRelationshipsQuerySchema = z.strictObject({
  ...at,
  name: entityName,
  type: bookTextSchema.describe('Only relationships of this type, or of its inverse.').optional(),
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
  ...at,
  ...filterFields,
  tag: bookTextSchema.describe('Only entities with this tag.').optional(),
})
export const bookStateQuerySchema = z.strictObject({
  ...at,
  name: entityName,
  layer: bookTextSchema.describe('Layer whose events are applied.'),
  session: sessionNumber
    .describe('Events up to this session number; all of them without.')
    .optional(),
  date: z
    .string()
    .regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/u)
    .describe('Events up to this real date, such as 2025-02-15; all of them without.')
    .optional(),
})
export const bookTimelineQuerySchema = z.strictObject({
  ...at,
  layer: bookTextSchema.describe('Layer whose events are listed.'),
  entity: bookTextSchema.describe('Only events that concern this entity.').optional(),
  from_session: sessionNumber.describe('From this session number on.').optional(),
  to_session: sessionNumber.describe('Up to this session number.').optional(),
  order: z
    .enum(['session', 'world'])
    .describe(
      'By sessions, as without, or by the dates in the world as the calendar of the book reads them.',
    )
    .optional(),
  from_world: bookTextSchema.describe('From this date in the world on.').optional(),
  to_world: bookTextSchema.describe('Up to this date in the world, all of it.').optional(),
})
export const bookSearchQuerySchema = z.strictObject({
  ...at,
  query: z.string().min(1).max(1_000).describe('Words of names, tags and texts.'),
  ...filterFields,
  limit: z.coerce.number().int().min(1).max(100).describe('Hits at most.').default(20),
  semantic: z
    .stringbool()
    .or(z.boolean())
    .describe('By meaning: what speaks of the same in other words is found too.')
    .default(false),
})
export const bookConsistencyQuerySchema = z.strictObject({
  ...at,
  entity: entityName,
  claim: z.string().min(1).max(2_000).describe('The statement that evidence is wanted for.'),
})

export const bookGraphQuerySchema = z.strictObject({
  ...at,
  ...filterFields,
  tag: bookTextSchema.describe('Only entities with this tag.').optional(),
  around: bookTextSchema.describe('Only what is near this entity.').optional(),
  depth: z.coerce
    .number()
    .int()
    .min(1)
    .max(BOOK_LIMITS.maxDepth)
    .describe('Steps from that entity, 1 to 5.')
    .default(1),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(20_000)
    .describe('Entities at most; the best connected are kept.')
    .default(5_000),
})
export const bookExportQuerySchema = bookGraphQuerySchema.omit({ limit: true }).extend({
  format: z
    .enum(['json', 'markdown', 'mermaid', 'graphviz', 'gazetteer', 'handout', 'site'])
    .describe('Format of the text.')
    .default('markdown'),
  role: bookRoleSchema
    .describe(
      'As this role sees it, of what you see; a handout as a viewer does unless this is said.',
    )
    .optional(),
})
export const bookSqlRequestSchema = z.strictObject({
  /** One SELECT over entities, edges and events. */
  query: z.string().min(1).max(10_000),
})
export type BookGraphQuery = z.infer<typeof bookGraphQuerySchema>
export type BookExportQuery = z.infer<typeof bookExportQuerySchema>
export type BookSqlRequest = z.infer<typeof bookSqlRequestSchema>

export type BookEntityQuery = z.infer<typeof bookEntityQuerySchema>
export type BookRelationshipsQuery = z.infer<typeof bookRelationshipsQuerySchema>
export type BookListQuery = z.infer<typeof bookListQuerySchema>
export type BookStateQuery = z.infer<typeof bookStateQuerySchema>
export type BookTimelineQuery = z.infer<typeof bookTimelineQuerySchema>
export type BookSearchQuery = z.infer<typeof bookSearchQuerySchema>
export type BookConsistencyQuery = z.infer<typeof bookConsistencyQuerySchema>

export const bookProposalsQuerySchema = z.strictObject({
  state: z
    .enum(['open', 'confirmed', 'rejected'])
    .describe('Only proposals of this state.')
    .optional(),
})
export type BookProposalsQuery = z.infer<typeof bookProposalsQuerySchema>
export const bookDecisionSchema = z.strictObject({
  id: z.string().min(1).max(64),
  /** `open` takes a decision back. */
  decision: z.enum(['confirmed', 'rejected', 'open']),
})
export type BookDecision = z.infer<typeof bookDecisionSchema>

const path = z.string().min(1).max(1_000)
const hash = z.string().regex(/^[0-9a-f]{64}$/u, 'must be a SHA-256 in hexadecimal')

export const bookPicturesSchema = z.object({
  /** Whether `lorecraft.yaml` wants pictures. */
  is_on: z.boolean(),
  /** What notes show, as you see them. */
  items: z.array(
    z.object({
      note: z.string(),
      /** As the note writes it: a path, or the name of a file alone. */
      target: z.string(),
      by_name: z.boolean(),
      /** Of the picture that is kept of it; null where there is none. */
      hash: z.string().nullable(),
      media_type: z.string().nullable(),
    }),
  ),
})
export type BookPictures = z.infer<typeof bookPicturesSchema>

export const keepBookPicturesRequestSchema = z.strictObject({
  from: bookFromSchema.optional(),
  /** All files of pictures that notes show; the bytes of those that the server has not said it has. */
  pictures: z
    .array(
      z.strictObject({
        path,
        hash,
        /** The file in base64. */
        data: z.base64().max(7_000_000).optional(),
      }),
    )
    .max(BOOK_LIMITS.maxPictures),
  /** More follow in another request: keep these, change nothing yet. */
  has_more: z.boolean().default(false),
})
export type KeepBookPicturesRequest = z.infer<typeof keepBookPicturesRequestSchema>

export const keepBookPicturesResponseSchema = z.object({
  /** `incomplete`: bytes are wanted or follow, and nothing changed. */
  state: z.enum(['kept', 'incomplete']),
  /** Hashes whose bytes the server lacks; send them and ask again. */
  wanted: z.array(z.string()),
  /** Files that are left out, and why. */
  refused: z.array(
    z.object({
      path: z.string(),
      reason: z.enum(['path', 'secret', 'size', 'hash', 'type', 'not_shown']),
    }),
  ),
  /** Pictures that are kept now. */
  kept: z.int(),
})
export type KeepBookPicturesResponse = z.infer<typeof keepBookPicturesResponseSchema>

export const bookPictureQuerySchema = z.strictObject({
  note: path.describe('File of the note that shows it.'),
  name: path.describe('Path or name of the picture, as the note writes it.'),
})
export type BookPictureQuery = z.infer<typeof bookPictureQuerySchema>
