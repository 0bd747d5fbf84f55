import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether fewer documents stand for this row of messages, findings or memory files than it was indexed as. Where nobody counted,
 * one is asked for if `hasWords`.
 */
export const hasLost = (row: SQL, hasWords: SQL): SQL => sql`
  (${row}.documents > 0 or ${row}.documents is null and ${hasWords})
  and coalesce(${row}.documents, 1) > (select count(*) from teamlore.documents d where d.source_id = ${row}.id)`

/**
 * Ids of those of `sessions` (rows of id and kind) of which rows of the search index are lost. Messages are written with their
 * documents in one transaction, so there is no moment at which this is only late. The same messages as in the view
 * `team_capture_not_indexed`; findings beside them. Words of a message are looked for last, in the few that need it.
 */
export const sessionsWithLost = (sessions: SQL): SQL => sql`
  with among as materialized (${sessions}),
  missing as materialized (
    select m.id, m.session_id, m.documents from among s join teamlore.messages m on m.session_id = s.id
    where ${hasLost(
      sql`m`,
      sql`s.kind <> 'compaction' and m.kind in ('human', 'assistant', 'command') and not m.is_abandoned`,
    )}
  )
  select x.session_id as id from missing x join teamlore.messages m on m.id = x.id
  where x.documents is not null or exists (select from jsonb_array_elements(m.blocks) b
    where b->>'type' = 'text' and b->>'text' ~ '[[:alnum:]]')
  union
  select o.session_id from among s join teamlore.observations o on o.session_id = s.id
  where ${hasLost(sql`o`, sql`o.title ~ '[[:alnum:]]'`)}
  union
  select y.session_id from among s join teamlore.summaries y on y.session_id = s.id
  where ${hasLost(sql`y`, sql`y.request ~ '[[:alnum:]]'`)}
  union
  select n.session_id from among s join teamlore.session_notes n on n.session_id = s.id
  where n.kind <> 'tag' and n.removed_at is null and ${hasLost(sql`n`, sql`n.text ~ '[[:alnum:]]'`)}`

/**
 * Ids of those of `files` (rows of memory files) of which rows of the search index are lost, as the view
 * `team_capture_memory_files` has it, or of which rows stand there that are of another version of the file: of an older text,
 * for other readers, or of a file that is gone. Files are written with their documents in one transaction too.
 */
export const memoryFilesWithLost = (files: SQL): SQL => sql`
  with among as materialized (${files})
  select f.id from among f
  where f.gone_at is null and ${hasLost(sql`f`, sql`f.text ~ '[[:alnum:]]'`)}
    or exists (select from teamlore.documents d where d.source_id = f.id and (f.gone_at is not null
      or (d.project_id, d.private_to, d.occurred_at) is distinct from (f.project_id, f.private_to, f.modified_at)))`
