import type { RankedRow } from '@teamlore/db'
import type { Match, SearchHit } from '@teamlore/shared'
import {
  type ArmWeights,
  armWeights,
  type QuestionNature,
  type UnreadText,
  unreadShare,
} from './ranking/arm-weights.ts'
import { type ArmName, type FusedHit, type Fusion, fuse } from './ranking/fuse.ts'
import { matchOf } from './ranking/match.ts'
import { NEAR } from './ranking/nearness.ts'
import { type Turn, withNeighbours } from './ranking/neighbours.ts'
import { priorFactor } from './ranking/priors.ts'
import { withRecency } from './ranking/recency.ts'
import { spreadSessions } from './ranking/spread-sessions.ts'
import type { Scored } from './search-arms.ts'

/** A source, by the document of it that fits best. */
export type RankedSource = {
  row: RankedRow
  score: number
  fused: number
  parts: FusedHit['parts']
  /** Missing in a list without words, where nothing is matched. */
  match?: Match
  /** What its score was multiplied by because its session has many hits; missing: nothing. */
  spread?: number
  /** What it was multiplied by for how new it is beside what else was found; missing: nothing. */
  recency?: number
  /** What it was multiplied by for the turn of talk before it; missing: nothing. */
  neighbour?: number
  /** Of a memory: what of the other sources it rests on, and stands for. */
  evidence?: SearchHit['evidence'] & object
  /** What a memory's score was multiplied by to stand in the place of its evidence; missing: nothing. */
  lifted?: number
}

export type Arms = Record<ArmName, readonly Scored[]> & {
  /** Sources that no vector stands for. */
  unread?: ReadonlyMap<string, UnreadText>
}

type Options = {
  question: QuestionNature
  fusion?: Fusion | undefined
  /** Instead of those that the question calls for; arms of weight 0 find nothing. */
  weights?: ArmWeights | undefined
  /** False leaves the priors out. */
  hasPriors?: boolean | undefined
  /** One session was asked for, so its hits need not leave room for others. */
  isOneSession?: boolean | undefined
  /** An earlier time is asked about. */
  isPast?: boolean | undefined
  /** Nearness from which on a text counts as near in meaning. */
  nearFrom?: number | undefined
  /** What is so now is asked about. */
  isAboutNow?: boolean | undefined
  /** Where those of sessions of talk stand. */
  turns?: readonly Turn[] | undefined
}

const ARMS = ['text', 'vector', 'exact'] as const

/** One ranking of sources, best first. What is superseded or rejected comes after all that is current. */
export const rankSources = (
  arms: Arms,
  {
    question,
    fusion,
    weights = armWeights(question),
    hasPriors = true,
    isOneSession = false,
    isPast = false,
    nearFrom = NEAR,
    turns = [],
    isAboutNow = false,
  }: Options,
): RankedSource[] => {
  const best = {
    text: bestBySource(arms.text),
    vector: bestBySource(arms.vector),
    exact: bestBySource(arms.exact),
  }
  const fused = fuse(
    ARMS.filter((name) => weights[name] > 0).map((name) => ({
      name,
      weight: weights[name],
      scores: scoresOf(best[name]),
    })),
    fusion,
    new Map([...(arms.unread ?? [])].map(([id, one]) => [id, unreadShare(question, one)])),
  )
  const ranked: RankedSource[] = []
  for (const { id, fused: value, parts } of fused) {
    const row = (best.exact.get(id) ?? best.text.get(id) ?? best.vector.get(id))?.row
    if (row === undefined) continue
    const factor = hasPriors ? priorFactor(row) : 1
    const match = matchOf(parts, nearFrom)
    ranked.push({ row, score: value * factor, fused: value, parts, match })
  }
  const order = byStatusAndScore(isPast)
  if (!hasPriors) return ranked.sort(order)
  const dated = isAboutNow ? withRecency(ranked) : ranked
  const inTalk = withNeighbours(dated, turns).sort(order)
  return isOneSession ? inTalk : spreadSessions(inTalk).sort(order)
}

const byStatusAndScore =
  (isPast: boolean) =>
  (a: RankedSource, b: RankedSource): number =>
    rankOfStatus(a.row, isPast) - rankOfStatus(b.row, isPast) ||
    b.score - a.score ||
    timeOf(b.row) - timeOf(a.row)

/** Of what fits alike the newer comes first. */
const timeOf = ({ occurredAt }: RankedRow): number => occurredAt?.getTime() ?? 0

const scoresOf = (best: ReadonlyMap<string, Scored>): Map<string, number> => {
  const scores = new Map<string, number>()
  for (const [source, { score }] of best) scores.set(source, score)
  return scores
}

/** A memory that was replaced since was current then. */
const rankOfStatus = ({ status, kind }: RankedRow, isPast: boolean): number =>
  status === 'current' ||
  status === 'unreviewed' ||
  (isPast && kind === 'memory' && status === 'superseded')
    ? 0
    : 1

const bestBySource = (scored: readonly Scored[]): Map<string, Scored> => {
  const best = new Map<string, Scored>()
  for (const hit of scored) {
    const known = best.get(hit.row.sourceId)
    if (known === undefined || hit.score > known.score) best.set(hit.row.sourceId, hit)
  }
  return best
}
