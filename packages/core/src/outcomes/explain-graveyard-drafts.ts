import type { MemoryRow, OpenOutcome, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor } from '@teamlore/redaction'
import type { newId, ProjectId } from '@teamlore/shared'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { cleanMemory } from '../memories/clean-memory.ts'
import { readEvidence } from '../memories/evidence.ts'
import { lockOpen } from '../memories/open-memories.ts'
import { policyOf } from '../memories/policy.ts'
import { changeMemory } from '../memories/write-memory.ts'
import type { Writing } from '../memories/writing.types.ts'
import type { Clock } from '../platform/clock.ts'
import { mayQuote, readQuotable } from './quotable-session.ts'
import type { FoundReason } from './reason/find-reason.ts'
import { reasonOf } from './reason/reason-of.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now: Clock
  ids: Pick<typeof newId, 'memory' | 'document'>
}

const PORTION = 25

/**
 * Gives drafts of the graveyard the reason that they lack, where more was heard since of the sessions behind them: a commit is often
 * here before its session has said what was wrong.
 */
export const explainGraveyardDrafts = (
  { unitOfWork, now, ids }: Deps,
  scope: SystemScope,
  projectId: ProjectId,
): Promise<number> =>
  unitOfWork.inTeam(scope, async (repos) => {
    let explained = 0
    for (const outcome of await repos.outcomes.unexplained(projectId, PORTION)) {
      const at = now()
      const writing: Writing = {
        teamId: scope.teamId,
        by: null,
        at,
        ids,
        policy: await policyOf(repos, projectId),
      }
      if (await explain(repos, writing, outcome)) explained++
      await repos.outcomes.drawn(outcome, { memoryId: outcome.memory_id, at })
    }
    return explained
  })

const explain = async (
  repos: TeamRepositories,
  writing: Writing,
  outcome: OpenOutcome & { memory_id: MemoryRow['id'] },
): Promise<boolean> => {
  const reason = await reasonOf(repos, outcome)
  if (reason === undefined) return false
  const { memories } = await lockOpen(repos, [outcome.memory_id])
  const [memory] = memories
  return memory !== undefined && addReason(repos, writing, { memory, reason })
}

/** Words of a private session are not put beside what others read. */
const addReason = async (
  repos: TeamRepositories,
  writing: Writing,
  { memory, reason }: { memory: MemoryRow; reason: FoundReason },
): Promise<boolean> => {
  const { rows } = await readEvidence(
    repos,
    [{ kind: 'message', ref: reason.messageId, quote: reason.quote }],
    { at: writing.at, by: null, origin: 'agent' },
  )
  const session = rows[0]?.session_id
  const quotable = session ? await readQuotable(repos, session) : undefined
  if (!mayQuote(quotable, memory)) return false
  const redactor = createRedactor(await repos.redactionRules.get())
  const said = cleanMemory({ reason: reason.quote }, redactor)
  await repos.memories.addEvidence(
    memory,
    rows.map((row) => ({ ...row, quote: redactor.redact(row.quote).text })),
  )
  await changeMemory(
    repos,
    writing,
    { ...memory, ...said },
    {
      change: 'edited',
      note: 'its session said why afterwards',
    },
  )
  return true
}
