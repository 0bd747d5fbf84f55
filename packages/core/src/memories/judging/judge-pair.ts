import type { SystemScope } from '../../identity/teams/team-scope.ts'
import type { AskModel } from '../../usage/ask-model.ts'
import {
  isProven,
  JUDGE_SYSTEM,
  type JudgedAs,
  type Judgement,
  judgementSchema,
  judgePrompt,
  MAX_JUDGEMENT_TOKENS,
  type Stated,
} from './ask.ts'

/** `unsure`: the two answers differ, or rest on words that nobody said. */
export type PairVerdict = { as: JudgedAs | 'unsure'; earlier: string; later: string }

type Pair = { earlier: Stated; later: Stated }

/**
 * Asks twice, the second time with the statements in the other order, and believes what was answered both times and is proven by
 * their own words. What stands apart at once is not asked again.
 */
export const makeJudgePair =
  (askModel: AskModel) =>
  async (
    scope: SystemScope,
    { earlier, later }: Pair,
    signal?: AbortSignal,
  ): Promise<PairVerdict> => {
    const ask = (first: Stated, second: Stated): Promise<Judgement> =>
      askModel(scope, null, {
        purpose: 'judge',
        system: JUDGE_SYSTEM,
        prompt: judgePrompt(first, second),
        schema: judgementSchema,
        maxOutputTokens: MAX_JUDGEMENT_TOKENS,
        signal,
      })
    const answer = await ask(earlier, later)
    const quotes = { earlier: answer.first_quote, later: answer.second_quote }
    if (answer.verdict === 'apart') return { as: 'apart', ...quotes }
    const swapped = await ask(later, earlier)
    const agreed = agreedOn(answer.verdict, swapped.verdict)
    const areProven = isProven(answer, earlier, later) && isProven(swapped, later, earlier)
    return { as: agreed !== undefined && areProven ? agreed : 'unsure', ...quotes }
  }

/** One answer says that it changed and the other that it is reported otherwise: by both, the two cannot hold together. */
const CLASH: readonly JudgedAs[] = ['replaces', 'contradicts']

const agreedOn = (first: JudgedAs, second: JudgedAs): JudgedAs | undefined => {
  if (first === second) return first
  return CLASH.includes(first) && CLASH.includes(second) ? 'contradicts' : undefined
}

export type JudgePair = ReturnType<typeof makeJudgePair>
