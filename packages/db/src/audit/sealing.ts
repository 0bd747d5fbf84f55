import type { TeamId } from '@teamlore/shared'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { CHAIN_COLUMNS, CHAIN_ROW, type ChainRow } from './chain.ts'
import { auditBatchesTable, auditEventsTable, type SealedEntry } from './table.ts'

export type NewAuditBatch = {
  number: number
  previousHash: string
  entries: SealedEntry[]
  root: string
  hash: string
  sealedAt: Date
}

/** Seals what waits. It stands above teams: whoever acts for one may add events, and change nothing that is sealed. */
export const createAuditSealing = (tx: DbExecutor) => ({
  async teamsWithWaiting(limit: number): Promise<TeamId[]> {
    const found = await tx
      .selectDistinct({ teamId: auditEventsTable.teamId })
      .from(auditEventsTable)
      .where(isNull(auditEventsTable.batch))
      .limit(limit)
    return found.map(({ teamId }) => teamId)
  },

  /** Keeps other workers from this team's chain to the end of the transaction. */
  async hold(teamId: TeamId): Promise<void> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${teamId}`}, 0))`)
  },

  async last(teamId: TeamId): Promise<{ number: number; hash: string } | undefined> {
    const [found] = await tx
      .select({ number: auditBatchesTable.number, hash: auditBatchesTable.hash })
      .from(auditBatchesTable)
      .where(eq(auditBatchesTable.teamId, teamId))
      .orderBy(desc(auditBatchesTable.number))
      .limit(1)
    return found
  },

  /** Events without a batch, in the order of their ids. */
  async waiting(teamId: TeamId, limit: number): Promise<ChainRow[]> {
    return decoded(
      tx,
      CHAIN_ROW,
      sql`select ${CHAIN_COLUMNS} from teamlore.audit_events x
        where x.team_id = ${teamId} and x.batch is null order by x.id limit ${limit}`,
    )
  },

  async add(teamId: TeamId, batch: NewAuditBatch): Promise<void> {
    await tx.insert(auditBatchesTable).values({ ...batch, teamId })
    await tx
      .update(auditEventsTable)
      .set({ batch: batch.number })
      .where(
        and(
          eq(auditEventsTable.teamId, teamId),
          isNull(auditEventsTable.batch),
          sql`${auditEventsTable.id} in (select value ->> 'id' from jsonb_array_elements(${json(batch.entries)}) as value)`,
        ),
      )
  },
})
