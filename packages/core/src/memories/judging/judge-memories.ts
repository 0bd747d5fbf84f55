import type { MemoryRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { SystemScope, TeamScope } from '../../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { type AskModel, NotAskedError } from '../../usage/ask-model.ts'
import type { NotAsked } from '../../usage/unless-not-asked.ts'
import { lockOpen } from '../open-memories.ts'
import { JUDGE_SYSTEM, judgementSchema, MAX_JUDGEMENT_TOKENS } from './ask.ts'
import { inTime } from './in-time.ts'
import { type AskPair, judgePair } from './judge-pair.ts'
import { type Judged, noteJudged, settleAll } from './settle-all.ts'
import type { Asked } from './settle-judged.ts'

/** What one memory is compared with: so near at least, so many of the nearest, and with doubtful ones so many in all. */
export const JUDGED = { least: 0.3, nearest: 3, limit: 5 } as const
/** Memories of one run; the next goes on. */
const MAX_MEMORIES = 100

type WritingDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}
type Deps = WritingDeps & { askModel: AskModel }
export type JudgedMemories = {
  memories: number
  pairs: number
  replaced: number
  /** Why nobody was asked any further. */
  notAsked?: string
}

type ToJudge = { memory: MemoryRow; others: MemoryRow[] }

/**
 * Puts memories beside those that they may take the place of before a language model, in their order in time, each once as it
 * stands. Similarity alone retires nothing: it says which pairs are asked about.
 */
export const makeJudgeMemories =
  ({ askModel, ...deps }: Deps) =>
  async (scope: SystemScope, signal?: AbortSignal): Promise<JudgedMemories> => {
    const report: JudgedMemories = { memories: 0, pairs: 0, replaced: 0 }
    const failures: unknown[] = []
    const ask: AskPair = (prompt) =>
      askModel(scope, null, {
        purpose: 'judge',
        system: JUDGE_SYSTEM,
        prompt,
        schema: judgementSchema,
        maxOutputTokens: MAX_JUDGEMENT_TOKENS,
        signal,
      })
    const due = await deps.unitOfWork.inTeam(scope, (repos) =>
      repos.memoryJudging.due(MAX_MEMORIES),
    )
    for (const id of due) {
      signal?.throwIfAborted()
      const judged = await judgeMemory(deps, { scope, id, asked: 'team' }, ask)
      if (judged === undefined) continue
      if ('notAsked' in judged) {
        report.notAsked = judged.notAsked
        break
      }
      report.memories += 1
      report.pairs += judged.pairs
      report.replaced += judged.replaced
      if (judged.failure !== undefined) failures.push(judged.failure)
    }
    if (failures.length > 0) throw failures[0]
    return report
  }

type JudgedMemory = { pairs: number; replaced: number; failure?: unknown }

/**
 * Judges one memory by whoever answers, over what the scope may read, and writes down what came of it. What asking throws, it throws.
 *
 * @returns undefined where it is gone, or rests on what is closed by now.
 */
export const judgeMemory = async (
  { unitOfWork, now = systemClock, ids = newId }: WritingDeps,
  {
    scope,
    id,
    asked,
  }: { scope: SystemScope | TeamScope<'member'>; id: MemoryRow['id']; asked: Asked },
  ask: AskPair,
): Promise<JudgedMemory | NotAsked | undefined> => {
  const read = await unitOfWork.inTeam(scope, (repos) => readNear(repos, id))
  if (read === undefined) return undefined
  const judged = await judgeAll(ask, read)
  if (!Array.isArray(judged)) return judged
  const pairs = judged.length
  const { memory } = read
  const { teamId } = scope
  try {
    const replaced = await unitOfWork.inTeam(scope, (repos) =>
      settleAll(repos, { teamId, ids, at: now(), asked }, { memory, judged }),
    )
    return { pairs, replaced }
  } catch (failure) {
    // Asked again it would be paid again and fail again, and keep those after it from being judged.
    await unitOfWork.inTeam(scope, (repos) => noteJudged(repos, memory))
    return { pairs, replaced: 0, failure }
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
  ask: AskPair,
  { memory, others }: ToJudge,
): Promise<Judged[] | NotAsked> => {
  const judged: Judged[] = []
  for (const other of others) {
    try {
      judged.push({ other, verdict: await judgePair(ask, inTime(memory, other)) })
    } catch (error) {
      if (!(error instanceof NotAskedError)) throw error
      // A pair that failed too often keeps no other from being judged.
      if (error.why !== 'failed_before') return { notAsked: error.why }
    }
  }
  return judged
}
