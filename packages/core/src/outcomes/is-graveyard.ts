import type { OpenOutcome } from '@teamlore/db'
import { TAKES_BACK } from './reason/words.ts'

/** Fewer lines than these could be anybody's. */
const LEAST_LINES = 5
/** Once so many of the lines are back, nothing is buried. */
const BACK_AGAIN = 0.5
/** Of a revert that does not say so: what is written again beside it, for each line that goes. More is another try. */
const MOST_FRESH = 0.5
/** What goes later than this, and leaves nothing in its place, had done its work. */
const YOUNG_MS = 14 * 24 * 3_600_000

/** A revert of which something is to be learnt: enough lines could be checked, they are still gone, and the work had failed. */
export const isGraveyard = (outcome: OpenOutcome): boolean => {
  const { kind, shared, back, is_undone, is_of_revert, other_subject } = outcome
  return (
    kind === 'reverts' &&
    !is_undone &&
    !(is_of_revert && TAKES_BACK.test(other_subject)) &&
    shared >= LEAST_LINES &&
    back / shared < BACK_AGAIN &&
    hasFailed(outcome)
  )
}

/** One that does not say so may only go on with the work, or clear away what has had its day. */
const hasFailed = ({
  is_named,
  commit_subject,
  shared,
  restored,
  fresh,
  tried_at,
  committed_at,
}: OpenOutcome): boolean => {
  if (is_named || TAKES_BACK.test(commit_subject)) return true
  if (fresh > MOST_FRESH * shared) return false
  return restored > 0 || Date.parse(committed_at) - Date.parse(tried_at) <= YOUNG_MS
}
