import type { UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, flag } from '../sql/decode.ts'

/** What happened of the first steps, as the database has it. */
export const createGuideReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** @param uploads the platform of what stands for files that were handed in, which are no machine. */
  async firstSteps(userId: UserId, { uploads }: { uploads: string }) {
    const [row] = await decoded(
      tx,
      { machine: flag, sessions: flag, distilled: flag, agents: flag, invited: flag },
      sql`select
        exists (select from teamlore.machines m
          where m.team_id = ${teamId} and m.user_id = ${userId} and m.platform <> ${uploads}) as machine,
        exists (select from teamlore.sessions s where s.team_id = ${teamId} and s.user_id = ${userId}) as sessions,
        exists (select from teamlore.distil_leases l
          where l.team_id = ${teamId} and l.user_id = ${userId} and l.state = 'done' and l.session_id is not null)
        or exists (select from teamlore.distillations d join teamlore.sessions s on s.id = d.session_id
          where d.team_id = ${teamId} and d.distiller = 'model' and s.user_id = ${userId}) as distilled,
        exists (select from teamlore.home_states h
          where h.team_id = ${teamId} and h.user_id = ${userId} and h.agent_at is not null) as agents,
        (select count(*) > 1 from teamlore.memberships s join teamlore.users u on u.id = s.user_id and u.kind = 'person'
          where s.team_id = ${teamId})
        or exists (select from teamlore.invitations i where i.team_id = ${teamId}) as invited`,
    )
    return row
  },
})
