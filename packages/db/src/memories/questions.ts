import type { MemoryId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { json } from '../sql/json.ts'
import { isOpenMemory } from './open.ts'

/** Which memories a language model is asked for questions of, and what it answered. */
export const createMemoryQuestionRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Active memories without questions of which nobody was asked as they stand, and that may be changed; the newest first. */
  async due(limit: number): Promise<MemoryId[]> {
    const found = await rows<{ id: MemoryId }>(
      tx,
      sql`select m.id from teamlore.memories m
        where m.team_id = ${teamId} and m.status = 'active' and m.questions = '[]'::jsonb
          and m.questioned_version is distinct from m.version and ${isOpenMemory(sql`m`)}
        order by m.recorded_at desc, m.id limit ${limit}`,
    )
    return found.map(({ id }) => id)
  },

  /** Keeps what was answered of this version. It changes nothing of what the memory says, so it is no new version. */
  async keep(id: MemoryId, version: number, questions: readonly string[]): Promise<void> {
    await tx.execute(sql`
      update teamlore.memories set questions = ${json(questions)}, questioned_version = ${version}::int
      where team_id = ${teamId} and id = ${id} and version = ${version}::int`)
    await tx.execute(sql`
      update teamlore.memory_versions set questions = ${json(questions)}
      where team_id = ${teamId} and memory_id = ${id} and version = ${version}::int`)
  },
})
