import type { UnitOfWork } from '@teamlore/db'
import type { SessionId } from '@teamlore/shared'
import type { DistilQuestion, DistilQuestionKind } from '@teamlore/shared/distil-leases'
import { z } from 'zod'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
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
} as const satisfies Record<DistilQuestionKind, { system: string; schema: z.ZodType }>

/** What people's coding agents are given before each question, and the shape they answer in. */
export const instructions = () => {
  const of = ({ system, schema }: (typeof ASKED)[DistilQuestionKind]) => ({
    system,
    schema: z.toJSONSchema(schema) as Record<string, unknown>,
  })
  return { segment: of(ASKED.segment), review: of(ASKED.review), reader: of(ASKED.reader) }
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

type Kept = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  scope: TeamScope<'member'>
  sessionId: SessionId
}

/** Answers out of what was answered before, and stops at the first question that was not. */
export const askKept = ({ unitOfWork, scope, sessionId }: Kept): Asking & { reader: AskReader } => {
  const kept = async <T>(kind: DistilQuestionKind, schema: z.ZodType<T>, prompt: string) => {
    const id = idOf(kind, prompt)
    const known = await unitOfWork.inTeam(scope, ({ usage }) => usage.answer(id, sessionId))
    const answer = schema.safeParse(known)
    if (!answer.success) throw new OpenQuestionError({ id, kind, prompt })
    return answer.data
  }
  return {
    segment: (prompt) => kept('segment', modelAnswerSchema, prompt),
    review: (prompt) => kept('review', reviewSchema, prompt),
    reader: (prompt) => kept('reader', readerSchema, prompt),
  }
}
