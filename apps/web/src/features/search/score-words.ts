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

const NAMES: Record<string, string> = {
  kind: 'Kind',
  recency: 'Age',
  session: 'Session',
  neighbour: 'Turn before',
}

const REASONS: Record<string, string> = {
  kind: 'for what it is: findings and prompts count more, output of tools less',
  recency: 'for how new it is',
  neighbour: 'for the turn before it, which was found too',
  session: 'because its session has many results above it',
}

/** How a result came by its place, in the order in which it is worked out: the parts add up, the rest multiplies. */
export const scoreSteps = (parts: Parts, score: number): ScoreStep[] =>
  ARMS.every(({ of }) => parts[of] === null) ? [LISTED] : rankedSteps(parts, score)

const LISTED: ScoreStep = {
  name: 'Order',
  says: 'newest first; there were no words to rank it by',
  figure: '–',
}

const rankedSteps = (parts: Parts, score: number): ScoreStep[] => [
  ...ARMS.map(({ of, name, found, missed }) => {
    const arm = parts[of]
    return arm === null
      ? { name, says: missed, figure: '–' }
      : {
          name,
          says: `${found(ordinal(arm.rank))} (${measureOf(arm.score)})`,
          figure: figureOf(arm.adds),
        }
  }),
  ...(parts.unread > 0
    ? [
        {
          name: 'Not read',
          says: 'not read for its meaning, so its words count instead',
          figure: figureOf(parts.unread),
        },
      ]
    : []),
  { name: 'Together', says: 'the sum of these', figure: figureOf(parts.fused) },
  ...Object.entries(parts.priors).map(([name, factor]) => ({
    name: NAMES[name] ?? plainLine(name),
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

/** What an arm measures by itself: points of words, likeness of meaning. */
const measureOf = (value: number): string => String(Number(value.toPrecision(3)))

const figureOf = (value: number): string => value.toFixed(2)

const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const RULES = new Intl.PluralRules('en', { type: 'ordinal' })

const ordinal = (rank: number): string =>
  `${rank.toLocaleString('en-US')}${ENDINGS[RULES.select(rank)] ?? 'th'}`
