import type { BookId, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { batchesOf, json } from './batches.ts'

export type ProposalState = 'open' | 'confirmed' | 'rejected'
export type NewProposal = {
  id: string
  from_key: string
  to_key: string
  field: string
  quote: string
  source_file: string
  proposed_by: 'names' | 'model'
}
export type StoredProposal = NewProposal & { state: ProposalState }

/** So many wait for people at most; nobody goes through more. */
const MOST = 2_000

export const createBookProposalRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Makes these what is proposed by one finder; what was rejected stays so, and what is found no more goes. */
  async replace(
    bookId: BookId,
    by: NewProposal['proposed_by'],
    proposals: readonly NewProposal[],
  ): Promise<void> {
    await tx.execute(sql`
      delete from teamlore.book_proposals p
      where team_id = ${teamId} and book_id = ${bookId} and proposed_by = ${by}
        and state <> 'rejected' and not exists (
          select from jsonb_array_elements_text(${json(proposals.map(({ id }) => id))}) as k(id)
          where k.id = p.id)`)
    for (const batch of batchesOf(proposals.slice(0, MOST)))
      await tx.execute(sql`
        insert into teamlore.book_proposals as p (team_id, book_id, id, from_key, to_key, field, quote,
          source_file, proposed_by)
        select ${teamId}, ${bookId}, id, from_key, to_key, field, quote, source_file, ${by}
        from jsonb_to_recordset(${json(batch)}) as r(id text, from_key text, to_key text, field text,
          quote text, source_file text)
        on conflict (book_id, id) do update set quote = excluded.quote, source_file = excluded.source_file
        where (p.quote, p.source_file) is distinct from (excluded.quote, excluded.source_file)`)
  },

  list(bookId: BookId): Promise<StoredProposal[]> {
    return rows<StoredProposal>(
      tx,
      sql`select id, from_key, to_key, field, quote, source_file, proposed_by, state
        from teamlore.book_proposals where team_id = ${teamId} and book_id = ${bookId}
        order by state = 'rejected', source_file, id limit ${MOST * 2}`,
    )
  },

  async decide(
    bookId: BookId,
    id: string,
    { state, by, now }: { state: ProposalState; by: UserId | 'system'; now: Date },
  ): Promise<void> {
    await tx.execute(sql`
      update teamlore.book_proposals
      set state = ${state}, decided_by = ${by}, decided_at = ${now.toISOString()}::timestamptz
      where team_id = ${teamId} and book_id = ${bookId} and id = ${id}`)
  },
})
