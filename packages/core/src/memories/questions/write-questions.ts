import type { MemoryRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor } from '@teamlore/redaction'
import { newId } from '@teamlore/shared'
import { isServed } from '@teamlore/shared/memory-kinds'
import type { SystemScope } from '../../identity/teams/team-scope.ts'
import type { AskModel } from '../../usage/ask-model.ts'
import { unlessNotAsked } from '../../usage/unless-not-asked.ts'
import { keepQuestions } from '../adopt.ts'
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

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  askModel: AskModel
  ids?: Pick<typeof newId, 'memory' | 'document'>
}
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
  ({ unitOfWork, askModel, ids = newId }: Deps) =>
  async (scope: SystemScope, signal?: AbortSignal): Promise<WrittenQuestions> => {
    const written: WrittenQuestions = { memories: 0, questions: 0 }
    const due = await unitOfWork.inTeam(scope, (repos) => repos.memoryQuestions.due(MAX_MEMORIES))
    for (const id of due) {
      signal?.throwIfAborted()
      const memory = await unitOfWork.inTeam(scope, (repos) => readOpen(repos, id))
      if (memory === undefined) continue
      const asked = await unlessNotAsked(ask(askModel, scope, memory, signal), [])
      if (!Array.isArray(asked)) return { ...written, notAsked: asked.notAsked }
      await unitOfWork.inTeam(scope, async (repos) => {
        const redactor = createRedactor(await repos.redactionRules.get())
        const { questions } = cleanMemory({ questions: asked }, redactor)
        // What was changed, or closed, meanwhile was not asked about as it stands now.
        const now = await readOpen(repos, id)
        if (now?.version !== memory.version) return
        await keepQuestions(repos, { teamId: scope.teamId, ids }, memory, questions)
        written.memories += 1
        written.questions += questions.length
      })
    }
    return written
  }

export type WriteQuestions = ReturnType<typeof makeWriteQuestions>

const readOpen = async (
  repos: TeamRepositories,
  id: MemoryRow['id'],
): Promise<MemoryRow | undefined> => {
  const { memories } = await lockOpen(repos, [id])
  return memories.find(({ status }) => isServed(status))
}

const ask = async (
  askModel: AskModel,
  scope: SystemScope,
  memory: MemoryRow,
  signal: AbortSignal | undefined,
): Promise<string[]> =>
  questionsIn(
    await askModel(scope, null, {
      purpose: 'questions',
      system: QUESTIONS_SYSTEM,
      prompt: questionsPrompt(memory),
      schema: questionsAnswerSchema,
      maxOutputTokens: MAX_QUESTIONS_TOKENS,
      signal,
    }),
  )
