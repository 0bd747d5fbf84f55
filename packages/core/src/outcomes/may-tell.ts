import type { MemoryRow, StoredSession } from '@teamlore/db'

/** A private session says nothing of memories that others read: the note has words of it, and the database refuses the change. */
export const mayTell = (
  session: StoredSession | undefined,
  { private_to }: Pick<MemoryRow, 'private_to'>,
): boolean =>
  session !== undefined && (session.privateTo === null || session.privateTo === private_to)
