import type { EditId, IngestEdit, SessionId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope, SessionOwnership } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

export type NewEdit = IngestEdit & { id: EditId }

export const createEditRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Keys among these that stand already. */
  async known(sessionId: SessionId, keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set()
    const found = await rows<{ key: string }>(
      tx,
      sql`
      select key from teamlore.edits where team_id = ${teamId} and session_id = ${sessionId}
        and key = any(array(select jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb)))`,
    )
    return new Set(found.map(({ key }) => key))
  },

  /** Edits of any number of sessions, with their lines; those that stand already stay as they are. */
  async insert(edits: readonly (NewEdit & SessionOwnership)[]): Promise<void> {
    if (edits.length === 0) return
    const records = edits.map(({ sessionId, privateTo, ...edit }) => ({
      ...edit,
      session_id: sessionId,
      private_to: privateTo,
    }))
    await tx.execute(sql`
      with written as (
      insert into teamlore.edits (id, team_id, session_id, private_to, key, message_key, tool_call_id,
        ts, path, operation, added_lines, removed_lines, added, removed)
      select id, ${teamId}, session_id, private_to, key, message_key, tool_call_id,
        ts, path, operation, added_lines, removed_lines, added, removed
      from jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) as r(
        id text, session_id text, private_to text, key text, message_key text, tool_call_id text,
        ts timestamptz, path text, operation text, added_lines int, removed_lines int, added text[],
        removed text[])
      on conflict (session_id, key) do nothing
      returning session_id, ts, path, added, removed, created_at)
      insert into teamlore.edit_lines (team_id, key, session_id, name, at)
      select distinct ${teamId}, teamlore.line_key(${teamId}, l.print, l.is_added), w.session_id,
        teamlore.name_key(w.path), coalesce(w.ts, s.started_at, w.created_at)
      from written w join teamlore.sessions s on s.id = w.session_id
      cross join lateral (
        select unnest(w.added) as print, true as is_added union all select unnest(w.removed), false) l`)
  },
})
