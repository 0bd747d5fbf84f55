import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

/** Only what ids are made of may stand in the statement that `ts_stat` is given as text. */
const literalId = (id: string): string => {
  if (!/^[a-z0-9_]*$/.test(id)) throw new Error(`Not an id: ${id}`)
  return `'${id}'`
}

export const createDocumentLexemeRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Counts the lexemes of the next documents that are not counted yet, up to id `until`.
   *
   * @returns how many documents were counted; fewer than `limit` means there are no more for now.
   */
  async countNext({ until, limit }: { until: string; limit: number }): Promise<number> {
    // One counter at a time, or documents would be counted twice.
    await tx.execute(
      sql`insert into teamlore.corpus_stats (team_id, documents, total_length) values (${teamId}, 0, 0)
        on conflict (team_id) do nothing`,
    )
    const [from] = await rows<{ counted_to: string }>(
      tx,
      sql`select counted_to from teamlore.corpus_stats where team_id = ${teamId} for update`,
    )
    const countedTo = from?.counted_to ?? ''
    const [portion] = await rows<{ n: number; length: number; last: string | null }>(
      tx,
      sql`
      select count(*) as n, coalesce(sum(length), 0)::bigint as length, max(id) as last from (
        select id, length from teamlore.team_documents
        where id > ${countedTo} and id <= ${until} order by id limit ${limit}) t`,
    )
    if (portion === undefined || portion.last === null) return 0
    const range = `id > ${literalId(countedTo)} and id <= ${literalId(portion.last)}`
    const source = `select tsv from teamlore.team_documents where ${range}`
    await tx.execute(sql`
      insert into teamlore.lexeme_stats as l (team_id, lexeme, documents)
      select ${teamId}, word, ndoc from ts_stat(${source}) order by word
      on conflict (team_id, lexeme) do update set documents = l.documents + excluded.documents`)
    await tx.execute(sql`
      update teamlore.corpus_stats set documents = documents + ${portion.n},
        total_length = total_length + ${portion.length}, counted_to = ${portion.last}, counted_at = now()
      where team_id = ${teamId}`)
    return portion.n
  },

  /** Forgets the counts, so that counting begins anew: removed and rewritten documents leave them a little wrong. */
  async reset(): Promise<void> {
    await tx.execute(sql`delete from teamlore.lexeme_stats where team_id = ${teamId}`)
    await tx.execute(sql`delete from teamlore.corpus_stats where team_id = ${teamId}`)
  },

  /** How many documents the counts are of, and how many there are. */
  async drift(): Promise<{ counted: number; documents: number }> {
    const [found] = await rows<{ counted: number; documents: number }>(
      tx,
      sql`
      select coalesce((select documents from teamlore.corpus_stats where team_id = ${teamId}), 0) as counted,
        (select count(*) from teamlore.team_documents) as documents`,
    )
    return found ?? { counted: 0, documents: 0 }
  },
})
