import type { MemoryId } from '@teamlore/shared'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, textOf } from '../sql/decode.ts'
import { isServed } from '../sql/memory-status.ts'
import { isOpenMemory } from './open.ts'
import { memoriesTable, memoryVersionsTable } from './table.ts'

/** Active without questions, of which nobody was asked as it stands, and that may be changed. */
export const isToBeQuestioned = (memory: SQL): SQL =>
  sql`(${isServed(memory)} and ${memory}.questions = '[]'::jsonb
    and ${memory}.questioned_version is distinct from ${memory}.version and ${isOpenMemory(memory)})`

/** Which memories a language model is asked for questions of, and what it answered. */
export const createMemoryQuestionRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** The newest first. */
  async due(limit: number): Promise<MemoryId[]> {
    const found = await decoded(
      tx,
      { id: textOf<MemoryId>() },
      sql`select m.id from teamlore.memories m
        where m.team_id = ${teamId} and ${isToBeQuestioned(sql`m`)}
        order by m.recorded_at desc, m.id limit ${limit}`,
    )
    return found.map(({ id }) => id)
  },

  /** Keeps what was answered of this version. It changes nothing of what the memory says, so it is no new version. */
  async keep(id: MemoryId, version: number, questions: readonly string[]): Promise<void> {
    const kept = { questions: [...questions] }
    await tx
      .update(memoriesTable)
      .set({ ...kept, questionedVersion: version })
      .where(
        and(
          eq(memoriesTable.teamId, teamId),
          eq(memoriesTable.id, id),
          eq(memoriesTable.version, version),
        ),
      )
    await tx
      .update(memoryVersionsTable)
      .set(kept)
      .where(
        and(
          eq(memoryVersionsTable.teamId, teamId),
          eq(memoryVersionsTable.memoryId, id),
          eq(memoryVersionsTable.version, version),
        ),
      )
  },
})
