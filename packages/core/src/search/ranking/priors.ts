import type { RankedRow } from '@teamlore/db'

const DAY_MS = 86_400_000

/** What a kind of text is worth beside another that matches as well. */
const KIND: Record<RankedRow['kind'], number> = {
  message: 1,
  prompt: 1.04,
  observation: 1.06,
  summary: 1.02,
  memory: 1.12,
  entity: 1,
  commit: 1,
}

/** Tool output repeats what is said elsewhere, at length. */
const TYPE: Readonly<Record<string, number>> = { tool_result: 0.75, tool_call: 0.85, command: 0.8 }

const RECENCY_GAIN = 0.06
const RECENCY_DAYS = 60

/** Factors that a hit's score is multiplied by; only those that change it are named. */
export const priorsOf = (
  { kind, type, occurredAt }: Pick<RankedRow, 'kind' | 'type' | 'occurredAt'>,
  now: Date,
): Record<string, number> => {
  const factors = {
    kind: KIND[kind] * (kind === 'message' && type !== null ? (TYPE[type] ?? 1) : 1),
    recency: recencyOf(occurredAt, now),
  }
  return Object.fromEntries(
    Object.entries(factors).flatMap(([name, factor]) =>
      factor === 1 ? [] : [[name, rounded(factor)]],
    ),
  )
}

const recencyOf = (occurredAt: Date | null, now: Date): number => {
  if (occurredAt === null) return 1
  const days = Math.max(0, (now.getTime() - occurredAt.getTime()) / DAY_MS)
  return 1 + RECENCY_GAIN * 2 ** (-days / RECENCY_DAYS)
}

const rounded = (factor: number): number => Math.round(factor * 10_000) / 10_000
