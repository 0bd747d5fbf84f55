import type { MemoryRow } from '@teamlore/db'

/** It says the same, to the same people. */
export const isAsAsked = (now: MemoryRow, asked: MemoryRow): boolean =>
  now.version === asked.version &&
  now.private_to === asked.private_to &&
  now.project_id === asked.project_id
