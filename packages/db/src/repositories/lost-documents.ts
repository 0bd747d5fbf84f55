import { type SQL, sql } from 'drizzle-orm'

/**
 * Ids of those of `sessions` (rows of id and kind) of which rows of the search index are lost: words that somebody may look for,
 * of which it knows nothing. Messages are written with their documents in one transaction, so there is no moment at which this
 * is only late. The same messages as in the view `team_capture_not_indexed`; findings beside them.
 */
export const sessionsWithLost = (sessions: SQL): SQL => sql`
  with among as materialized (${sessions}),
  missing as materialized (
    select m.id, m.session_id from among s join teamlore.messages m on m.session_id = s.id
    where s.kind <> 'compaction' and m.kind in ('human', 'assistant', 'command') and not m.is_abandoned
      and not exists (select from teamlore.documents d where d.source_id = m.id)
  )
  select x.session_id as id from missing x join teamlore.messages m on m.id = x.id
  where exists (select from jsonb_array_elements(m.blocks) b
    where b->>'type' = 'text' and b->>'text' ~ '[[:alnum:]]')
  union
  select o.session_id from among s join teamlore.observations o on o.session_id = s.id
  where o.title ~ '[[:alnum:]]'
    and not exists (select from teamlore.documents d where d.source_id = o.id)
  union
  select y.session_id from among s join teamlore.summaries y on y.session_id = s.id
  where y.request ~ '[[:alnum:]]'
    and not exists (select from teamlore.documents d where d.source_id = y.id)`
