import type { MemoryEvidenceRow } from '@teamlore/db'
import type { UserId } from '@teamlore/shared'

/** Who said it first, where that is known: they do not confirm themselves. */
export const firstSource = (
  evidence: readonly Pick<MemoryEvidenceRow, 'user_id' | 'machine_id' | 'session_id'>[],
  authorId: UserId | null,
) => ({
  user_id: evidence[0]?.user_id ?? authorId,
  machine_id: evidence[0]?.machine_id ?? null,
  session_id: evidence[0]?.session_id ?? null,
})
