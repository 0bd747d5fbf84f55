import type { MemoryEvidenceInput } from '@teamlore/shared/memories'
import type { Concluded } from './conclude-pull-request.ts'
import type { FoundReason } from './reason/find-reason.ts'

type Found = {
  commits: readonly { sha: string }[]
  quoted: FoundReason | undefined
}

/** Commits that are named as evidence. */
const NAMED = 5

/** In the words of the commit that was taken back, where it has those of the pull request: so it is buried once. */
const STATEMENTS: Partial<Record<Concluded['state'], string>> = {
  rejected: 'Proposed and turned down',
  reverted: 'Tried and taken back',
}

/** A graveyard entry of what was turned down or taken back, with the reason that is given, else one that a session says. */
export const graveOf = (
  { state, title, reason, url }: Concluded,
  { commits, quoted }: Found,
): {
  kind: 'graveyard'
  origin: 'web'
  statement: string
  reason: string
  evidence: MemoryEvidenceInput[]
} => ({
  kind: 'graveyard',
  origin: 'web',
  statement: `${STATEMENTS[state] ?? 'Given up'}: ${title}`.slice(0, 500),
  reason: reason || (quoted?.quote ?? ''),
  evidence: [
    { kind: 'document', ref: url, quote: reason },
    ...(reason !== '' || quoted === undefined
      ? []
      : [{ kind: 'message' as const, ref: quoted.messageId, quote: quoted.quote }]),
    ...commits.slice(0, NAMED).map(({ sha }) => ({ kind: 'commit' as const, ref: sha, quote: '' })),
  ],
})
