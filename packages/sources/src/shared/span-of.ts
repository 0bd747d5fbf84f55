/** Times are not in order within a file, so first and last are looked for. */
export const spanOf = (
  dated: readonly { ts: string | null }[],
): { started_at: string | null; ended_at: string | null } => {
  let started_at: string | null = null
  let ended_at: string | null = null
  for (const { ts } of dated) {
    if (ts === null) continue
    if (ended_at === null || ts > ended_at) ended_at = ts
    // Most are later than all before, and then not compared twice.
    else if (ts < (started_at ?? ended_at)) started_at = ts
    started_at ??= ts
  }
  return { started_at, ended_at }
}
