import { z } from 'zod'

export const roleSchema = z.enum(['viewer', 'member', 'admin', 'owner'])
export type TeamRole = z.infer<typeof roleSchema>

/** Tool names as they stand in `tool` columns, filters and the CLI's `--tool`. */
export const toolSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,39}$/, 'must be a tool name such as claude-code')
export const timestampSchema = z.iso.datetime({ offset: true })

/** Lists page by an opaque cursor: pass `next_cursor` back as `cursor`; null means there is no more. */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
})

export type PageQuery = z.infer<typeof pageQuerySchema>

export const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() })

export const visibilitySchema = z.enum(['private', 'team'])
export type Visibility = z.infer<typeof visibilitySchema>

/** Where a text comes from; decides how far it is trusted (design §9). */
export const originSchema = z.enum(['human', 'agent', 'tool', 'web', 'import'])
export type Origin = z.infer<typeof originSchema>

export const personSchema = z.object({ id: z.string(), name: z.string() })
export const projectRefSchema = z.object({ id: z.string(), name: z.string() })
