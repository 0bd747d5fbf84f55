import { type SQL, sql } from 'drizzle-orm'

/** Memories that people and agents are given, those that nobody reviewed among them. As `isServed` of shared. */
export const isServed = (memory: SQL): SQL => sql`${memory}.status in ('active','unreviewed')`

/** Memories that may still change, drafts among them. As `isLiving` of shared. */
export const isLiving = (memory: SQL): SQL =>
  sql`${memory}.status in ('draft','unreviewed','active')`
