import type { MemoryId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { isToBeJudged } from '../memories/judging.ts'
import { isToBeQuestioned } from '../memories/questions.ts'
import { decoded, flag, number, textOf } from '../sql/decode.ts'
import { isAmong } from '../sql/lists.ts'
import { allows, type WantedSessions } from './due.ts'

const m = sql`m`

const isAllowed = allows(sql`m.project_id`)

/** What the asker may read, of which something is to be asked, that nobody is at, and where no rule is against it. */
const dueIn = (
  { teamId }: DbScope,
  { userId, since, projectId, holder, workingOn = [] }: WantedSessions,
): SQL => sql`
  from teamlore.memories m
  where m.team_id = ${teamId} and (${isToBeQuestioned(m)} or ${isToBeJudged(m)})
    and (${since?.toISOString() ?? null}::timestamptz is null or m.recorded_at >= ${since?.toISOString() ?? null}::timestamptz)
    and (${projectId}::text is null or m.project_id = ${projectId}) and ${isAllowed}
    and not exists (select from teamlore.distil_leases l where l.memory_id = m.id
      and l.state = 'leased' and l.expires_at > now()
      and (l.user_id <> ${userId} or l.holder is distinct from ${holder} or ${isAmong(sql`l.id`, workingOn)}))`

/** Memories of which a person's own coding agent may be asked something. */
export const createDueMemories = (tx: DbExecutor, scope: DbScope) => ({
  /** In their order in time, so that each is compared with those before it. */
  async dueMemories(wanted: WantedSessions, limit: number): Promise<MemoryId[]> {
    const found = await decoded(
      tx,
      { id: textOf<MemoryId>() },
      sql`select m.id ${dueIn(scope, wanted)} order by m.valid_from, m.id limit ${limit}`,
    )
    return found.map(({ id }) => id)
  },

  async countDueMemories(wanted: WantedSessions): Promise<number> {
    const [row] = await decoded(
      tx,
      { memories: number },
      sql`select count(*)::int as memories ${dueIn(scope, wanted)}`,
    )
    return row?.memories ?? 0
  },

  /** What is to be asked of one as it stands now; undefined where it is gone, or a rule is against it. */
  async whatIsDueOf(id: MemoryId): Promise<{ questions: boolean; judging: boolean } | undefined> {
    const [row] = await decoded(
      tx,
      { questions: flag, judging: flag },
      sql`select coalesce(${isToBeQuestioned(m)}, false) as questions, coalesce(${isToBeJudged(m)}, false) as judging
        from teamlore.memories m where m.team_id = ${scope.teamId} and m.id = ${id} and ${isAllowed}`,
    )
    return row
  },
})
