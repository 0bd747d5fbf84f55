import type { MemoryRow, TeamRepositories } from '@teamlore/db'
import { lockOpen } from '../open-memories.ts'
import { contradict, mayOppose } from '../spoken-against.ts'
import { supersede } from '../write-memory.ts'
import type { Writing } from '../writing.types.ts'
import type { FoundChange } from './find-changes.ts'

/** An agent may have read it somewhere: what it says takes the place of nothing that a person said. */
export const replacesAtOnce = ({ older, newer, change }: FoundChange): boolean =>
  change.isSure && (newer.message.origin === 'human' || older.message.origin !== 'human')

type Pair = { newer: MemoryRow['id']; older: MemoryRow['id']; found: FoundChange }

const REASONS = {
  denied: 'it says that what was said before is over',
  opposed: 'one forbids what the other allows or asks for',
  other: 'said later of the same, with another value',
} as const

/** Writes down how the two stand to each other; what is known of them already, or was settled, stays. */
export const putDown = async (
  repos: TeamRepositories,
  writing: Writing,
  { newer: newerId, older: olderId, found }: Pair,
): Promise<void> => {
  const { memories } = await lockOpen(repos, [newerId, olderId])
  const newer = memories.find(({ id }) => id === newerId)
  const older = memories.find(({ id }) => id === olderId)
  if (newer === undefined || older === undefined) return
  const known = await repos.memories.relationsOf([newerId])
  const ofPair = known.filter(({ from_id, to_id }) => from_id === olderId || to_id === olderId)
  // That it may be a change is all that rules of memories saw.
  const isMore = replacesAtOnce(found) && ofPair.every(({ type }) => type === 'relates')
  if (ofPair.length > 0 && !isMore) return
  const { evidence, kind } = found.change
  const confidence = Math.round(100 / (1 + Math.exp(-evidence))) / 100
  const reason = REASONS[kind]
  if (replacesAtOnce(found)) {
    await supersede(repos, writing, { newer, older, reason, confidence })
    return
  }
  const isOpposed = kind === 'opposed'
  const isHeld = isOpposed && mayOppose([newer, older])
  await repos.memories.relate({
    from_id: newerId,
    to_id: olderId,
    type: isOpposed ? 'contradicts' : 'relates',
    status: isHeld ? 'held' : 'proposed',
    confidence,
    reason,
    created_by: null,
    created_at: writing.at.toISOString(),
    private_to: newer.private_to ?? older.private_to,
  })
  if (isHeld) await contradict(repos, writing, [newerId, olderId])
}
