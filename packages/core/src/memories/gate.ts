import type { Origin } from '@teamlore/shared'
import type { MemoryStatus } from '@teamlore/shared/memories'

/** Who lets memories of a project become active. */
export type MemoryPolicy = {
  /** `manual`: a person, always. `confidence`: by itself from `threshold` on. `origin`: by itself for `origins`. */
  mode: 'manual' | 'confidence' | 'origin'
  threshold: number
  origins: readonly Origin[]
}

/** What holds where a team decided nothing: what a person said is active, what an agent infers waits for a second source. */
export const DEFAULT_POLICY: MemoryPolicy = {
  mode: 'confidence',
  threshold: 0.6,
  origins: ['human', 'import'],
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
}

/** The one place that says whether a memory may be active. Every door comes through here. */
export const statusFor = (
  { origin, confidence, isApproved, isPrivate }: Coming,
  policy: MemoryPolicy,
): Extract<MemoryStatus, 'draft' | 'active'> => {
  if (isApproved) return 'active'
  if (needsPerson(origin) || isPrivate) return 'draft'
  switch (policy.mode) {
    case 'manual':
      return 'draft'
    case 'confidence':
      return confidence >= policy.threshold ? 'active' : 'draft'
    case 'origin':
      return policy.origins.includes(origin) ? 'active' : 'draft'
  }
}
