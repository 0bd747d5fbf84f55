import { z } from 'zod'

export const roleSchema = z.enum(['viewer', 'member', 'admin', 'owner'])
export type TeamRole = z.infer<typeof roleSchema>

/** Tool names as they stand in `tool` columns, filters and the CLI's `--tool`. */
export const toolSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,39}$/, 'must be a tool name such as claude-code')

/** What both PostgreSQL and ISO text can hold, in UTC: year 0 is none, and year 10000 is written another way. */
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z')
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')
const isStorable = (text: string): boolean => {
  const ms = Date.parse(text)
  return ms >= FIRST_MOMENT && ms <= LAST_MOMENT
}
const OUT_OF_CALENDAR = 'must lie between the years 0001 and 9999 (in UTC)'

export const timestampSchema = z.iso.datetime({ offset: true }).refine(isStorable, OUT_OF_CALENDAR)

const DAY_MS = 86_400_000

/** When something was, as a client says it. A clock may be wrong by its time zone; what is later did not happen yet. */
export const happenedAtSchema = timestampSchema.refine(
  (text) => !(Date.parse(text) > Date.now() + DAY_MS),
  'must not be more than a day ahead: it says when something was',
)

/** A moment that somebody asks for: a whole time, or a date, which means its beginning in UTC. */
export const momentSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: 'must be a date such as 2026-03-04, or a date and time such as 2026-03-04T05:06:07Z',
  })
  .refine(isStorable, OUT_OF_CALENDAR)

/**
 * The time a question is about: a date or whole time, `yesterday`, `7d`, or a commit by its hash or id, whose own time counts. The
 * server says what it could not understand.
 */
export const asOfSchema = z.string().trim().min(1).max(64)

/** Lists page by an opaque cursor: pass `next_cursor` back as `cursor`; null means there is no more. */
export const pageQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
})

export type PageQuery = z.infer<typeof pageQuerySchema>

export const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() })

/**
 * How many entries a list has under its filters. Counting stops at a bound: then there are at least so many. Only the first page
 * counts; on those that follow it is null.
 */
export const listTotalSchema = z.object({
  value: z.number().int(),
  relation: z.enum(['exact', 'at_least']),
})
export type ListTotal = z.infer<typeof listTotalSchema>

/** A page of a list that says how long it is; older servers do not. */
export const countedPageOf = <S extends z.ZodType>(item: S) =>
  pageOf(item).extend({ total: listTotalSchema.nullable().default(null) })

export const visibilitySchema = z.enum(['private', 'team'])
export type Visibility = z.infer<typeof visibilitySchema>

/** Where a text comes from; decides how far it is trusted (design §9). */
export const originSchema = z.enum(['human', 'agent', 'tool', 'web', 'import'])
export type Origin = z.infer<typeof originSchema>

export const personSchema = z.object({ id: z.string(), name: z.string() })
export const projectRefSchema = z.object({ id: z.string(), name: z.string() })
