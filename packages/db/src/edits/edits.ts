import type { EditId, IngestEdit, SessionId } from '@teamlore/shared'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { DbScope, SessionOwnership } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { columnsBut, namesOf, recordsByColumn } from '../sql/column-sets.ts'
import { isAmong } from '../sql/lists.ts'
import { isoOf } from '../sql/page.ts'
import { editsTable } from './table.ts'

export type NewEdit = IngestEdit & { id: EditId }

const WRITTEN = columnsBut(editsTable, 'teamId', 'createdAt')

const LISTED = {
  id: editsTable.id,
  key: editsTable.key,
  message_key: editsTable.messageKey,
  tool_call_id: editsTable.toolCallId,
  ts: isoOf(editsTable.ts),
  path: editsTable.path,
  operation: editsTable.operation,
  added_lines: editsTable.addedLines,
  removed_lines: editsTable.removedLines,
  added: editsTable.added,
  removed: editsTable.removed,
}

export const createEditRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Keys among these that stand already. */
  async known(sessionId: SessionId, keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set()
    const found = await tx
      .select({ key: editsTable.key })
      .from(editsTable)
      .where(
        and(
          eq(editsTable.teamId, teamId),
          eq(editsTable.sessionId, sessionId),
          isAmong(editsTable.key, keys),
        ),
      )
    return new Set(found.map(({ key }) => key))
  },

  /** Those of a session that come after one, with their lines, in the order in which they came in. */
  async ofSession(
    sessionId: SessionId,
    { after, limit }: { after: EditId | null; limit: number },
  ): Promise<NewEdit[]> {
    const found = await tx
      .select(LISTED)
      .from(editsTable)
      .where(
        and(
          eq(editsTable.teamId, teamId),
          eq(editsTable.sessionId, sessionId),
          after === null ? undefined : gt(editsTable.id, after),
        ),
      )
      .orderBy(editsTable.id)
      .limit(limit)
    return found.map((edit) => ({ ...edit, operation: edit.operation as IngestEdit['operation'] }))
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
      insert into teamlore.edits (team_id, ${namesOf(WRITTEN)})
      select ${teamId}, ${namesOf(WRITTEN)} from ${recordsByColumn(WRITTEN, records)}
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
