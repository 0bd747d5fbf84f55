import { customType, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'

/** Everything of ours lives in this schema, so no table can shadow one of the queue's in `bullmq`. */
export const teamlore = pgSchema('teamlore')

/** Ids are text compared byte by byte (COLLATE "C" in the migration), so they sort by time on every server. */
export const id = <T extends string>(name: string) => text(name).$type<T>()

export const time = (name: string) => timestamp(name, { withTimezone: true })

/** Half-precision vector without fixed dimensions: each embedding space has its own partial index. */
export const halfvec = customType<{ data: string }>({ dataType: () => 'halfvec' })

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
