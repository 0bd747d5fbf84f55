import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

/** Only what ids are made of may stand in the statement that `ts_stat` is given as text. */
const literalId = (id: string): string => {
  if (!/^[a-z0-9_]*$/.test(id)) throw new Error(`Not an id: ${id}`)
  return `'${id}'`
}

type Portion = { private_to: string; n: number; length: number; last: string }

export const createDocumentLexemeRepository = (tx: DbExecutor, { teamId }: DbScope) => {
  const countPortion = async ({ private_to, n, length }: Portion, range: string): Promise<void> => {
    const documents = `select tsv from teamlore.team_documents where ${range}`
    const source = `${documents} and coalesce(private_to, '') = ${literalId(private_to)}`
    await tx.execute(sql`
      insert into teamlore.lexeme_stats as l (team_id, lexeme, private_to, documents)
      select ${teamId}, word, ${private_to}, ndoc from ts_stat(${source}) order by word
      on conflict (team_id, lexeme, private_to) do update set documents = l.documents + excluded.documents`)
    await tx.execute(sql`
      insert into teamlore.corpus_stats as c (team_id, private_to, documents, total_length)
      values (${teamId}, ${private_to}, ${n}, ${length})
      on conflict (team_id, private_to) do update
        set documents = c.documents + excluded.documents, total_length = c.total_length + excluded.total_length`)
  }

  return {
    /**
     * Counts the lexemes of the next documents that are not counted yet, up to id `until`: those everybody may read, and apart from
     * them those that are private to somebody.
     *
     * @returns how many documents were counted; fewer than `limit` means there are no more for now.
     */
    async countNext({ until, limit }: { until: string; limit: number }): Promise<number> {
      // One counter at a time, or documents would be counted twice.
      await tx.execute(
        sql`insert into teamlore.corpus_stats (team_id, documents, total_length) values (${teamId}, 0, 0)
        on conflict (team_id, private_to) do nothing`,
      )
      const [from] = await rows<{ counted_to: string }>(
        tx,
        sql`select counted_to from teamlore.corpus_stats
        where team_id = ${teamId} and private_to = '' for update`,
      )
      const countedTo = from?.counted_to ?? ''
      const portions = await rows<Portion>(
        tx,
        sql`
      select private_to, count(*) as n, sum(length)::bigint as length, max(id) as last from (
        select id, length, coalesce(private_to, '') as private_to from teamlore.team_documents
        where id > ${countedTo} and id <= ${until} order by id limit ${limit}) t
      group by private_to`,
      )
      const last = portions
        .map((portion) => portion.last)
        .sort()
        .at(-1)
      if (last === undefined) return 0
      const range = `id > ${literalId(countedTo)} and id <= ${literalId(last)}`
      for (const portion of portions) await countPortion(portion, range)
      await tx.execute(sql`
      update teamlore.corpus_stats set counted_to = ${last}, counted_at = now()
      where team_id = ${teamId} and private_to = ''`)
      return portions.reduce((sum, { n }) => sum + n, 0)
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
      select coalesce((select sum(documents) from teamlore.corpus_stats where team_id = ${teamId}), 0)::bigint as counted,
        (select count(*) from teamlore.team_documents where team_id = ${teamId}) as documents`,
      )
      return found ?? { counted: 0, documents: 0 }
    },
  }
}
