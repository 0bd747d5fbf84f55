import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { decoded, number, text } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { textArray } from '../sql/lists.ts'

const MAX_WORDS = sql.raw('400')
/** What a slip of the keys seldom hits, so alike words share it: `lexeme_stats_frequent` is sorted by as many letters. */
const SHARED = sql.raw('2')
/** Words that stand in one document each, of those that share the first letters, that are looked at. */
const MAX_RARE = sql.raw('4000')
/** Sorts behind anything that begins as the prefix does. */
const LAST = '\u{10ffff}'

/** Longer words that one part may mean. */
const MAX_LONGER = sql.raw('24')
/** Longer words that are looked at for each part. */
const MAX_LOOKED_AT = sql.raw('2000')
/** What `lexeme_stats_parts` holds: long words of letters alone, and pairs of characters of scripts without spaces. */
const HAS_PARTS = sql.raw(
  `(length(l.lexeme) >= 8 or length(l.lexeme) = 2 and l.lexeme >= U&'\\0E00') and l.lexeme !~ '[[:punct:]0-9]'`,
)
/** Letters of each entry there. */
const PART = 5

/** Entries that every word with this part has. */
const entriesOf = (teamId: string, part: string): string[] => {
  const letters = Array.from(part)
  const runs = Math.max(1, letters.length - PART + 1)
  return Array.from(
    { length: runs },
    (_, at) => `${teamId} ${letters.slice(at, at + PART).join('')}`,
  )
}

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

  /**
   * Longer words in which each of these stands, the most frequent first. A part has one character of a script without spaces, or five
   * letters and more.
   */
  async lexemesWith(
    parts: readonly string[],
  ): Promise<{ part: string; lexeme: string; documents: number }[]> {
    const asked = parts.map((part) => ({ part, entries: entriesOf(teamId, part) }))
    return decoded(
      tx,
      { part: text, lexeme: text, documents: number },
      sql`
      select p.part, w.lexeme, w.documents
      from jsonb_to_recordset(${json(asked)}) as p(part text, entries jsonb)
      cross join lateral (
        select l.lexeme, sum(l.documents)::bigint as documents from (
          select l.lexeme, l.documents from teamlore.team_lexeme_stats l
          where teamlore.word_parts(l.team_id, l.lexeme) @> array(select jsonb_array_elements_text(p.entries))
            and ${HAS_PARTS} and strpos(l.lexeme, p.part) > 0 and l.lexeme <> p.part
          limit ${MAX_LOOKED_AT}) l
        group by l.lexeme order by documents desc, l.lexeme limit ${MAX_LONGER}) w`,
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
