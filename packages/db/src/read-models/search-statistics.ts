import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import type { TermStatistics } from './search.types.ts'
import { textArray } from './search-conditions.ts'

/** Uncounted documents that are looked at; beyond it the statistics are too old to lean on. */
const MAX_TAIL = 3_000
/** Documents counted per lexeme where there are no statistics: beyond it a word is common, however common. */
const MAX_COUNT = 2_000

type Corpus = { documents: number; total_length: number; counted_to: string }
type Tail = { documents: number; total_length: number }

export const createSearchStatistics = (tx: DbExecutor, { teamId }: DbScope) => {
  const readCorpus = async (): Promise<Corpus> => {
    const [corpus] = await rows<Corpus>(
      tx,
      sql`select documents, total_length, counted_to from teamlore.corpus_stats where team_id = ${teamId}`,
    )
    return corpus ?? { documents: 0, total_length: 0, counted_to: '' }
  }

  const readTail = async (countedTo: string): Promise<Tail> => {
    const [tail] = await rows<Tail>(
      tx,
      sql`
      select count(*) as documents, coalesce(sum(length), 0)::bigint as total_length from (
        select length from teamlore.team_documents
        where id > ${countedTo} order by id limit ${MAX_TAIL}) t`,
    )
    return tail ?? { documents: 0, total_length: 0 }
  }

  const readCounts = async (lexemes: readonly string[]) => {
    const found = await rows<{ lexeme: string; documents: number }>(
      tx,
      sql`
      select lexeme, documents from teamlore.lexeme_stats
      where team_id = ${teamId} and lexeme = any(${textArray(lexemes)})`,
    )
    return new Map(found.map(({ lexeme, documents }) => [lexeme, documents]))
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
    /**
     * How frequent these lexemes are, from the kept statistics; where those lag too far behind (right after a first
     * import), as counted now.
     */
    async statisticsOf(lexemes: readonly string[]): Promise<TermStatistics> {
      const corpus = await readCorpus()
      const tail = await readTail(corpus.counted_to)
      const documents = corpus.documents + tail.documents
      const averageLength = (corpus.total_length + tail.total_length) / Math.max(1, documents)
      if (lexemes.length === 0) return { documents, averageLength, counts: new Map() }
      const isCurrent = tail.documents <= corpus.documents * 0.1 && tail.documents < MAX_TAIL
      const known = isCurrent ? await readCounts(lexemes) : new Map<string, number>()
      // A word nobody counted yet may still stand in the newest documents.
      const missing = lexemes.filter((lexeme) => !known.has(lexeme))
      const now = isCurrent && tail.documents === 0 ? new Map() : await countNow(missing)
      return { documents, averageLength, counts: new Map([...known, ...now]) }
    },
  }
}

const quoted = (lexeme: string): string =>
  `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
