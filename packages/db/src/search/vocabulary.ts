import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { textArray } from '../sql/lists.ts'

const MAX_WORDS = sql.raw('400')
/** What a slip of the keys seldom hits, so alike words share it: `lexeme_stats_frequent` is sorted by as many letters. */
const SHARED = sql.raw('2')
/** Words that stand in one document each, of those that share the first letters, that are looked at. */
const MAX_RARE = sql.raw('4000')
/** Sorts behind anything that begins as the prefix does. */
const LAST = '\u{10ffff}'

const MAX_TEXTS = sql.raw('5')
/** The text index gives all documents of a word or none: of so many, some of the newest are found sooner by looking. */
const FREQUENT = 10_000
const NEWEST = sql.raw('1000')

/** Which words the documents of a team are made of that the asker may see. */
export const createSearchVocabulary = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Those of these lexemes that stand somewhere. */
  async knownLexemes(lexemes: readonly string[]): Promise<{ lexeme: string; documents: number }[]> {
    return rows(
      tx,
      sql`
      select l.lexeme, sum(l.documents)::bigint as documents from teamlore.lexeme_stats l
      where l.team_id = ${teamId} and l.lexeme = any(${textArray(lexemes)})
      group by l.lexeme order by documents desc, l.lexeme`,
    )
  },

  /**
   * Lexemes that begin as `lexeme` does and are longer or shorter by no more than `edits`, most frequent first. Those of one
   * document each are taken in where the frequent ones are few, and of a large vocabulary only some.
   */
  async lexemesLike({
    lexeme,
    edits,
  }: {
    lexeme: string
    edits: number
  }): Promise<{ lexeme: string; documents: number }[]> {
    const asked = sql`${lexeme}::text`
    const prefix = sql`left(${asked}, ${SHARED})`
    const lengths = sql`length(${asked}) - ${edits}::int, length(${asked}) + ${edits}::int`
    return rows(
      tx,
      sql`
      with frequent as materialized (
        select l.lexeme, l.documents from generate_series(${lengths}) n
        cross join lateral (
          select l.lexeme, l.documents from teamlore.team_lexeme_stats l
          where left(l.lexeme, ${SHARED}) = ${prefix} and length(l.lexeme) = n and l.magnitude > 0
          order by l.magnitude desc limit ${MAX_WORDS}) l
      ), rare as (
        select l.lexeme, l.documents from (
          select lexeme, documents from teamlore.team_lexeme_stats
          where lexeme >= ${prefix} and lexeme < ${prefix} || ${LAST} limit ${MAX_RARE}) l
        where l.documents = 1 and abs(length(l.lexeme) - length(${asked})) <= ${edits}::int
          and (select count(*) from frequent) < ${MAX_WORDS}
      )
      select lexeme, sum(documents)::bigint as documents
      from (select * from frequent union all select * from rare) l
      group by lexeme order by documents desc, lexeme limit ${MAX_WORDS}`,
    )
  },

  /** Texts of a few documents that a tsquery matches; `documents` says how many about there are. */
  async someTexts(match: string, documents: number): Promise<string[]> {
    const all = sql`select d.body, d.tsv from teamlore.team_documents d`
    const newest = sql`${all} where d.team_id = ${teamId} order by d.occurred_at desc nulls last, d.id desc limit ${NEWEST}`
    for (const from of documents > FREQUENT ? [newest, all] : [all]) {
      const found = await rows<{ body: string }>(
        tx,
        sql`select d.body from (${from}) d where d.tsv @@ ${match}::tsquery limit ${MAX_TEXTS}`,
      )
      if (found.length > 0) return found.map(({ body }) => body)
    }
    return []
  },
})
