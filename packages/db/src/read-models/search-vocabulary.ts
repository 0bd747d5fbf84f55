import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

const MAX_WORDS = 400
const MAX_TEXTS = 5
/** Sorts behind anything that begins as the prefix does. */
const LAST = '\u{10ffff}'

/** Which words the documents of a team are made of. */
export const createSearchVocabulary = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** The most frequent lexemes that begin so and are about as long, most frequent first. */
  async lexemesLike(request: {
    prefix: string
    shortest: number
    longest: number
  }): Promise<{ lexeme: string; documents: number }[]> {
    const { prefix, shortest, longest } = request
    return rows(
      tx,
      sql`
      select lexeme, documents from teamlore.lexeme_stats
      where team_id = ${teamId} and lexeme >= ${prefix} and lexeme < ${prefix + LAST}
        and length(lexeme) between ${shortest} and ${longest}
      order by documents desc, lexeme limit ${sql.raw(String(MAX_WORDS))}`,
    )
  },

  /** Texts of a few documents that a tsquery matches. */
  async someTexts(match: string): Promise<string[]> {
    const found = await rows<{ body: string }>(
      tx,
      sql`select d.body from teamlore.team_documents d where d.tsv @@ ${match}::tsquery
        limit ${sql.raw(String(MAX_TEXTS))}`,
    )
    return found.map(({ body }) => body)
  },
})
