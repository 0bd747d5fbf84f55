import type { MemoryReader, ServingDoor } from '@teamlore/shared/memory-use'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { textsIn } from '../sql/lists.ts'

/** Notes to whom memories are given, by day. */
export const createMemoryServingRepository = (tx: DbExecutor, { teamId, userId }: DbScope) => ({
  /** Notes that somebody was given these; ids of anything else are passed over. Background work reads for nobody. */
  async noteServed(
    ids: readonly string[],
    { reader, door, at }: { reader: MemoryReader; door: ServingDoor; at: Date },
  ): Promise<void> {
    if (userId === 'system' || ids.length === 0) return
    // In the order of ids, so that two who note the same ones do not wait for each other.
    await tx.execute(sql`
      insert into teamlore.memory_servings (team_id, memory_id, day, user_id, reader, door)
      select ${teamId}, m.id, (${at.toISOString()}::timestamptz at time zone 'UTC')::date, ${userId}, ${reader}, ${door}
      from teamlore.memories m where m.team_id = ${teamId} and m.id = ${textsIn(ids)} order by m.id
      on conflict (memory_id, day, user_id, reader, door) do update set times = memory_servings.times + 1`)
  },
})
