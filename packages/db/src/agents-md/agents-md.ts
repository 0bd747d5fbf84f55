import type { MemoryId, ProjectId, UserId } from '@teamlore/shared'
import type { MemoryKind, MemoryStatus } from '@teamlore/shared/memories'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { isForEverybody } from '../memories/open.ts'
import { decoded, flag, listOf, number, text, textOf } from '../sql/decode.ts'
import { textsIn } from '../sql/lists.ts'
import { agentsMdLinesTable, agentsMdPoliciesTable } from './table.ts'

export type StoredAgentsMdPolicy = {
  kinds: MemoryKind[]
  min_confidence: number
  max_tokens: number
}

/** A memory that may stand in the section of a project, before policy and budget. */
export type AgentsMdCandidate = {
  id: MemoryId
  kind: MemoryKind
  topic: string
  statement: string
  reason: string
  confidence: number
  confirmed_at: string
  sessions: number
  /** Somebody called it stale, or another memory that holds contradicts it. */
  is_disputed: boolean
  paths: string[]
}

/** An entry of an export, as it was written. */
export type AgentsMdLine = { memory_id: MemoryId; kind: MemoryKind; text: string }

export type AgentsMdStatement = {
  id: MemoryId
  status: MemoryStatus
  statement: string
  reason: string
}

/** How a memory stands whose line was taken out of a section. */
export type AgentsMdStanding = {
  id: MemoryId
  statement: string
  /** A person is to look at it already. */
  waits: boolean
  /** A person decided that it stays. */
  is_kept: boolean
}

/** So many memories of a project are looked at; the surest first. */
const MOST_CANDIDATES = 1_000
/** The newest of them are what an edit may have become. */
const MOST_STATEMENTS = 20_000
/** Exports of a project that are kept to compare with: branches that lag behind name older ones. */
const KEPT_EXPORTS = 50
/** Lines that a session may repeat; the newest first. */
const MOST_KNOWN = 2_000

export const createAgentsMdRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createPolicy(tx, scope),
  ...createCandidates(tx, scope),
  ...createExports(tx, scope),
  ...createKnown(tx, scope),
})

const createPolicy = (tx: DbExecutor, { teamId }: DbScope) => ({
  async policy(projectId: ProjectId): Promise<StoredAgentsMdPolicy | undefined> {
    const [found] = await tx
      .select({
        kinds: agentsMdPoliciesTable.kinds,
        min_confidence: agentsMdPoliciesTable.minConfidence,
        max_tokens: agentsMdPoliciesTable.maxTokens,
      })
      .from(agentsMdPoliciesTable)
      .where(
        and(
          eq(agentsMdPoliciesTable.teamId, teamId),
          eq(agentsMdPoliciesTable.projectId, projectId),
        ),
      )
    return found
  },

  async setPolicy(
    projectId: ProjectId,
    policy: StoredAgentsMdPolicy,
    { by, at }: { by: UserId; at: Date },
  ): Promise<void> {
    const set = {
      kinds: policy.kinds,
      minConfidence: policy.min_confidence,
      maxTokens: policy.max_tokens,
      updatedBy: by,
      updatedAt: at,
    }
    await tx
      .insert(agentsMdPoliciesTable)
      .values({
        teamId,
        projectId,
        kinds: set.kinds,
        minConfidence: set.minConfidence,
        maxTokens: set.maxTokens,
        updatedBy: by,
        updatedAt: at,
      })
      .onConflictDoUpdate({ target: agentsMdPoliciesTable.projectId, set })
  },

  /** False where nothing was decided for this project. */
  async removePolicy(projectId: ProjectId): Promise<boolean> {
    const removed = await tx
      .delete(agentsMdPoliciesTable)
      .where(
        and(
          eq(agentsMdPoliciesTable.teamId, teamId),
          eq(agentsMdPoliciesTable.projectId, projectId),
        ),
      )
      .returning({ projectId: agentsMdPoliciesTable.projectId })
    return removed.length > 0
  },
})

const createCandidates = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * What may be written where everybody with the repository reads it: active memories of the project, and of no project, that a
   * person approved or wrote themselves. Nothing that is private, rests on what fewer people read, or is of another project.
   */
  candidates(projectId: ProjectId): Promise<AgentsMdCandidate[]> {
    return decoded(
      tx,
      {
        id: textOf<MemoryId>(),
        kind: textOf<MemoryKind>(),
        topic: text,
        statement: text,
        reason: text,
        confidence: number,
        confirmed_at: text,
        sessions: number,
        is_disputed: flag,
        paths: listOf(text),
      },
      sql`select m.id, m.kind, m.topic, m.statement, m.reason, m.confidence,
          to_char(m.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as confirmed_at,
          (select count(distinct e.session_id)::int from teamlore.memory_evidence e where e.memory_id = m.id) as sessions,
          m.stale_since is not null or exists (select from teamlore.memory_relations r
            join teamlore.memories o on o.id = case when r.from_id = m.id then r.to_id else r.from_id end
            where m.id in (r.from_id, r.to_id) and r.type = 'contradicts' and r.status <> 'dismissed'
              and o.private_to is null and o.status = 'active' and (o.project_id is null or o.project_id = ${projectId})) as is_disputed,
          (select coalesce(json_agg(distinct a.path), '[]') from teamlore.memory_anchors a where a.memory_id = m.id) as paths
        from teamlore.memories m
        where m.team_id = ${teamId} and (m.project_id = ${projectId} or m.project_id is null)
          and ${isForEverybody(sql`m`)}
        order by m.confidence desc, m.id limit ${MOST_CANDIDATES}`,
    )
  },

  /** How memories that a section names stand now; those that the asker may not see are missing. */
  standing(ids: readonly string[]): Promise<AgentsMdStanding[]> {
    return decoded(
      tx,
      { id: textOf<MemoryId>(), statement: text, waits: flag, is_kept: flag },
      sql`select m.id, m.statement, m.stale_since is not null or m.removal_since is not null as waits,
          m.removal_kept_at is not null as is_kept from teamlore.memories m
        where m.team_id = ${teamId} and m.id = ${textsIn(ids)} order by m.id`,
    )
  },

  /** What the team, and the asker alone, says or said of a project, whatever became of it: a line that says one of them again is no news. */
  statements(projectId: ProjectId): Promise<AgentsMdStatement[]> {
    return decoded(
      tx,
      { id: textOf<MemoryId>(), status: textOf<MemoryStatus>(), statement: text, reason: text },
      sql`select m.id, m.status, m.statement, m.reason from teamlore.memories m
        where m.team_id = ${teamId} and (m.project_id = ${projectId} or m.project_id is null)
          and m.status <> 'superseded'
        order by m.id desc limit ${MOST_STATEMENTS}`,
    )
  },
})

const createExports = (tx: DbExecutor, { teamId }: DbScope) => ({
  async addExport(
    projectId: ProjectId,
    hash: string,
    lines: readonly AgentsMdLine[],
    at: Date,
  ): Promise<void> {
    if (lines.length > 0)
      await tx
        .insert(agentsMdLinesTable)
        .values(
          lines.map(({ memory_id, kind, text: line }, position) => ({
            teamId,
            projectId,
            export: hash,
            memoryId: memory_id,
            position,
            kind,
            text: line,
            exportedAt: at,
          })),
        )
        .onConflictDoNothing()
    await tx.execute(sql`
      delete from teamlore.agents_md_lines l where l.team_id = ${teamId} and l.project_id = ${projectId}
        and l.export not in (select export from teamlore.agents_md_lines
          where team_id = ${teamId} and project_id = ${projectId}
          group by export order by max(exported_at) desc, export limit ${KEPT_EXPORTS}::int)`)
  },

  /** The entries of an export, in their order; none where it is not known here. */
  async exported(projectId: ProjectId, hash: string): Promise<AgentsMdLine[]> {
    return tx
      .select({
        memory_id: agentsMdLinesTable.memoryId,
        kind: agentsMdLinesTable.kind,
        text: agentsMdLinesTable.text,
      })
      .from(agentsMdLinesTable)
      .where(
        and(
          eq(agentsMdLinesTable.teamId, teamId),
          eq(agentsMdLinesTable.projectId, projectId),
          eq(agentsMdLinesTable.export, hash),
        ),
      )
      .orderBy(asc(agentsMdLinesTable.position), asc(agentsMdLinesTable.memoryId))
  },
})

const createKnown = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Whether a memory stands, or stood, in the AGENTS.md of a project. */
  async isExported(memoryId: MemoryId): Promise<boolean> {
    const found = await tx
      .select({ export: agentsMdLinesTable.export })
      .from(agentsMdLinesTable)
      .where(and(eq(agentsMdLinesTable.teamId, teamId), eq(agentsMdLinesTable.memoryId, memoryId)))
      .limit(1)
    return found.length > 0
  },

  /** Texts that stand, or stood, in AGENTS.md of a project. */
  async exportedTexts(projectId: ProjectId | null): Promise<string[]> {
    if (projectId === null) return []
    const found = await tx
      .selectDistinct({ text: agentsMdLinesTable.text, memoryId: agentsMdLinesTable.memoryId })
      .from(agentsMdLinesTable)
      .where(
        and(eq(agentsMdLinesTable.teamId, teamId), eq(agentsMdLinesTable.projectId, projectId)),
      )
      .orderBy(desc(agentsMdLinesTable.memoryId))
      .limit(MOST_KNOWN)
    return found.map(({ text: line }) => line)
  },
})
