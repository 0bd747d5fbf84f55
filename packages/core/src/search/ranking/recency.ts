import type { RankedRow } from '@teamlore/db'

const DAY_MS = 86_400_000
/** What the newest of what was found gains, and after how many days half of that is gone (ADR 0007). */
const GAIN = 0.6
const HALF_LIFE_DAYS = 90

/** Words alone, not parts of names: `Date.now()`, `node:latest` and "the current directory" ask for no time. */
const NOW =
  /(?<![\w.:@$/-])(?:now(?!\s+and\s+then)|nowadays|currently|today|these\s+days|at\s+the\s+moment|at\s+present|latest|newest|most\s+recent|still|current(?!\s+(?:working\s+)?(?:directory|folder|path|user|time|date|line|thread|process)\b))(?![\w(/-]|\.\w)/i
/** What a team does it does now: "Where do we keep secrets?" */
const OUR_WAYS = /(?<!\w)(?:do\s+we|are\s+we|have\s+we|does\s+our|is\s+our|are\s+our)(?!\w)/i

/** Whether somebody asks for what is so now, and not for what was ever said. */
export const asksForNow = (question: string): boolean =>
  NOW.test(question) || OUR_WAYS.test(question)

type Ranked = {
  row: Pick<RankedRow, 'occurredAt'>
  score: number
  /** What its score was multiplied by. */
  recency?: number
}

/**
 * For a question about now: what was found counts the more the newer it is beside the newest of it, whenever that was. The order is
 * left to the caller.
 */
export const withRecency = <T extends Ranked>(ranked: readonly T[]): T[] => {
  const times = ranked.flatMap(({ row }) => row.occurredAt?.getTime() ?? [])
  const newest = times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  return ranked.map((source) => {
    const { occurredAt } = source.row
    if (occurredAt === null) return source
    const days = (newest - occurredAt.getTime()) / DAY_MS
    const recency = Math.round((1 + GAIN * 2 ** (-days / HALF_LIFE_DAYS)) * 10_000) / 10_000
    return { ...source, recency, score: source.score * recency }
  })
}
