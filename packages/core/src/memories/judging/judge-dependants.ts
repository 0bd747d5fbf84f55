import type { MemoryRow, ReplacedMemory, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { isServed } from '@teamlore/shared/memory-kinds'
import type { SystemScope } from '../../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { AskModel } from '../../usage/ask-model.ts'
import { unlessNotAsked } from '../../usage/unless-not-asked.ts'
import { lockOpen } from '../open-memories.ts'
import {
  DEPENDANTS_SYSTEM,
  dependantsAnswerSchema,
  dependantsPrompt,
  MAX_DEPENDANTS_TOKENS,
  type Resting,
  restingIn,
} from './ask-dependants.ts'

/** What is listed beside a change: so near at least, and so many of the nearest. */
export const LISTED = { least: 0.2, limit: 24 } as const
/** Changes of one run; the next goes on. */
const MAX_CHANGES = 100
/** A model's word, proven by quotes of both. */
const BY_MODEL = 0.8

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; askModel: AskModel; now?: Clock }
export type JudgedDependants = {
  changes: number
  resting: number
  /** Why nobody was asked any further. */
  notAsked?: string
}

type Change = { older: MemoryRow; newer: MemoryRow; others: MemoryRow[] }

/**
 * Shows each memory that was replaced to a language model, with what took its place and what is near to both, and writes down which
 * of these rest on it. Nothing is retired by it: who reads one sees what changed, and a person decides whether it holds all the same.
 */
export const makeJudgeDependants =
  ({ unitOfWork, askModel, now = systemClock }: Deps) =>
  async (scope: SystemScope, signal?: AbortSignal): Promise<JudgedDependants> => {
    const judged: JudgedDependants = { changes: 0, resting: 0 }
    const failures: unknown[] = []
    const due = await unitOfWork.inTeam(scope, (repos) =>
      repos.memoryJudging.changesDue(MAX_CHANGES),
    )
    for (const replaced of due) {
      signal?.throwIfAborted()
      const change = await unitOfWork.inTeam(scope, (repos) => readChange(repos, replaced))
      if (change === undefined) continue
      const resting = await unlessNotAsked(ask(askModel, scope, change, signal), [])
      if (!Array.isArray(resting)) {
        judged.notAsked = resting.notAsked
        break
      }
      judged.changes += 1
      try {
        judged.resting += await unitOfWork.inTeam(scope, (repos) =>
          settle(repos, now().toISOString(), change, resting),
        )
      } catch (error) {
        failures.push(error)
        // Asked again it would be paid again and fail again, and keep those after it from being asked about.
        await unitOfWork.inTeam(scope, ({ memoryJudging }) =>
          noteAsked(memoryJudging, change.older),
        )
      }
    }
    if (failures.length > 0) throw failures[0]
    return judged
  }

export type JudgeDependants = ReturnType<typeof makeJudgeDependants>

const readChange = async (
  repos: TeamRepositories,
  replaced: ReplacedMemory,
): Promise<Change | undefined> => {
  const near = await repos.memoryJudging.nearChange(replaced, LISTED)
  const { memories } = await lockOpen(repos, [replaced.older, replaced.newer, ...near])
  const find = (id: MemoryRow['id']) => memories.find((one) => one.id === id)
  const [older, newer] = [find(replaced.older), find(replaced.newer)]
  if (older === undefined) return undefined
  if (newer === undefined || !isChange(older, newer)) {
    await noteAsked(repos.memoryJudging, older)
    return undefined
  }
  return { older, newer, others: near.flatMap((id) => find(id) ?? []) }
}

/**
 * Whether one still holds in the place of the other, before the same eyes: what only some may read, or nobody keeps any more, is not
 * to decide what all others are shown.
 */
const isChange = (older: MemoryRow, newer: MemoryRow): boolean =>
  older.status === 'superseded' &&
  older.successor_id === newer.id &&
  (isServed(newer.status) || newer.status === 'superseded') &&
  older.private_to === newer.private_to &&
  older.project_id === newer.project_id

const noteAsked = (
  { noteDependantsAsked }: Pick<TeamRepositories['memoryJudging'], 'noteDependantsAsked'>,
  { id, version }: MemoryRow,
): Promise<void> => noteDependantsAsked(id, version)

const ask = async (
  askModel: AskModel,
  scope: SystemScope,
  { older, newer, others }: Change,
  signal: AbortSignal | undefined,
): Promise<Resting<MemoryRow>[]> => {
  if (others.length === 0) return []
  const answer = await askModel(scope, null, {
    purpose: 'judge',
    system: DEPENDANTS_SYSTEM,
    prompt: dependantsPrompt({ older, newer }, others),
    schema: dependantsAnswerSchema,
    maxOutputTokens: MAX_DEPENDANTS_TOKENS,
    signal,
  })
  return restingIn(answer, older, others)
}

/** @returns how many were written down. What was changed, or closed, meanwhile was not asked about as it stands now. */
const settle = async (
  repos: TeamRepositories,
  at: string,
  { older, newer }: Change,
  resting: readonly Resting<MemoryRow>[],
): Promise<number> => {
  await repos.memories.lockProject(older.project_id)
  const { memories } = await lockOpen(repos, [
    ...[older.id, newer.id],
    ...resting.map(({ other }) => other.id),
  ])
  const find = (id: MemoryRow['id']) => memories.find((one) => one.id === id)
  const isAsAsked = ({ id, version, confirmed_at }: MemoryRow) => {
    const now = find(id)
    return now?.version === version && now.confirmed_at === confirmed_at
  }
  if (!isAsAsked(older) || !isAsAsked(newer)) return 0
  const held = resting.filter(({ other }) => isAsAsked(other))
  for (const { other, quote, formerQuote } of held)
    await repos.memories.relate({
      from_id: other.id,
      to_id: older.id,
      type: 'rests_on',
      status: 'held',
      confidence: BY_MODEL,
      reason: `a language model was shown the change: “${quote}” rests on “${formerQuote}”`,
      created_by: null,
      created_at: at,
      private_to: other.private_to,
    })
  await noteAsked(repos.memoryJudging, older)
  return held.length
}
