import type { Origin } from '@teamlore/shared'
import type { MemoryStatus } from '@teamlore/shared/memories'

/** Who lets memories of a project become active. */
export type MemoryPolicy = {
  /** `manual`: a person, always. `confidence`: by itself from `threshold` on. `origin`: by itself for `origins`. */
  mode: 'manual' | 'confidence' | 'origin'
  threshold: number
  origins: readonly Origin[]
  /** What passed the checks is served before somebody reviewed it, below the rest and marked. */
  servesUnreviewed: boolean
}

/** What holds where a team decided nothing: what a person said is active, what an agent infers waits for a second source. */
export const DEFAULT_POLICY: MemoryPolicy = {
  mode: 'confidence',
  threshold: 0.6,
  origins: ['human', 'import'],
  servesUnreviewed: false,
}

/** Words of tools and of the web may have been planted: no policy lets them in without a person. */
const NEEDS_PERSON: ReadonlySet<Origin> = new Set<Origin>(['tool', 'web'])

export const needsPerson = (origin: Origin): boolean => NEEDS_PERSON.has(origin)

type Coming = {
  origin: Origin
  confidence: number
  /** A person said yes to this very memory. */
  isApproved: boolean
  isPrivate: boolean
  /** It was said to the team by a person, and not read out of a session. */
  isPersonsWord: boolean
  /** Its words stand in a session, or are a person's own: an agent's word alone was checked by nothing. */
  isChecked: boolean
  /** Independent sources that say the same. */
  confirmations: number
  /**
   * What an agent handed over: `waiting` until a second reader has found it in its session, `read` after that. Null where it came in
   * otherwise.
   */
  reading: 'waiting' | 'read' | null
  /** Something spoke against it: another memory, a person, what became of the work. */
  isSpokenAgainst: boolean
}

/** The one place that says whether a memory is served, and as what. Every door comes through here. */
export const statusFor = (
  coming: Coming,
  policy: MemoryPolicy,
): Extract<MemoryStatus, 'draft' | 'unreviewed' | 'active'> => {
  if (coming.isApproved) return 'active'
  if (needsPerson(coming.origin) || coming.isPrivate) return 'draft'
  if (isUnread(coming)) return policy.servesUnreviewed ? unlessAgainst(coming) : 'draft'
  if (!policy.servesUnreviewed) return isActiveBy(coming, policy) ? 'active' : 'draft'
  if (isSeen(coming, policy) && isActiveBy(coming, policy)) return 'active'
  if (coming.isSpokenAgainst) return 'draft'
  return coming.confirmations > 0 && policy.mode !== 'manual' ? 'active' : unlessAgainst(coming)
}

const unlessAgainst = ({ isChecked, isSpokenAgainst }: Coming): 'unreviewed' | 'draft' =>
  isChecked && !isSpokenAgainst ? 'unreviewed' : 'draft'

const isActiveBy = (
  { origin, confidence }: Coming,
  { mode, threshold, origins }: MemoryPolicy,
): boolean => {
  switch (mode) {
    case 'manual':
      return false
    case 'confidence':
      return confidence >= threshold
    case 'origin':
      return origins.includes(origin)
  }
}

/**
 * Where what nobody reviewed is served anyway, trust in an origin makes nothing active that no second reader has seen: a sentence
 * of a prompt may be a joke, and a quote may be true while what is said of it is not.
 */
const isSeen = (
  { isPersonsWord, confirmations, reading }: Coming,
  { mode }: MemoryPolicy,
): boolean => isPersonsWord || confirmations > 0 || reading === 'read' || mode === 'origin'

/** What is handed over may quote what is true and say what is not; no policy lets it in before somebody else has said or read it. */
const isUnread = ({ reading, confirmations }: Coming): boolean =>
  reading === 'waiting' && confirmations === 0
