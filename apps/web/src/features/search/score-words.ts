import type { SearchHit } from '@teamlore/shared'
import { plainLine } from '../../lib/format/plain-text.ts'

type Parts = SearchHit['score_parts']

/** One step on the way to a result's place: what it is about, what it says here, and its figure. */
export type ScoreStep = { name: string; says: string; figure: string }

const ARMS = [
  {
    of: 'text',
    name: 'Words',
    found: (place: string) => `${place} of what has words of the question`,
    missed: 'has none of the question’s words',
  },
  {
    of: 'vector',
    name: 'Meaning',
    found: (place: string) => `${place} nearest in meaning`,
    missed: 'not among the nearest in meaning',
  },
  {
    of: 'exact',
    name: 'Exact names',
    found: (place: string) => `${place} of what has a name or path exactly as you wrote it`,
    missed: 'has no name or path exactly as you wrote it',
  },
] as const

const REASONS: Record<string, string> = {
  kind: 'for what it is: findings and prompts count more, output of tools less',
  recency: 'for how new it is',
}

/** How a result came by its place, in the order in which it is worked out. */
export const scoreSteps = (parts: Parts, score: number): ScoreStep[] => [
  ...ARMS.map(({ of, name, found, missed }) => {
    const arm = parts[of]
    return arm === null
      ? { name, says: missed, figure: '–' }
      : { name, says: found(ordinal(arm.rank)), figure: figureOf(arm.score) }
  }),
  {
    name: 'Together',
    says: 'the three weighed into one',
    figure: figureOf(parts.fused),
  },
  ...Object.entries(parts.priors).map(([name, factor]) => ({
    name: name === 'kind' ? 'Kind' : name === 'recency' ? 'Age' : plainLine(name),
    says: `counts ${percentOf(factor)} ${REASONS[name] ?? ''}`.trim(),
    figure: `× ${figureOf(factor)}`,
  })),
  { name: 'Score', says: 'what the list is ordered by', figure: figureOf(score) },
]

const percentOf = (factor: number): string => {
  const percent = Math.round(Math.abs(factor - 1) * 100)
  if (percent === 0) return 'hardly more'
  return `${percent} % ${factor > 1 ? 'more' : 'less'}`
}

const figureOf = (value: number): string => value.toFixed(2)

const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const RULES = new Intl.PluralRules('en', { type: 'ordinal' })

const ordinal = (rank: number): string =>
  `${rank.toLocaleString('en-US')}${ENDINGS[RULES.select(rank)] ?? 'th'}`
