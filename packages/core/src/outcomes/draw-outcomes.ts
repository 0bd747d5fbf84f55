import type { OpenOutcome, UnitOfWork } from '@teamlore/db'
import { newId, type ProjectId } from '@teamlore/shared'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import type { Curate } from '../memories/curate.ts'
import { lockOpen } from '../memories/open-memories.ts'
import { policyOf } from '../memories/policy.ts'
import { reconsider } from '../memories/reconsider.ts'
import { changeMemory } from '../memories/write-memory.ts'
import type { Writing } from '../memories/writing.types.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { explainGraveyardDrafts } from './explain-graveyard-drafts.ts'
import { isGraveyard } from './is-graveyard.ts'
import { reasonInBody } from './reason/reason-in-body.ts'
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
        if (await drawOne({ unitOfWork, curate, now, ids }, scope, { projectId, outcome }))
          report.buried++
      report.drawn += open.length
      if (open.length < PORTION) break
    }
    report.explained = await explainGraveyardDrafts({ unitOfWork, now, ids }, scope, projectId)
    report.archived = await archiveWhatIsBack({ unitOfWork, now, ids }, scope, projectId)
    return report
  }

export type DrawOutcomes = ReturnType<typeof makeDrawOutcomes>

type Drawing = Required<Deps>

/** @returns whether it became a graveyard entry. */
const drawOne = async (
  { unitOfWork, curate, now, ids }: Drawing,
  scope: SystemScope,
  { projectId, outcome }: { projectId: ProjectId; outcome: OpenOutcome },
): Promise<boolean> => {
  const reason = await lowerTrust({ unitOfWork, now, ids }, scope, outcome)
  const memoryId = isGraveyard(outcome)
    ? await bury(curate, scope, { projectId, outcome, reason })
    : null
  await unitOfWork.inTeam(scope, ({ outcomes }) => outcomes.drawn(outcome, { memoryId, at: now() }))
  return memoryId !== null
}

type Reason = { quote: string; messageId: string | null }

/** Why it was taken back, as its own message says, else a session. */
const whyOf = async (
  repos: Parameters<typeof reasonOf>[0],
  outcome: OpenOutcome,
): Promise<Reason | undefined> => {
  const quote = reasonInBody(outcome.commit_body, outcome.commit_subject)
  return quote === undefined ? reasonOf(repos, outcome) : { quote, messageId: null }
}

/** @returns why it was taken back, as far as anybody says. */
const lowerTrust = (
  { unitOfWork, now, ids }: Required<Omit<Deps, 'curate'>>,
  scope: SystemScope,
  outcome: OpenOutcome,
): Promise<Reason | undefined> =>
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
      const policy = await policyOf(repos, memory.project_id)
      await reconsider(repos, { teamId: scope.teamId, by: null, at: now(), ids, policy }, memory)
    }
    return isRevert ? whyOf(repos, outcome) : undefined
  })

type Burying = { projectId: ProjectId; outcome: OpenOutcome; reason: Reason | undefined }

const bury = async (
  curate: Curate,
  scope: SystemScope,
  { projectId, outcome, reason }: Burying,
): Promise<string | null> => {
  const { other_subject, standing, committed_at, paths } = outcome
  const isOfBody = reason !== undefined && reason.messageId === null
  const curated = await curate(scope, {
    projectId,
    candidate: {
      kind: 'graveyard',
      statement: `Tried and taken back: ${other_subject}`.slice(0, 500),
      reason: reason?.quote ?? '',
      origin: 'agent',
      evidence: [
        ...(reason === undefined || reason.messageId === null
          ? []
          : [{ kind: 'message' as const, ref: reason.messageId, quote: reason.quote }]),
        // What was taken back is history: cited is the commit that holds now.
        {
          kind: 'commit',
          ref: standing.sha,
          quote: isOfBody ? `${standing.subject}\n\n${reason.quote}` : standing.subject,
        },
      ],
      validFrom: new Date(committed_at),
      privateTo: outcome.private_to,
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
