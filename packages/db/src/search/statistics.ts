import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { decoded, jsonOf, number, orNull } from '../sql/decode.ts'
import { textArray } from '../sql/lists.ts'
import type { TermStatistics } from './search.types.ts'

/** Uncounted documents that are looked at; beyond it the statistics are too old to lean on. */
const MAX_TAIL = 3_000
/** Documents counted per lexeme where there are no statistics: beyond it a word is common, however common. */
const MAX_COUNT = 2_000

type Known = {
  documents: number
  total_length: number
  tail_documents: number
  tail_length: number
  counts: Record<string, number> | null
}

export const createSearchStatistics = (tx: DbExecutor, { teamId }: DbScope) => {
  /** What was counted of what the asker may see, and how much came in since. */
  const readKnown = async (lexemes: readonly string[]): Promise<Known> => {
    const [known] = await rows<Known>(
      tx,
      sql`
      with corpus as materialized (
        select sum(documents)::bigint as documents, sum(total_length)::bigint as total_length, max(counted_to) as counted_to
        from teamlore.corpus_stats where team_id = ${teamId}
      ), tail as (
        select count(*) as documents, coalesce(sum(length), 0)::bigint as total_length from (
          select length from teamlore.team_documents
          where id > coalesce((select counted_to from corpus), '') order by id limit ${MAX_TAIL}) t
      )
      select coalesce((select documents from corpus), 0) as documents,
        coalesce((select total_length from corpus), 0) as total_length,
        tail.documents as tail_documents, tail.total_length as tail_length,
        (select json_object_agg(l.lexeme, l.documents) from (
          select lexeme, sum(documents)::bigint as documents from teamlore.lexeme_stats
          where team_id = ${teamId} and lexeme = any(${textArray(lexemes)}) group by lexeme) l) as counts
      from tail`,
    )
    return (
      known ?? { documents: 0, total_length: 0, tail_documents: 0, tail_length: 0, counts: null }
    )
  }

  /** Counts by the text index itself, each lexeme up to a bound. */
  const countNow = async (lexemes: readonly string[]) => {
    const found = await rows<{ lexeme: string; documents: number }>(
      tx,
      sql`
      select l.lexeme, c.documents
      from jsonb_to_recordset(${JSON.stringify(
        lexemes.map((lexeme) => ({ lexeme, query: quoted(lexeme) })),
      )}::text::jsonb) as l(lexeme text, query text)
      cross join lateral (
        select count(*) as documents from (
          select from teamlore.team_documents d where d.tsv @@ l.query::tsquery limit ${MAX_COUNT}) t
      ) c
      where c.documents > 0`,
    )
    return new Map(found.map(({ lexeme, documents }) => [lexeme, documents]))
  }

  return {
    /** What is kept of these lexemes, in one statement by their key; nothing is counted anew. */
    async keptCounts(
      lexemes: readonly string[],
    ): Promise<Pick<TermStatistics, 'documents' | 'counts'>> {
      const [kept] = await decoded(
        tx,
        { documents: number, counts: orNull(jsonOf<Record<string, number>>()) },
        sql`
        select coalesce((select sum(documents) from teamlore.corpus_stats where team_id = ${teamId}), 0)::float8 as documents,
          (select json_object_agg(l.lexeme, l.documents) from (
            select lexeme, sum(documents)::float8 as documents from teamlore.lexeme_stats
            where team_id = ${teamId} and lexeme = any(${textArray(lexemes)}) group by lexeme) l) as counts`,
      )
      return {
        documents: kept?.documents ?? 0,
        counts: new Map(Object.entries(kept?.counts ?? {})),
      }
    },

    /**
     * How frequent these lexemes are, from the kept statistics; where those lag too far behind (right after a first
     * import), as counted now.
     *
     * @param options.known further lexemes, of which only what is kept counts: nearly every document has them, so that counting
     *   them now would read the whole index.
     */
    async statisticsOf(
      lexemes: readonly string[],
      { known: common = [] }: { known?: readonly string[] } = {},
    ): Promise<TermStatistics> {
      const known = await readKnown([...lexemes, ...common])
      const documents = known.documents + known.tail_documents
      const averageLength = (known.total_length + known.tail_length) / Math.max(1, documents)
      if (lexemes.length === 0) return { documents, averageLength, counts: new Map() }
      const isCurrent =
        known.tail_documents <= known.documents * 0.1 && known.tail_documents < MAX_TAIL
      const counts = new Map(isCurrent ? Object.entries(known.counts ?? {}) : [])
      if (isCurrent && known.tail_documents === 0) return { documents, averageLength, counts }
      // A word nobody counted yet may still stand in the newest documents.
      const now = await countNow(lexemes.filter((lexeme) => !counts.has(lexeme)))
      return { documents, averageLength, counts: new Map([...counts, ...now]) }
    },
  }
}

const quoted = (lexeme: string): string =>
  `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
