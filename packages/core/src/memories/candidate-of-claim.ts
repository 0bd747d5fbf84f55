import type { TeamRepositories } from '@teamlore/db'
import type { Claim } from '@teamlore/shared'
import { MEMORY_LIMITS, type MemorySlots } from '@teamlore/shared/memories'
import type { MemoryCandidate } from './curate.ts'

type Finding = Awaited<ReturnType<TeamRepositories['memorySources']['findings']>>[number]

const slot = (text: string): string | null =>
  text.trim() === '' ? null : text.trim().slice(0, MEMORY_LIMITS.maxSlotChars)

const slotsOf = ({ subject, attribute, scope, value, replaces }: Claim['slots']): MemorySlots => ({
  subject: slot(subject),
  attribute: slot(attribute),
  scope: slot(scope),
  value: slot(value),
  replaces: slot(replaces),
})

/** A finding that its author took apart: with its quotes as evidence, and its slots as they were filled. */
export const candidateOfClaim = (finding: Finding, claim: Claim): MemoryCandidate => ({
  kind: claim.kind,
  statement: claim.statement.trim() || finding.title.trim(),
  reason: claim.reason,
  rejected: claim.rejected,
  slots: slotsOf(claim.slots),
  origin: finding.origin,
  evidence: claim.evidence.map(({ message_id, quote }) => ({
    kind: 'message' as const,
    ref: message_id,
    quote,
  })),
  ...(finding.time === null ? {} : { validFrom: new Date(finding.time) }),
  paths: finding.files.filter((path) => !/^(?:\/|[a-z]:)/i.test(path)).slice(0, 5),
})
