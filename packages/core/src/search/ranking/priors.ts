import type { RankedRow } from '@teamlore/db'
import { KINDS } from '@teamlore/shared'

const DAY_MS = 86_400_000

/**
 * Tool output repeats what is said elsewhere, at length. It is held back already by its words counting half and by having no
 * vector, so this only parts what is otherwise equal; more of it buries the output that is the answer (ADR 0007).
 */
const TYPE: Readonly<Record<string, number>> = {
  tool_result: 0.9,
  tool_call: 0.95,
  command: 0.9,
  // The record of work: what was done, seldom why. It gives way to the words that say so.
  bugfix: 0.92,
  feature: 0.92,
  refactor: 0.92,
  change: 0.92,
}

const RECENCY_GAIN = 0.06
const RECENCY_DAYS = 60

/** A memory that nobody reviewed gives way to one that somebody did, where both answer about as well. */
const UNREVIEWED = 0.8

type Judged = Pick<RankedRow, 'kind' | 'type' | 'status' | 'occurredAt'>

const kindOf = ({ kind, type }: Judged): number =>
  KINDS[kind].prior * (type === null ? 1 : (TYPE[type] ?? 1))

const statusOf = ({ status }: Judged): number => (status === 'unreviewed' ? UNREVIEWED : 1)

/** What a hit's score is multiplied by, all in all. */
export const priorFactor = (row: Judged, now: Date): number =>
  rounded(kindOf(row)) * rounded(statusOf(row)) * rounded(recencyOf(row.occurredAt, now))

/** The same by name, for people who ask why; factors that change nothing are left out. */
export const priorsOf = (row: Judged, now: Date): Record<string, number> => {
  const factors = {
    kind: rounded(kindOf(row)),
    status: rounded(statusOf(row)),
    recency: rounded(recencyOf(row.occurredAt, now)),
  }
  return Object.fromEntries(Object.entries(factors).filter(([, factor]) => factor !== 1))
}

const recencyOf = (occurredAt: Date | null, now: Date): number => {
  if (occurredAt === null) return 1
  const days = Math.max(0, (now.getTime() - occurredAt.getTime()) / DAY_MS)
  return 1 + RECENCY_GAIN * 2 ** (-days / RECENCY_DAYS)
}

const rounded = (factor: number): number => Math.round(factor * 10_000) / 10_000
