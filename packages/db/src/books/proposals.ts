import type { BookId, TeamId, UserId } from '@teamlore/shared'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { batchesOf } from '../sql/batches.ts'
import { columnsBut, namesOf, recordsByColumn } from '../sql/column-sets.ts'
import { json } from '../sql/json.ts'
import { isAmong } from '../sql/lists.ts'
import { bookProposalsTable } from './table.ts'

export type ProposalState = 'open' | 'confirmed' | 'rejected'
export type NewProposal = {
  id: string
  from_key: string
  to_key: string
  field: string
  quote: string
  source_file: string
  proposed_by: 'names' | 'memories' | 'model'
  /** The memory or finding that says so; null for the text of a note. */
  found_in: string | null
}
export type StoredProposal = NewProposal & {
  state: ProposalState
  /** Where in a transcript that stands, if it does. */
  session_id: string | null
  message_id: string | null
}

/** So many wait for people at most; nobody goes through more. */
const MOST = 2_000

const PROPOSAL = columnsBut(
  bookProposalsTable,
  'teamId',
  'bookId',
  'state',
  'decidedBy',
  'decidedAt',
)

const isOfBook = (teamId: TeamId, bookId: BookId) =>
  and(eq(bookProposalsTable.teamId, teamId), eq(bookProposalsTable.bookId, bookId))

export const createBookProposalRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Makes these what is proposed by one finder; what was rejected stays so, and what is found no more goes. */
  async replace(
    bookId: BookId,
    by: NewProposal['proposed_by'],
    proposals: readonly NewProposal[],
  ): Promise<void> {
    const found = json(proposals.map(({ id }) => id))
    await tx.delete(bookProposalsTable).where(
      and(
        isOfBook(teamId, bookId),
        eq(bookProposalsTable.proposedBy, by),
        ne(bookProposalsTable.state, 'rejected'),
        sql`not exists (
            select from jsonb_array_elements_text(${found}) as k(id) where k.id = ${bookProposalsTable.id})`,
      ),
    )
    await this.add(bookId, proposals.slice(0, MOST))
  },

  /** Proposes these; what somebody else found already stays theirs. */
  async add(bookId: BookId, proposals: readonly NewProposal[]): Promise<void> {
    for (const batch of batchesOf(proposals))
      await tx.execute(sql`
        insert into teamlore.book_proposals as p (team_id, book_id, ${namesOf(PROPOSAL)})
        select ${teamId}, ${bookId}, ${namesOf(PROPOSAL)} from ${recordsByColumn(PROPOSAL, batch)}
        on conflict (book_id, id) do update set quote = excluded.quote, source_file = excluded.source_file,
          found_in = excluded.found_in
        where p.proposed_by = excluded.proposed_by and (p.quote, p.source_file, p.found_in)
          is distinct from (excluded.quote, excluded.source_file, excluded.found_in)`)
  },

  async remove(bookId: BookId, ids: readonly string[]): Promise<void> {
    await tx
      .delete(bookProposalsTable)
      .where(and(isOfBook(teamId, bookId), isAmong(bookProposalsTable.id, ids)))
  },

  list(bookId: BookId): Promise<StoredProposal[]> {
    return rows<StoredProposal>(
      tx,
      sql`select p.id, p.from_key, p.to_key, p.field, p.quote, p.source_file, p.proposed_by, p.found_in,
          p.state, d.session_id, d.message_id
        from teamlore.book_proposals p
        left join lateral (
          select session_id, message_id from teamlore.team_documents
          where source_id = p.found_in order by chunk limit 1) d on true
        where p.team_id = ${teamId} and p.book_id = ${bookId}
        order by p.state = 'rejected', p.source_file, p.id limit ${MOST * 3}`,
    )
  },

  async decide(
    bookId: BookId,
    id: string,
    { state, by, now }: { state: ProposalState; by: UserId | 'system'; now: Date },
  ): Promise<void> {
    await tx
      .update(bookProposalsTable)
      .set({ state, decidedBy: by, decidedAt: now })
      .where(and(isOfBook(teamId, bookId), eq(bookProposalsTable.id, id)))
  },
})
