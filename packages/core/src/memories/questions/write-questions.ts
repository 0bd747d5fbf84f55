import type { MemoryRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor } from '@teamlore/redaction'
import { newId } from '@teamlore/shared'
import { isServed } from '@teamlore/shared/memory-kinds'
import type { z } from 'zod'
import type { SystemScope, TeamScope } from '../../identity/teams/team-scope.ts'
import type { AskModel } from '../../usage/ask-model.ts'
import { type NotAsked, unlessNotAsked } from '../../usage/unless-not-asked.ts'
import { keepQuestions } from '../adopt.ts'
import { isAsAsked } from '../as-asked.ts'
import { cleanMemory } from '../clean-memory.ts'
import { lockOpen } from '../open-memories.ts'
import {
  MAX_QUESTIONS_TOKENS,
  QUESTIONS_SYSTEM,
  questionsAnswerSchema,
  questionsIn,
  questionsPrompt,
} from './ask.ts'

/** Memories of one run; the next goes on. */
const MAX_MEMORIES = 100

type WritingDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  ids?: Pick<typeof newId, 'memory' | 'document'>
}
type Deps = WritingDeps & { askModel: AskModel }
export type WrittenQuestions = {
  memories: number
  questions: number
  /** Why nobody was asked any further. */
  notAsked?: string
}

/**
 * Asks a language model what a colleague would ask who does not know a memory, so that it is found in other words than its own.
 * Each memory by itself, once as it stands: what one says must not show in the questions of another, which others may read.
 */
export const makeWriteQuestions =
  ({ askModel, ...deps }: Deps) =>
  async (scope: SystemScope, signal?: AbortSignal): Promise<WrittenQuestions> => {
    const written: WrittenQuestions = { memories: 0, questions: 0 }
    const ask: AskQuestions = (prompt) =>
      askModel(scope, null, {
        purpose: 'questions',
        system: QUESTIONS_SYSTEM,
        prompt,
        schema: questionsAnswerSchema,
        maxOutputTokens: MAX_QUESTIONS_TOKENS,
        signal,
      })
    const due = await deps.unitOfWork.inTeam(scope, (repos) =>
      repos.memoryQuestions.due(MAX_MEMORIES),
    )
    for (const id of due) {
      signal?.throwIfAborted()
      const kept = await writeQuestionsOf(deps, { scope, id }, ask)
      if (kept === undefined) continue
      if (typeof kept !== 'number') return { ...written, ...kept }
      written.memories += 1
      written.questions += kept
    }
    return written
  }

/** Whoever is asked what a memory answers. */
type AskQuestions = (prompt: string) => Promise<z.infer<typeof questionsAnswerSchema>>

/**
 * Asks whoever answers for questions of one memory that the scope may read, and keeps them. What asking throws, it throws.
 *
 * @returns how many were kept; undefined where it is gone, closed, or was changed meanwhile.
 */
export const writeQuestionsOf = async (
  { unitOfWork, ids = newId }: WritingDeps,
  { scope, id }: { scope: SystemScope | TeamScope<'member'>; id: MemoryRow['id'] },
  ask: AskQuestions,
): Promise<number | NotAsked | undefined> => {
  const memory = await unitOfWork.inTeam(scope, (repos) => readOpen(repos, id))
  if (memory === undefined) return undefined
  const asked = await unlessNotAsked(ask(questionsPrompt(memory)).then(questionsIn), [])
  if (!Array.isArray(asked)) return asked
  return unitOfWork.inTeam(scope, async (repos) => {
    const redactor = createRedactor(await repos.redactionRules.get())
    const { questions } = cleanMemory({ questions: asked }, redactor)
    // What was changed, or closed, meanwhile was not asked about as it stands now.
    const now = await readOpen(repos, id)
    if (now === undefined || !isAsAsked(now, memory)) return undefined
    await keepQuestions(repos, { teamId: scope.teamId, ids }, memory, questions)
    return questions.length
  })
}

export type WriteQuestions = ReturnType<typeof makeWriteQuestions>

const readOpen = async (
  repos: TeamRepositories,
  id: MemoryRow['id'],
): Promise<MemoryRow | undefined> => {
  const { memories } = await lockOpen(repos, [id])
  return memories.find(({ status }) => isServed(status))
}
