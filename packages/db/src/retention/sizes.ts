import type { ProjectId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, number, text } from '../sql/decode.ts'

/** How much text the sessions of a project hold. */
export const createSessionSizes = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Measures so many sessions behind one that changed since they were measured, so that a run reads messages of no others. Sizes are
   * those that the database stores: it answers them without reading the text itself.
   *
   * @returns which those were, in their order.
   */
  async measure(
    projectId: ProjectId,
    { after, limit }: { after: string; limit: number },
  ): Promise<string[]> {
    const measured = await decoded(
      tx,
      { id: text },
      sql`
      insert into teamlore.session_sizes as z (session_id, team_id, measured_as_of, bytes)
      select s.id, s.team_id, s.updated_at,
        (select coalesce(sum(pg_column_size(m.blocks)), 0) from teamlore.messages m where m.session_id = s.id and m.removed_at is null)
      -- By itself and not by \`in\`, which was looked through once for each session.
      from (
        select c.id, c.team_id, c.updated_at from teamlore.sessions c left join teamlore.session_sizes k on k.session_id = c.id
        where c.team_id = ${teamId} and c.project_id = ${projectId} and k.measured_as_of is distinct from c.updated_at
          and c.id > ${after}
        order by c.id limit ${limit}) s
      on conflict (session_id) do update set (measured_as_of, bytes) = (excluded.measured_as_of, excluded.bytes)
      returning z.session_id as id`,
    )
    return measured.map(({ id }) => id).sort()
  },

  async totals(projectId: ProjectId): Promise<{ sessions: number; bytes: number }> {
    const [found] = await decoded(
      tx,
      { sessions: number, bytes: number },
      sql`select count(*) as sessions, coalesce(sum(z.bytes), 0)::float8 as bytes
        from teamlore.sessions s join teamlore.session_sizes z on z.session_id = s.id
        where s.team_id = ${teamId} and s.project_id = ${projectId}`,
    )
    return found ?? { sessions: 0, bytes: 0 }
  },
})
