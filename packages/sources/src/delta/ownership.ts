/** What one session brings, in file order, when several may hold the same messages. */
export type Claim = {
  nativeId: string
  /** See `ReadSession.precedence`. */
  precedence: number
  keys: readonly { key: string; ts: string | null; isReplay: boolean }[]
}

export type Verdict = {
  /** Keys that belong to another session, with the one they belong to. */
  dropped: ReadonlyMap<string, string>
}

/**
 * Which session keeps a message that several hold.
 *
 * A forked or resumed session repeats the messages of the one it came from, with the same ids, times and texts under its
 * own session id. Each message is kept once, by the session it was first part of:
 *
 * 1. What the server already has under one session stays there. So a run never moves a message, and the order of runs
 *    changes nothing that was settled before.
 * 2. A record that names another session than its file's is a replay; one that names its own is not.
 * 3. A main session comes before a background fork, that before a subagent, that before a compaction's side call.
 * 4. The session that first had something of its own: the earliest message nobody else has. One with nothing of its own
 *    was taken over whole, so it is the older one.
 * 5. The shorter one, then the lesser id: only so that the answer is always the same.
 *
 * Only what the sessions hold counts, never names or order of files. The one case this cannot settle is a fork that is
 * sent while the original is nowhere to be seen: the fork keeps the messages then, and the original, should it turn up,
 * adds the rest.
 */
export const settleOwnership = (
  claims: readonly Claim[],
  acknowledged: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, Verdict> => {
  const holders = holdersOf(claims)
  const ranks = new Map(claims.map((claim) => [claim.nativeId, rankOf(claim, holders)]))
  return new Map(
    claims.map((claim) => {
      const dropped = new Map<string, string>()
      for (const { key } of claim.keys) {
        const owner = ownerOf(key, claim.nativeId, holders, ranks, acknowledged)
        if (owner !== claim.nativeId) dropped.set(key, owner)
      }
      return [claim.nativeId, { dropped }]
    }),
  )
}

type Holder = { nativeId: string; isReplay: boolean }
type Rank = readonly [precedence: number, firstOwn: string, size: number, nativeId: string]

const holdersOf = (claims: readonly Claim[]): Map<string, Holder[]> => {
  const holders = new Map<string, Holder[]>()
  for (const { nativeId, keys } of claims)
    for (const { key, isReplay } of keys) {
      const found = holders.get(key)
      if (found === undefined) holders.set(key, [{ nativeId, isReplay }])
      else if (!found.some((holder) => holder.nativeId === nativeId))
        found.push({ nativeId, isReplay })
    }
  return holders
}

const rankOf = (claim: Claim, holders: ReadonlyMap<string, readonly Holder[]>): Rank => {
  let firstOwn = ''
  for (const { key, ts } of claim.keys)
    if (ts !== null && holders.get(key)?.length === 1 && (firstOwn === '' || ts < firstOwn))
      firstOwn = ts
  return [claim.precedence, firstOwn, claim.keys.length, claim.nativeId]
}

const ownerOf = (
  key: string,
  asker: string,
  holders: ReadonlyMap<string, readonly Holder[]>,
  ranks: ReadonlyMap<string, Rank>,
  acknowledged: ReadonlyMap<string, ReadonlySet<string>>,
): string => {
  const settled = acknowledged.get(key)
  if (settled !== undefined && settled.size > 0)
    return settled.has(asker) ? asker : ([...settled].sort()[0] ?? asker)
  const candidates = holders.get(key) ?? []
  if (candidates.length < 2) return asker
  const best = [...candidates].sort(
    (a, b) =>
      Number(a.isReplay) - Number(b.isReplay) ||
      compareRanks(ranks.get(a.nativeId), ranks.get(b.nativeId)),
  )[0]
  return best?.nativeId ?? asker
}

const compareRanks = (a: Rank | undefined, b: Rank | undefined): number => {
  if (a === undefined || b === undefined) return 0
  for (const [index, value] of a.entries()) {
    const other = b[index]
    if (other !== undefined && value !== other) return value < other ? -1 : 1
  }
  return 0
}
