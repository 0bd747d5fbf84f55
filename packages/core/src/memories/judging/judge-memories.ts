import type { MemoryRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import { isServed } from '@teamlore/shared/memory-kinds'
import type { SystemScope } from '../../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { type AskModel, NotAskedError } from '../../usage/ask-model.ts'
import { lockOpen } from '../open-memories.ts'
import { policyOf } from '../policy.ts'
import type { Writing } from '../writing.types.ts'
import { type JudgePair, makeJudgePair, type PairVerdict } from './judge-pair.ts'
import { settleJudged } from './settle-judged.ts'

/** What one memory is compared with: so near at least, so many of the nearest, and with doubtful ones so many in all. */
export const JUDGED = { least: 0.3, nearest: 3, limit: 5 } as const
/** Memories of one run; the next goes on. */
const MAX_MEMORIES = 100

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  askModel: AskModel
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}
export type JudgedMemories = {
  memories: number
  pairs: number
  replaced: number
  /** Why nobody was asked any further. */
  notAsked?: string
}

type ToJudge = { memory: MemoryRow; others: MemoryRow[] }
type Judged = { other: MemoryRow; verdict: PairVerdict }

/**
 * Puts memories beside those that they may take the place of before a language model, in their order in time, each once as it
 * stands. Similarity alone retires nothing: it says which pairs are asked about.
 */
export const makeJudgeMemories = ({
  unitOfWork,
  askModel,
  now = systemClock,
  ids = newId,
}: Deps) => {
  const judgePair = makeJudgePair(askModel)
  return async (scope: SystemScope, signal?: AbortSignal): Promise<JudgedMemories> => {
    const report: JudgedMemories = { memories: 0, pairs: 0, replaced: 0 }
    const failures: unknown[] = []
    const due = await unitOfWork.inTeam(scope, (repos) => repos.memoryJudging.due(MAX_MEMORIES))
    for (const id of due) {
      signal?.throwIfAborted()
      const read = await unitOfWork.inTeam(scope, (repos) => readNear(repos, id))
      if (read === undefined) continue
      const judged = await judgeAll(judgePair, scope, read, signal)
      if (!Array.isArray(judged)) {
        report.notAsked = judged.notAsked
        break
      }
      report.memories += 1
      report.pairs += judged.length
      try {
        report.replaced += await unitOfWork.inTeam(scope, (repos) =>
          settle(repos, { scope, ids, now }, { memory: read.memory, judged }),
        )
      } catch (error) {
        failures.push(error)
        // Asked again it would be paid again and fail again, and keep those after it from being judged.
        await unitOfWork.inTeam(scope, (repos) => noteJudged(repos, read.memory))
      }
    }
    if (failures.length > 0) throw failures[0]
    return report
  }
}

export type JudgeMemories = ReturnType<typeof makeJudgeMemories>

const readNear = async (
  repos: TeamRepositories,
  id: MemoryRow['id'],
): Promise<ToJudge | undefined> => {
  const near = await repos.memoryJudging.near(id, JUDGED)
  const { memories: found } = await lockOpen(repos, [id, ...near.map((one) => one.id)])
  const memory = found.find((one) => one.id === id)
  const others = near.flatMap((one) => found.find((row) => row.id === one.id) ?? [])
  return memory && { memory, others }
}

/** What was answered of each pair, or why nobody is asked any further. */
const judgeAll = async (
  judgePair: JudgePair,
  scope: SystemScope,
  { memory, others }: ToJudge,
  signal: AbortSignal | undefined,
): Promise<Judged[] | { notAsked: string }> => {
  const judged: Judged[] = []
  for (const other of others) {
    try {
      judged.push({ other, verdict: await judgePair(scope, inTime(memory, other), signal) })
    } catch (error) {
      if (!(error instanceof NotAskedError)) throw error
      // A pair that failed too often keeps no other from being judged.
      if (error.why !== 'failed_before') return { notAsked: error.why }
    }
  }
  return judged
}

/** What holds since the same moment has no order; the one that came in first is shown first. */
const inTime = (memory: MemoryRow, other: MemoryRow) =>
  isBefore(memory, other) ? { earlier: memory, later: other } : { earlier: other, later: memory }

const isBefore = (a: MemoryRow, b: MemoryRow): boolean =>
  a.valid_from === b.valid_from ? a.id < b.id : a.valid_from < b.valid_from

/** @returns how many gave their place to another. */
const settle = async (
  repos: TeamRepositories,
  { scope, ids, now }: { scope: SystemScope } & Required<Pick<Deps, 'ids' | 'now'>>,
  { memory, judged }: { memory: MemoryRow; judged: readonly Judged[] },
): Promise<number> => {
  await repos.memories.lockProject(memory.project_id)
  const writing: Writing = {
    teamId: scope.teamId,
    by: null,
    at: now(),
    ids,
    policy: await policyOf(repos, memory.project_id),
  }
  let replaced = 0
  for (const { other, verdict } of judged) {
    const asJudged = [memory, other]
    const { memories: rows } = await lockOpen(
      repos,
      asJudged.map(({ id }) => id),
    )
    // What was changed meanwhile was not judged as it stands now; what rests on something private by now is left as it is.
    const [a, b] = asJudged.map(({ id, version }) =>
      rows.find((row) => row.id === id && row.version === version && isServed(row.status)),
    )
    if (a === undefined || b === undefined) continue
    replaced += (await settleJudged(repos, writing, { ...inTime(a, b), verdict })) ? 1 : 0
  }
  await noteJudged(repos, memory)
  return replaced
}

const noteJudged = async (
  repos: Pick<TeamRepositories, 'memoryJudging' | 'memories' | 'outcomes'>,
  { id, version }: MemoryRow,
): Promise<void> => {
  const { skipped } = await lockOpen(repos, [id])
  if (skipped === 0) await repos.memoryJudging.noteJudged(id, version)
}
