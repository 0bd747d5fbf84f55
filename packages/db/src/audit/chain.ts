import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, jsonOf, number, orNull, text } from '../sql/decode.ts'
import type { SealedEntry } from './table.ts'

/** An event as it is hashed: what is left of it after an erasure, too. `createdAt` to the microsecond, in UTC. */
export type ChainRow = {
  id: string
  teamId: string
  userId: string | null
  machineId: string | null
  action: string
  subject: string | null
  details: Record<string, unknown>
  createdAt: string
}

/** What stands apart of an event; salt and value are null once it was erased. */
export type PersonalField = { field: string; salt: string | null; value: string | null }

export type AuditBatch = {
  number: number
  previousHash: string
  entries: SealedEntry[]
  root: string
  hash: string
  sealedAt: string
}

const exactly = (column: ReturnType<typeof sql>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Columns of an event `x`, and how they are read. */
export const CHAIN_ROW = {
  id: text,
  teamId: text,
  userId: orNull(text),
  machineId: orNull(text),
  action: text,
  subject: orNull(text),
  details: jsonOf<Record<string, unknown>>(),
  createdAt: text,
}
export const CHAIN_COLUMNS = sql`x.id, x.team_id as "teamId", x.user_id as "userId", x.machine_id as "machineId",
  x.action, x.subject, x.details, ${exactly(sql`x.created_at`)} as "createdAt"`

const PERSONAL = sql`(select coalesce(jsonb_agg(jsonb_build_object('field', f.field, 'salt', f.salt, 'value', f.value) order by f.field), '[]')
  from teamlore.audit_personal_fields f where f.event_id = x.id)`

/** The chain as it stands, for those who check it. */
export const createAuditChain = (tx: DbExecutor, { teamId }: DbScope) => ({
  async batches({ after, limit }: { after: number; limit: number }): Promise<AuditBatch[]> {
    return decoded(
      tx,
      {
        number,
        previousHash: text,
        entries: jsonOf<SealedEntry[]>(),
        root: text,
        hash: text,
        sealedAt: text,
      },
      sql`select b.number, b.previous_hash as "previousHash", b.entries, b.root, b.hash,
          ${exactly(sql`b.sealed_at`)} as "sealedAt"
        from teamlore.audit_batches b where b.team_id = ${teamId} and b.number > ${after}
        order by b.number limit ${limit}`,
    )
  },

  /** Events that say they are of these batches. */
  async eventsOf(
    first: number,
    last: number,
  ): Promise<(ChainRow & { batch: number; personal: PersonalField[] })[]> {
    return decoded(
      tx,
      { ...CHAIN_ROW, batch: number, personal: jsonOf<PersonalField[]>() },
      sql`select ${CHAIN_COLUMNS}, x.batch, ${PERSONAL} as personal from teamlore.audit_events x
        where x.team_id = ${teamId} and x.batch between ${first} and ${last} order by x.batch, x.id`,
    )
  },

  /** The first event of a batch that is not there. */
  async stray(): Promise<{ id: string; batch: number } | undefined> {
    const [found] = await decoded(
      tx,
      { id: text, batch: number },
      sql`select x.id, x.batch from teamlore.audit_events x
        where x.team_id = ${teamId} and x.batch is not null and not exists (
          select from teamlore.audit_batches b where b.team_id = ${teamId} and b.number = x.batch)
        order by x.batch, x.id limit 1`,
    )
    return found
  },

  async waiting(): Promise<{ count: number; since: string | null }> {
    const [found] = await decoded(
      tx,
      { count: number, since: orNull(text) },
      sql`select count(*) as count, ${exactly(sql`min(x.created_at)`)} as since
        from teamlore.audit_events x where x.team_id = ${teamId} and x.batch is null`,
    )
    return found ?? { count: 0, since: null }
  },
})
