import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

/** Any number will do, as long as every process that boots uses the same. */
const BOOT_LOCK = 7_465_616_140

export const createBootRepository = (tx: DbExecutor) => ({
  /** Waits until no other process is booting; held to the end of the transaction. */
  async lock(): Promise<void> {
    await rows(tx, sql`select pg_advisory_xact_lock(${BOOT_LOCK}::bigint)`)
  },
})
