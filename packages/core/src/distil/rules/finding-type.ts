import type { Candidate } from './candidate.ts'

export type FindingSort = 'cause' | 'decision' | 'other'

const CAUSE =
  /\b(?:the (?:\w+ )?(?:issue|problem|bug|cause) (?:is|was)|caused by|fails? because|was(?:n't| not)|were(?:n't| not) |never passed|overwrote)\b/i
const FAILED = /tried|didn't (?:work|help)|did not (?:work|help)|still fail|not enough|incomplete/i
const DECISION =
  /\b(?:should|instead of|rather than|must|keep|prefer|intentional|non-goal|regardless|cleanest|goal)\b/i

/** Rules distinguish causes from decisions well enough; finer kinds are left to agents, models and people. */
export const findingSort = ({
  text,
  heading,
  label,
  speaker,
}: Pick<Candidate, 'text' | 'heading' | 'label' | 'speaker'>): FindingSort => {
  const about = `${heading} ${label}`
  if (FAILED.test(text)) return 'other'
  if (/root cause/i.test(`${about} ${text}`) || CAUSE.test(text)) return 'cause'
  return /decisions?\b|approach|recommend/i.test(about) ||
    speaker === 'human' ||
    DECISION.test(text)
    ? 'decision'
    : 'other'
}
