import type { Claim, MemoryId, ObservationId } from '@teamlore/shared'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { observationsTable } from '../observations/table.ts'
import { decoded, jsonOf, textOf } from '../sql/decode.ts'
import { isLiving } from '../sql/memory-status.ts'
import type { MemoryVersionRow } from './memories.types.ts'
import { isOpenMemory } from './open.ts'
import { memoriesTable, memoryVersionsTable } from './table.ts'

export type FindingWithoutTopic = { id: ObservationId; title: string; claim: Claim | null }

/** What was written before records had topics, and copies of one statement that came in side by side. */
export const createMemoryTopicRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Memories without a topic that may be changed. */
  async due(limit: number): Promise<MemoryId[]> {
    const found = await decoded(
      tx,
      { id: textOf<MemoryId>() },
      sql`select m.id from teamlore.memories m
        where m.team_id = ${teamId} and m.topic = '' and ${isOpenMemory(sql`m`)} order by m.id limit ${limit}`,
    )
    return found.map(({ id }) => id)
  },

  /** It changes nothing of what the memory says, so it is no new version. */
  async write(
    id: MemoryId,
    topic: string,
    versions: readonly (Pick<MemoryVersionRow, 'version'> & { topic: string })[],
  ): Promise<void> {
    await tx
      .update(memoriesTable)
      .set({ topic })
      .where(and(eq(memoriesTable.teamId, teamId), eq(memoriesTable.id, id)))
    for (const { version, topic: former } of versions)
      await tx
        .update(memoryVersionsTable)
        .set({ topic: former })
        .where(
          and(
            eq(memoryVersionsTable.teamId, teamId),
            eq(memoryVersionsTable.memoryId, id),
            eq(memoryVersionsTable.version, version),
          ),
        )
  },

  async findingsDue(limit: number): Promise<FindingWithoutTopic[]> {
    const { id, title, claim, topic, purpose, supersededAt } = observationsTable
    return tx
      .select({ id, title, claim })
      .from(observationsTable)
      .where(
        and(
          eq(observationsTable.teamId, teamId),
          eq(topic, ''),
          eq(purpose, 'finding'),
          isNull(supersededAt),
        ),
      )
      .orderBy(id)
      .limit(limit)
  },

  async writeOfFinding(id: ObservationId, topic: string): Promise<void> {
    await tx
      .update(observationsTable)
      .set({ topic })
      .where(and(eq(observationsTable.teamId, teamId), eq(observationsTable.id, id)))
  },

  /**
   * Memories of one project and the same eyes that say the same in the same words but for capitals and punctuation, each group the
   * surest first. Words of tools and of the web stay apart; of what may not be changed nothing.
   */
  async copies(limit: number): Promise<MemoryId[][]> {
    const found = await decoded(
      tx,
      { ids: jsonOf<MemoryId[]>() },
      sql`select json_agg(m.id order by m.status = 'active' desc, m.status = 'unreviewed' desc, m.created_at, m.id) as ids
        from teamlore.memories m
        where m.team_id = ${teamId} and ${isLiving(sql`m`)} and ${isOpenMemory(sql`m`)}
        group by m.project_id, m.private_to, m.origin in ('tool','web'),
          btrim(regexp_replace(lower(m.statement), '[^[:alnum:]_./%-]+', ' ', 'g'), ' .')
        having count(*) > 1 order by min(m.id) limit ${limit}`,
    )
    return found.map(({ ids }) => ids)
  },
})
