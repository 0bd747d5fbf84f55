import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, text } from '../sql/decode.ts'
import { literalNumber } from './conditions.ts'

/** Chunks of one source that are read. */
const MAX_CHUNKS = 40

/** The texts that hits come from. */
export const createSearchBodies = (tx: DbExecutor) => ({
  /** The bodies of these sources, chunk by chunk, as far as the asker may read them now. */
  bodiesOf: async (sourceIds: readonly string[]): Promise<{ sourceId: string; body: string }[]> => {
    if (sourceIds.length === 0) return []
    const found = await decoded(
      tx,
      { source_id: text, body: text },
      sql`
      select d.source_id, d.body
      from jsonb_array_elements_text(${JSON.stringify(sourceIds)}::text::jsonb) as s(id)
      cross join lateral (
        select source_id, body, chunk from teamlore.team_documents
        where source_id = s.id order by chunk limit ${literalNumber(MAX_CHUNKS)}) d
      order by d.source_id, d.chunk`,
    )
    return found.map(({ source_id, body }) => ({ sourceId: source_id, body }))
  },
})
