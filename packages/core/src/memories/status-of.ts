import type { MemoryEvidenceRow, MemoryRow, MemorySignalRow } from '@teamlore/db'
import type { MemoryStatus } from '@teamlore/shared/memories'
import { independentOf } from './confidence.ts'
import { firstSource } from './first-source.ts'
import { type MemoryPolicy, statusFor } from './gate.ts'

/** What takes a memory that nobody reviewed out of what is served. A failing test or a repair only lowers trust in it. */
const WITHDRAWS: ReadonlySet<MemorySignalRow['type']> = new Set<MemorySignalRow['type']>([
  'contradicted',
  'corrected',
  'reverted',
  'change_rejected',
])

export const isSpokenAgainst = (signals: readonly Pick<MemorySignalRow, 'type'>[]): boolean =>
  signals.some(({ type }) => WITHDRAWS.has(type))

/** Of something that several agents handed over, one reader is enough. */
const readingOf = (
  signals: readonly Pick<MemorySignalRow, 'type'>[],
): 'waiting' | 'read' | null => {
  if (signals.some(({ type }) => type === 'read')) return 'read'
  return signals.some(({ type }) => type === 'unread') ? 'waiting' : null
}

type Stored = Pick<MemoryRow, 'origin' | 'confidence' | 'private_to' | 'author_id'>
type Known = {
  signals: readonly Pick<MemorySignalRow, 'type' | 'user_id' | 'machine_id' | 'session_id'>[]
  /** As it was when it was first said: who came later confirms. */
  evidence: readonly Pick<MemoryEvidenceRow, 'user_id' | 'machine_id' | 'session_id'>[]
}

/** How a memory is served by what is known of it, before anybody has approved it. */
export const statusOf = (
  { origin, confidence, private_to, author_id }: Stored,
  { signals, evidence }: Known,
  policy: MemoryPolicy,
): Extract<MemoryStatus, 'draft' | 'unreviewed' | 'active'> => {
  const isPersonsWord = author_id !== null && origin === 'human'
  return statusFor(
    {
      origin,
      confidence,
      isApproved: false,
      isPrivate: private_to !== null,
      isPersonsWord,
      // What was found in a session was borne out by its words, or it would not be here.
      isChecked: isPersonsWord || author_id === null,
      confirmations: independentOf(firstSource(evidence, author_id), signals),
      reading: readingOf(signals),
      isSpokenAgainst: isSpokenAgainst(signals),
    },
    policy,
  )
}
