import { plural } from '../text/plural.ts'
import {
  HOLDOUT_ENOUGH,
  type Holdout,
  type HoldoutAmount,
  type HoldoutEvent,
  type HoldoutResult,
} from './holdout.contract.ts'

/** Whether it is on, and how. */
export const holdoutState = ({ share, paused }: Pick<Holdout, 'share' | 'paused'>): string => {
  if (paused !== null) return 'Paused: every session begins with a brief again.'
  return share === 0
    ? 'Off: every session begins with a brief.'
    : `${share} % of sessions begin without a brief, by chance.`
}

const EVENT: Record<HoldoutEvent, string> = {
  trouble: 'A correction, or something rejected proposed again',
  corrections: 'A correction by the person',
  reproposals: 'Something rejected proposed again',
}

const AMOUNT: Record<HoldoutAmount, string> = {
  prompts: 'Prompts in a usual session',
  tokens: 'Tokens in a usual session',
}

/** What the comparison says, a sentence each, in plain words. */
export const resultWords = (result: HoldoutResult): string[] => [
  countedWords(result),
  ...(result.events === null || result.amounts === null
    ? [
        `Too few to say anything: each side needs ${HOLDOUT_ENOUGH} sessions that came in and ended.`,
      ]
    : [
        ...result.events.map((event) => eventWords(event, result)),
        ...result.amounts.map(amountWords),
        verdictOf(result.events[0]),
      ]),
  ...askedWords(result),
]

const countedWords = ({ with_brief, without_brief }: HoldoutResult): string =>
  `Counted: ${plural(with_brief.counted, 'session')} with a brief (of ${with_brief.begun} that began), ${without_brief.counted} without one (of ${without_brief.begun}).`

const askedWords = ({ without_brief: { asked, counted } }: HoldoutResult): string[] =>
  asked === 0
    ? []
    : [
        `In ${asked} of the ${plural(counted, 'session')} without one the agent asked for a brief by itself, which makes the difference smaller than it is.`,
      ]

type Event = NonNullable<HoldoutResult['events']>[number]
type Amount = NonNullable<HoldoutResult['amounts']>[number]

const percent = (part: number): string => `${Math.round(part * 100)} %`
const points = (part: number): string => `${part > 0 ? '+' : ''}${Math.round(part * 100)}`

const eventWords = (event: Event, { with_brief, without_brief }: HoldoutResult): string =>
  `${EVENT[event.what]}: in ${event.with_brief} of ${with_brief.counted} with a brief (${percent(event.with_brief / with_brief.counted)}), ${event.without_brief} of ${without_brief.counted} without (${percent(event.without_brief / without_brief.counted)}); difference ${points(event.difference)} points, 95 %: ${points(event.low)} to ${points(event.high)}.`

const rounded = (value: number): string =>
  value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en')

const amountWords = ({ what, with_brief, without_brief, ratio, low, high }: Amount): string =>
  `${AMOUNT[what]}: ${rounded(with_brief)} with a brief, ${rounded(without_brief)} without; ${ratio.toFixed(2)} times, 95 %: ${low.toFixed(2)} to ${high.toFixed(2)}.`

/** Of the first comparison alone, which is the one that was decided on beforehand. */
const verdictOf = (trouble: Event | undefined): string => {
  if (trouble === undefined || (trouble.low <= 0 && trouble.high >= 0))
    return 'No difference that chance would not make.'
  return trouble.low > 0
    ? 'Sessions without a brief seem to go worse.'
    : 'Sessions without a brief seem to go better.'
}
