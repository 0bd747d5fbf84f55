import type { OpenOutcome, UnitOfWork } from '@teamlore/db'
import { newId, type ProjectId } from '@teamlore/shared'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import type { Curate } from '../memories/curate.ts'
import { lockOpen } from '../memories/open-memories.ts'
import { policyOf } from '../memories/policy.ts'
import { changeMemory, weighAgain } from '../memories/write-memory.ts'
import type { Writing } from '../memories/writing.types.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { explainGraves } from './explain-graves.ts'
import { isGraveyard } from './is-graveyard.ts'
import type { FoundReason } from './reason/find-reason.ts'
import { reasonOf } from './reason/reason-of.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  curate: Curate
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}

const PORTION = 25

export type DrawnOutcomes = { drawn: number; buried: number; explained: number; archived: number }

/**
 * Draws conclusions from what was taken back or mended: what memories rest on it are trusted less, and a revert becomes a graveyard
 * entry, with the reason quoted from a session. What came back is buried no more. The same again changes nothing.
 */
export const makeDrawOutcomes =
  ({ unitOfWork, curate, now = systemClock, ids = newId }: Deps) =>
  async (
    scope: SystemScope,
    { projectId }: { projectId: ProjectId },
    signal?: AbortSignal,
  ): Promise<DrawnOutcomes> => {
    const report: DrawnOutcomes = { drawn: 0, buried: 0, explained: 0, archived: 0 }
    for (;;) {
      signal?.throwIfAborted()
      const open = await unitOfWork.inTeam(scope, ({ outcomes }) =>
        outcomes.open(projectId, PORTION),
      )
      for (const outcome of open)
        if (await drawOne({ unitOfWork, curate, now }, scope, { projectId, outcome }))
          report.buried++
      report.drawn += open.length
      if (open.length < PORTION) break
    }
    report.explained = await explainGraves({ unitOfWork, now, ids }, scope, projectId)
    report.archived = await archiveWhatIsBack({ unitOfWork, now, ids }, scope, projectId)
    return report
  }

export type DrawOutcomes = ReturnType<typeof makeDrawOutcomes>

type Drawing = Required<Pick<Deps, 'unitOfWork' | 'curate' | 'now'>>

/** @returns whether it became a graveyard entry. */
const drawOne = async (
  { unitOfWork, curate, now }: Drawing,
  scope: SystemScope,
  { projectId, outcome }: { projectId: ProjectId; outcome: OpenOutcome },
): Promise<boolean> => {
  const reason = await lowerTrust({ unitOfWork, now }, scope, outcome)
  const memoryId = isGraveyard(outcome)
    ? await bury(curate, scope, { projectId, outcome, reason })
    : null
  await unitOfWork.inTeam(scope, ({ outcomes }) => outcomes.drawn(outcome, { memoryId, at: now() }))
  return memoryId !== null
}

/** @returns why it was taken back, as far as a session says. */
const lowerTrust = (
  { unitOfWork, now }: Required<Pick<Deps, 'unitOfWork' | 'now'>>,
  scope: SystemScope,
  outcome: OpenOutcome,
): Promise<FoundReason | undefined> =>
  unitOfWork.inTeam(scope, async (repos) => {
    const isRevert = outcome.kind === 'reverts'
    const concerned = outcome.is_undone
      ? []
      : await repos.outcomes.concerned(outcome.other_id, outcome.other_sha)
    const { memories } = await lockOpen(
      repos,
      concerned.map(({ id }) => id),
    )
    for (const memory of memories) {
      await repos.memories.addSignal({
        memory_id: memory.id,
        private_to: memory.private_to,
        type: isRevert ? 'reverted' : 'mended',
        source: `commit:${outcome.commit_sha}`,
        user_id: null,
        machine_id: null,
        session_id: null,
        note: `${outcome.commit_sha.slice(0, 10)} ${outcome.commit_subject}`.slice(0, 1_000),
        created_at: now().toISOString(),
      })
      const weighed = await weighAgain(repos, memory, await repos.memories.evidenceOf(memory.id))
      await repos.memories.update(weighed)
    }
    return isRevert ? reasonOf(repos, outcome) : undefined
  })

type Burying = { projectId: ProjectId; outcome: OpenOutcome; reason: FoundReason | undefined }

const bury = async (
  curate: Curate,
  scope: SystemScope,
  { projectId, outcome, reason }: Burying,
): Promise<string | null> => {
  const { other_sha, other_subject, commit_sha, commit_subject, committed_at, paths } = outcome
  const curated = await curate(scope, {
    projectId,
    candidate: {
      kind: 'graveyard',
      statement: `Tried and taken back: ${other_subject}`.slice(0, 500),
      reason: reason?.quote ?? '',
      origin: 'agent',
      evidence: [
        ...(reason === undefined
          ? []
          : [{ kind: 'message' as const, ref: reason.messageId, quote: reason.quote }]),
        { kind: 'commit', ref: commit_sha, quote: commit_subject },
        { kind: 'commit', ref: other_sha, quote: other_subject },
      ],
      validFrom: new Date(committed_at),
      paths,
    },
  })
  return curated.outcome === 'refused' ? null : curated.memoryId
}

const archiveWhatIsBack = (
  { unitOfWork, now, ids }: Required<Omit<Deps, 'curate'>>,
  scope: SystemScope,
  projectId: ProjectId,
): Promise<number> =>
  unitOfWork.inTeam(scope, async (repos) => {
    const back = (await repos.outcomes.remembered(projectId)).filter((one) => !isGraveyard(one))
    const { memories } = await lockOpen(
      repos,
      back.map(({ memory_id }) => memory_id),
    )
    const at = now()
    const writing: Writing = {
      teamId: scope.teamId,
      by: null,
      at,
      ids,
      policy: await policyOf(repos, projectId),
    }
    for (const memory of memories)
      await changeMemory(
        repos,
        writing,
        { ...memory, status: 'archived' },
        {
          change: 'archived',
          note: 'what was taken back came in again',
          validFrom: at.toISOString(),
        },
      )
    return memories.length
  })
