import type { ComparedSession } from '@teamlore/db'
import {
  HOLDOUT_AMOUNTS,
  HOLDOUT_ENOUGH,
  HOLDOUT_EVENTS,
  type HoldoutCause,
  type HoldoutEvent,
  type HoldoutResult,
} from '@teamlore/shared/holdout'
import type { HoldoutArm } from '@teamlore/shared/holdout-arms'
import {
  type Count,
  differenceInterval,
  ratioInterval,
  STRICT,
  USUAL,
  usualOf,
} from './intervals.ts'

type Begun = readonly { arm: HoldoutArm; begun: number }[]
type Arms = Record<HoldoutArm, ComparedSession[]>

const HAPPENED: Record<HoldoutEvent, (session: ComparedSession) => boolean> = {
  trouble: ({ corrections, reproposals }) => corrections + reproposals > 0,
  corrections: ({ corrections }) => corrections > 0,
  reproposals: ({ reproposals }) => reproposals > 0,
}

const armsOf = (sessions: readonly ComparedSession[]): Arms => ({
  with_brief: sessions.filter(({ arm }) => arm === 'with_brief'),
  without_brief: sessions.filter(({ arm }) => arm === 'without_brief'),
})

const isEnough = (arms: Arms): boolean =>
  arms.with_brief.length >= HOLDOUT_ENOUGH && arms.without_brief.length >= HOLDOUT_ENOUGH

const countOf = (sessions: readonly ComparedSession[], event: HoldoutEvent): Count => ({
  of: sessions.length,
  hits: sessions.filter(HAPPENED[event]).length,
})

/** How sessions with and without a brief went. With few of them only how many there are: of one it would say how that one went. */
export const compareArms = (sessions: readonly ComparedSession[], begun: Begun): HoldoutResult => {
  const arms = armsOf(sessions)
  const sizeOf = (arm: HoldoutArm) => ({
    begun: begun.find((one) => one.arm === arm)?.begun ?? 0,
    counted: arms[arm].length,
    asked: isEnough(arms) ? arms[arm].filter(({ asked }) => asked > 0).length : 0,
  })
  const sizes = { with_brief: sizeOf('with_brief'), without_brief: sizeOf('without_brief') }
  if (!isEnough(arms)) return { ...sizes, events: null, amounts: null }
  return {
    ...sizes,
    events: HOLDOUT_EVENTS.map((what) => {
      const [without, having] = [countOf(arms.without_brief, what), countOf(arms.with_brief, what)]
      const { difference, low, high } = differenceInterval(without, having, USUAL)
      return {
        what,
        with_brief: having.hits,
        without_brief: without.hits,
        difference,
        low,
        high,
      }
    }),
    amounts: HOLDOUT_AMOUNTS.map((what) => {
      const without = arms.without_brief.map((one) => one[what])
      const having = arms.with_brief.map((one) => one[what])
      const { ratio, low, high } = ratioInterval(without, having, USUAL)
      return {
        what,
        with_brief: usualOf(having),
        without_brief: usualOf(without),
        ratio,
        low,
        high,
      }
    }),
  }
}

/**
 * Whether it is so clear how sessions without a brief go that it should end: by trouble alone, which was decided on beforehand, and by a
 * bound that looking every hour does not wear out. @returns undefined while it may go on.
 */
export const clearCause = (sessions: readonly ComparedSession[]): HoldoutCause | undefined => {
  const arms = armsOf(sessions)
  if (!isEnough(arms)) return undefined
  const { low, high } = differenceInterval(
    countOf(arms.without_brief, 'trouble'),
    countOf(arms.with_brief, 'trouble'),
    STRICT,
  )
  if (low > 0) return 'without_is_worse'
  return high < 0 ? 'without_is_better' : undefined
}

const REASON: Record<HoldoutCause, string> = {
  without_is_worse: 'Sessions without a brief went clearly worse, so every session gets one again.',
  without_is_better:
    'Sessions without a brief went clearly better. Every session gets one again, so that nothing changes unseen: look at what briefs say, and what is served.',
}

/** Why it ended, with the numbers it ended by. */
export const pauseReason = (cause: HoldoutCause, sessions: readonly ComparedSession[]): string => {
  const arms = armsOf(sessions)
  const words = (arm: HoldoutArm): string => {
    const { hits, of } = countOf(arms[arm], 'trouble')
    return `${hits} of ${of} (${Math.round((hits / of) * 100)} %)`
  }
  return `${REASON[cause]} A correction, or something rejected proposed again: in ${words('without_brief')} without a brief, ${words('with_brief')} with one.`
}
