export type ArmName = 'text' | 'vector' | 'exact'

/** What one way of searching found: scores by source, higher is better. */
export type Arm = { name: ArmName; weight: number; scores: ReadonlyMap<string, number> }

/**
 * How arms become one ranking. `rrf`: reciprocal rank fusion, blind to scores. `score`: scores of each arm brought to
 * 0…1 between the worst of its first `depth` hits and its best, then summed by weight.
 */
export type Fusion = { kind: 'rrf'; k: number } | { kind: 'score'; depth: number }

/** `adds`: what the arm adds to the sum. */
export type ArmPart = { rank: number; score: number; adds: number }
/** `unread`: what is added in place of meaning where no vector stands for the source. Arms and it add up to `fused`. */
export type Parts = Record<ArmName, ArmPart | null> & { unread?: number }
export type FusedHit = { id: string; fused: number; parts: Parts }

export const NO_PARTS: Parts = { text: null, vector: null, exact: null }

/** Which of them is used, and why, is written in docs/adr (fusion). */
export const DEFAULT_FUSION: Fusion = { kind: 'score', depth: 200 }

/** Sources that no vector stands for, and what meaning is taken to say of each, as a part of what the words say. */
export type Unread = ReadonlyMap<string, number>

/**
 * One ranking out of several, best first; equal scores in the order of ids.
 *
 * @param unread such as outputs of tools and what was not embedded yet. Zero for meaning would put the very answer behind what
 *   merely sounds like the question.
 */
export const fuse = (
  arms: readonly Arm[],
  fusion: Fusion = DEFAULT_FUSION,
  unread: Unread = new Map(),
): FusedHit[] => {
  const hits = new Map<string, FusedHit>()
  const meaning = arms.find(({ name }) => name === 'vector')
  for (const arm of arms) {
    const ranked = [...arm.scores].sort(([a, x], [b, y]) => y - x || compare(a, b))
    const worthOf = fusion.kind === 'rrf' ? byRank(fusion) : byScore(fusion, ranked)
    for (const [index, [id, score]] of ranked.entries()) {
      const hit = hits.get(id) ?? { id, fused: 0, parts: { ...NO_PARTS } }
      const worth = worthOf(score, index + 1)
      const adds = arm.weight * worth
      hit.parts[arm.name] = { rank: index + 1, score, adds }
      hit.fused += adds
      const share = unread.get(id)
      if (arm.name === 'text' && share !== undefined && meaning?.scores.has(id) === false) {
        hit.parts.unread = meaning.weight * share * worth
        hit.fused += hit.parts.unread
      }
      hits.set(id, hit)
    }
  }
  return [...hits.values()].sort((a, b) => b.fused - a.fused || compare(a.id, b.id))
}

type Worth = (score: number, rank: number) => number

const byRank =
  ({ k }: Extract<Fusion, { kind: 'rrf' }>): Worth =>
  (_, rank) =>
    (k + 1) / (k + rank)

const byScore = (
  { depth }: Extract<Fusion, { kind: 'score' }>,
  ranked: readonly (readonly [string, number])[],
): Worth => {
  const best = ranked[0]?.[1] ?? 0
  const count = Math.min(ranked.length, depth)
  // A short list has no bad hits to measure the good ones against, so zero takes their place by degrees.
  const floor = Math.max(0, (ranked[count - 1]?.[1] ?? 0) * (count / depth))
  const span = best - floor
  return (score) => (span > 0 ? Math.max(0, (score - floor) / span) : 1)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
