import { type SQL, sql } from 'drizzle-orm'

/** What joins the parts of a name before it is hashed; no id, tool or key has it. */
const JOINT = '\n'

const hashed = (...parts: readonly SQL[]): SQL =>
  sql`encode(sha256(convert_to(concat_ws(${JOINT}::text, ${sql.join([...parts], sql`, `)}), 'UTF8')), 'hex')`

const msOf = (ts: SQL): SQL => sql`floor(extract(epoch from ${ts}) * 1000)::bigint`

/** Hashes of what was forgotten, as the database makes them. `tombstoneOf` of core says the same of what comes in. */
export const tombstoneOf = {
  id: (team: SQL, id: SQL): SQL => hashed(sql`'id'`, team, id),
  session: (team: SQL, tool: SQL, nativeId: SQL): SQL =>
    hashed(sql`'session'`, team, tool, nativeId),
  /** A message of one session, wherever that is sent from. */
  message: (team: SQL, tool: SQL, nativeId: SQL, key: SQL): SQL =>
    hashed(sql`'message'`, team, tool, nativeId, key),
  /** The same message in another session of the tool, which took it over with its key and time. */
  copy: (team: SQL, tool: SQL, key: SQL, ts: SQL): SQL =>
    hashed(sql`'copy'`, team, tool, key, msOf(ts)),
  /** Words that were said at a time, whichever tool's copy has them; `blocks` is the column of a message. */
  words: (team: SQL, ts: SQL, blocks: SQL): SQL =>
    hashed(sql`'words'`, team, msOf(ts), wordsOf(blocks)),
}

/** Texts of a message in their order. */
export const wordsOf = (blocks: SQL): SQL =>
  sql`(select string_agg(b.block->>'text', E'\n' order by b.n)
    from jsonb_array_elements(${blocks}) with ordinality as b(block, n) where b.block->>'type' = 'text')`
