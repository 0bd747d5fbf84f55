import type { MemoryId, Origin, ProjectId, SessionId, UserId } from '@teamlore/shared'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { type ProjectFilter, projectsNamed } from '../projects/filter.ts'
import { decoded, number, textOf } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { isLiving } from '../sql/memory-status.ts'
import { allOf } from '../sql/page.ts'
import { teamsTable } from '../teams/table.ts'
import type { MemoryRelationRow, MemoryRow } from './memories.types.ts'
import { memoryActionsTable, memoryPoliciesTable } from './table.ts'
import { isInQueue } from './waiting.ts'

export type StoredPolicy = {
  mode: 'manual' | 'confidence' | 'origin'
  threshold: number
  origins: Origin[]
  /** What passed the checks and nobody reviewed is served below what somebody did. */
  serves_unreviewed: boolean
}

/** A decision that can be undone, with how everything it touched stood before. */
export type MemoryAction = {
  id: string
  decision: string
  before: MemoryRow[]
  /** Of a pair that was settled: what was found between the two. */
  relations?: MemoryRelationRow[] | null
  private_to: UserId | null
}

type QueueFilter = { project?: ProjectFilter | undefined; assignee?: string | undefined }

/** What needs a person: drafts, pairs that may be one, and what somebody called stale. */
export const createMemoryReviewRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createPolicies(tx, scope),
  ...createTeamDefaults(tx, scope),
  ...createActions(tx, scope),
  ...createCurations(tx, scope),
  ...createQueue(tx, scope),
})

const createPolicies = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** The policy of a project, else of the team; undefined where neither decided. */
  async policy(
    projectId: ProjectId | null,
  ): Promise<(StoredPolicy & { is_own: boolean }) | undefined> {
    const [policy] = await tx
      .select({
        mode: memoryPoliciesTable.mode,
        threshold: memoryPoliciesTable.threshold,
        origins: memoryPoliciesTable.origins,
        serves_unreviewed: memoryPoliciesTable.servesUnreviewed,
        is_own: sql<boolean>`${memoryPoliciesTable.projectId} is not distinct from ${projectId}`,
      })
      .from(memoryPoliciesTable)
      .where(
        and(
          eq(memoryPoliciesTable.teamId, teamId),
          or(
            projectId === null ? undefined : eq(memoryPoliciesTable.projectId, projectId),
            isNull(memoryPoliciesTable.projectId),
          ),
        ),
      )
      .orderBy(sql`${memoryPoliciesTable.projectId} nulls last`)
      .limit(1)
    return policy
  },

  async setPolicy(
    projectId: ProjectId | null,
    policy: StoredPolicy,
    { by, at }: { by: UserId; at: Date },
  ): Promise<void> {
    const set = {
      mode: policy.mode,
      threshold: policy.threshold,
      origins: policy.origins,
      servesUnreviewed: policy.serves_unreviewed,
      updatedBy: by,
      updatedAt: at,
    }
    await tx
      .insert(memoryPoliciesTable)
      .values({ teamId, projectId, ...set })
      .onConflictDoUpdate({
        target: [memoryPoliciesTable.teamId, memoryPoliciesTable.projectId],
        set,
      })
  },

  /** False where nothing was decided for this project or, without one, for the team. */
  async removePolicy(projectId: ProjectId | null): Promise<boolean> {
    const removed = await tx
      .delete(memoryPoliciesTable)
      .where(
        and(
          eq(memoryPoliciesTable.teamId, teamId),
          projectId === null
            ? isNull(memoryPoliciesTable.projectId)
            : eq(memoryPoliciesTable.projectId, projectId),
        ),
      )
      .returning({ mode: memoryPoliciesTable.mode })
    return removed.length > 0
  },
})

/** What holds where neither project nor team decided. */
const createTeamDefaults = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Whether a team that set no policy serves what nobody reviewed: those founded since that there is. */
  async servesUnreviewed(): Promise<boolean> {
    const [team] = await tx
      .select({ servesUnreviewed: teamsTable.servesUnreviewed })
      .from(teamsTable)
      .where(eq(teamsTable.id, teamId))
    return team?.servesUnreviewed ?? false
  },
})

const createActions = (tx: DbExecutor, { teamId }: DbScope) => ({
  async addAction(action: MemoryAction, made: { by: UserId; at: Date }): Promise<void> {
    const { id, decision, before: memories, relations, private_to: privateTo } = action
    await tx.insert(memoryActionsTable).values({
      id,
      teamId,
      privateTo,
      userId: made.by,
      decision,
      before: relations ? { memories, relations } : memories,
      createdAt: made.at,
    })
  },

  /** The named decision of a person, or their last one, that was not undone yet; nobody else's. */
  async lockAction(userId: UserId, id: string | undefined): Promise<MemoryAction | undefined> {
    const [found] = await rows<MemoryAction>(
      tx,
      sql`select id, decision, private_to, before -> 'relations' as relations,
          case jsonb_typeof(before) when 'array' then before else before -> 'memories' end as before
        from teamlore.memory_actions
        where team_id = ${teamId} and user_id = ${userId} and undone_at is null
          and (${id ?? null}::text is null or id = ${id ?? null})
        order by id desc limit 1 for update`,
    )
    return found
  },

  async markUndone(id: string, at: Date): Promise<void> {
    await tx
      .update(memoryActionsTable)
      .set({ undoneAt: at })
      .where(and(eq(memoryActionsTable.teamId, teamId), eq(memoryActionsTable.id, id)))
  },
})

const createCurations = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Sessions of a project whose findings are not curated yet and that are quiet, the oldest first. */
  async sessionsToCurate(
    projectId: ProjectId,
    { idleSeconds, turns, limit }: { idleSeconds: number; turns: number; limit: number },
  ): Promise<SessionId[]> {
    const found = await decoded(
      tx,
      { id: textOf<SessionId>() },
      sql`select s.id from teamlore.sessions s
        left join teamlore.memory_curations c on c.session_id = s.id
        where s.team_id = ${teamId} and s.project_id = ${projectId} and s.distilled = 'done'
          and s.prompt_count >= ${turns}::int
          and s.updated_at < now() - ${idleSeconds}::int * interval '1 second'
          and (c.session_id is null or c.distilled_at < s.distilled_at)
        order by s.started_at nulls last, s.id limit ${limit}`,
    )
    return found.map(({ id }) => id)
  },

  async noteCurated(sessions: readonly SessionId[], at: Date): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.memory_curations (session_id, team_id, private_to, distilled_at, curated_at)
      select s.id, ${teamId}, s.private_to, coalesce(s.distilled_at, s.updated_at), ${at.toISOString()}::timestamptz
      from teamlore.sessions s where s.team_id = ${teamId}
        and s.id = any(array(select jsonb_array_elements_text(${json(sessions)})))
      on conflict (session_id) do update set distilled_at = excluded.distilled_at, curated_at = excluded.curated_at`)
  },
})

const createQueue = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Ids of what waits for a person, the least sure first among drafts; `total` counts all of them. */
  async queue(filter: QueueFilter, limit: number): Promise<{ ids: MemoryId[]; total: number }> {
    const conditions = allOf([
      sql`m.team_id = ${teamId}`,
      filter.project && sql`m.project_id in ${projectsNamed(teamId, filter.project)}`,
      filter.assignee === undefined ? undefined : sql`m.assignee_id = ${filter.assignee}`,
      isInQueue(sql`m`),
    ])
    const found = await decoded(
      tx,
      { id: textOf<MemoryId>(), total: number },
      sql`select m.id, count(*) over () as total from teamlore.memories m where ${conditions}
        order by (m.status = 'draft') desc, m.recorded_at desc, m.id desc limit ${limit}`,
    )
    return { ids: found.map(({ id }) => id), total: found[0]?.total ?? 0 }
  },

  /** Pairs that contradict each other and both hold, the newest first. */
  async contradictions(
    project: ProjectFilter | undefined,
    limit: number,
  ): Promise<
    { from_id: MemoryId; to_id: MemoryId; confidence: number; reason: string; since: string }[]
  > {
    const named = project && sql`a.project_id in ${projectsNamed(teamId, project)}`
    return rows(
      tx,
      sql`select r.from_id, r.to_id, r.confidence, r.reason,
          to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since
        from teamlore.memory_relations r
        join teamlore.memories a on a.id = r.from_id and ${isLiving(sql`a`)}
        join teamlore.memories b on b.id = r.to_id and ${isLiving(sql`b`)}
        where ${allOf([sql`r.team_id = ${teamId}`, sql`r.type = 'contradicts'`, sql`r.status <> 'dismissed'`, named])}
        order by r.created_at desc, r.from_id, r.to_id limit ${limit}`,
    )
  },
})
