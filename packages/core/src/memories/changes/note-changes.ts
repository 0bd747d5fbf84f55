import type { MemoryRow, UnitOfWork } from '@teamlore/db'
import { newId, type ProjectId, type SessionId } from '@teamlore/shared'
import { DomainError } from '../../errors.ts'
import type { SystemScope } from '../../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { type MemoryCandidate, makeCurate } from '../curate.ts'
import { policyOf } from '../policy.ts'
import type { Writing } from '../writing.types.ts'
import { type FoundChange, findChanges, type VectorSpace } from './find-changes.ts'
import { withoutKnown } from './known-pairs.ts'
import { putDown, replacesAtOnce } from './put-down.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
  /** Of the vectors that messages have. */
  space?: VectorSpace | undefined
  /** While so many pairs of a project wait for a person, no more are put before them. */
  mostWaiting?: number
}
type Input = { projectId: ProjectId; sessionId: SessionId }

const MOST_WAITING = 60

/**
 * Puts what a session says that seems to change what was said before into the review queue: both become drafts, or what nobody has
 * reviewed where that is served, and the pair waits for a person. Where a person denies in so many words what was said, nothing has to
 * be guessed, and the later one takes the place of the earlier one, as far as the gate lets it. Twice is once, and what a person refused does not come again.
 *
 * @returns how many pairs were put down.
 */
export const makeNoteChanges = ({
  unitOfWork,
  now = systemClock,
  ids = newId,
  space,
  mostWaiting = MOST_WAITING,
}: Deps) => {
  const curate = makeCurate({ unitOfWork, now, ids })
  return async (
    scope: SystemScope,
    { projectId, sessionId }: Input,
    signal?: AbortSignal,
  ): Promise<{ pairs: number }> => {
    const { found, servesUnreviewed } = await unitOfWork.inTeam(scope, async (repos) => {
      const policy = await policyOf(repos, projectId)
      const changes = await findChanges(repos, { projectId, sessionId, space })
      if (changes.length === 0) return { ...policy, found: [] }
      const isTooMany = (await repos.said.pairsWaiting(projectId)) >= mostWaiting
      return { ...policy, found: isTooMany ? [] : await withoutKnown(repos, changes) }
    })
    let pairs = 0
    for (const change of found) {
      signal?.throwIfAborted()
      const memories: MemoryRow['id'][] = []
      // The later one first: where it is nothing to keep, the earlier one stays what it is.
      for (const stated of [change.newer, change.older]) {
        const candidate = candidateOf(stated, { isSure: replacesAtOnce(change), servesUnreviewed })
        const id = await kept(curate(scope, { projectId, candidate }, signal))
        if (id === undefined) break
        memories.push(id)
      }
      const [newer, older] = memories
      if (newer === undefined || older === undefined || newer === older) continue
      await unitOfWork.inTeam(scope, async (repos) => {
        const policy = await policyOf(repos, projectId)
        const writing: Writing = { teamId: scope.teamId, by: null, at: now(), ids, policy }
        await repos.memories.lockProject(projectId)
        await putDown(repos, writing, { newer, older, found: change })
      })
      pairs += 1
    }
    return { pairs }
  }
}

export type NoteChanges = ReturnType<typeof makeNoteChanges>

/** The memory that a statement became or was already; undefined where it is nothing to keep. */
const kept = async (
  curated: ReturnType<ReturnType<typeof makeCurate>>,
): Promise<MemoryRow['id'] | undefined> => {
  try {
    const result = await curated
    return result.outcome === 'refused' ? undefined : result.memoryId
  } catch (error) {
    // It rests on what is gone meanwhile.
    if (error instanceof DomainError) return undefined
    throw error
  }
}

const candidateOf = (
  { message, statement }: FoundChange['newer'],
  { isSure, servesUnreviewed }: { isSure: boolean; servesUnreviewed: boolean },
): MemoryCandidate => ({
  kind: 'decision',
  statement,
  reason: '',
  origin: message.origin,
  evidence: [{ kind: 'message', ref: message.message_id, quote: statement }],
  validFrom: new Date(message.at),
  isDraft: !isSure && !servesUnreviewed,
  isGuess: !isSure,
})
