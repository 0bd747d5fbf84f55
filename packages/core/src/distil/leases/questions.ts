import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { MemoryId, SessionId } from '@teamlore/shared'
import type {
  DistilQuestion,
  DistilQuestionKind,
  LeasedSessions,
} from '@teamlore/shared/distil-leases'
import { z } from 'zod'
import { requirePerson } from '../../identity/teams/require-person.ts'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import { JUDGE_SYSTEM, judgementSchema } from '../../memories/judging/index.ts'
import { QUESTIONS_SYSTEM, questionsAnswerSchema } from '../../memories/questions/index.ts'
import { questionKey } from '../../usage/ask-model.ts'
import { modelAnswerSchema } from '../model/answer-schema.ts'
import type { Asking } from '../model/distil-by-model.ts'
import { DISTIL_SYSTEM } from '../model/prompt.ts'
import { REVIEW_SYSTEM, reviewSchema } from '../model/review.ts'
import { READER_SYSTEM, readerSchema } from '../reader/ask.ts'
import type { AskReader } from '../reader/read-handed-over.ts'

/** The same prompts as for a provider, and the same shapes of what comes back. */
export const ASKED = {
  segment: { system: DISTIL_SYSTEM, schema: modelAnswerSchema },
  review: { system: REVIEW_SYSTEM, schema: reviewSchema },
  reader: { system: READER_SYSTEM, schema: readerSchema },
  questions: { system: QUESTIONS_SYSTEM, schema: questionsAnswerSchema },
  pair: { system: JUDGE_SYSTEM, schema: judgementSchema },
} as const satisfies Record<DistilQuestionKind, { system: string; schema: z.ZodType }>

/** What people's coding agents are given before each question, and the shape they answer in. */
export const instructions = (withMemories: boolean): LeasedSessions['instructions'] => {
  const of = ({ system, schema }: (typeof ASKED)[DistilQuestionKind]) => ({
    system,
    schema: z.toJSONSchema(schema) as Record<string, unknown>,
  })
  return {
    segment: of(ASKED.segment),
    review: of(ASKED.review),
    reader: of(ASKED.reader),
    // An agent of before knows no others, and refuses an answer that has them.
    ...(withMemories ? { questions: of(ASKED.questions), pair: of(ASKED.pair) } : {}),
  }
}

/** Whichever coding agent answers, it is the same question: another may go on where one came to its limit. */
const ANY = { provider: 'agent-cli', model: 'any' }

const idOf = (kind: DistilQuestionKind, prompt: string): string =>
  questionKey(ANY, { system: ASKED[kind].system, prompt })

/** Thrown where distilling comes to a question that nobody has answered yet. */
export class OpenQuestionError extends Error {
  override readonly name = 'OpenQuestionError'
  readonly question: DistilQuestion
  constructor(question: DistilQuestion) {
    super('There is a question that nobody has answered yet.')
    this.question = question
  }
}

/** Looks for what was answered to a question before. */
type Look = (repos: TeamRepositories, id: string) => Promise<unknown>
type Kept = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; scope: TeamScope<'member'> }

const askKept =
  ({ unitOfWork, scope }: Kept, look: Look) =>
  async <T>(kind: DistilQuestionKind, schema: z.ZodType<T>, prompt: string): Promise<T> => {
    const id = idOf(kind, prompt)
    const answer = schema.safeParse(await unitOfWork.inTeam(scope, (repos) => look(repos, id)))
    if (!answer.success) throw new OpenQuestionError({ id, kind, prompt })
    return answer.data
  }

/** Answers out of what was answered before about a session, and stops at the first question that was not. */
export const askAboutSession = (
  kept: Kept,
  sessionId: SessionId,
): Asking & { reader: AskReader } => {
  const ask = askKept(kept, ({ usage }, id) => usage.answer(id, sessionId))
  return {
    segment: (prompt) => ask('segment', modelAnswerSchema, prompt),
    review: (prompt) => ask('review', reviewSchema, prompt),
    reader: (prompt) => ask('reader', readerSchema, prompt),
  }
}

/** As about a session, about a memory. */
export const askAboutMemory = (kept: Kept, memoryId: MemoryId) => {
  const about = { memoryId, userId: requirePerson(kept.scope) }
  const ask = askKept(kept, ({ distilLeases }, id) => distilLeases.answerAbout(about, id))
  return {
    questions: (prompt: string) => ask('questions', questionsAnswerSchema, prompt),
    pair: (prompt: string) => ask('pair', judgementSchema, prompt),
  }
}
