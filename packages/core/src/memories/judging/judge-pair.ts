import { isProven, type JudgedAs, type Judgement, judgePrompt, type Stated } from './ask.ts'

/** `unsure`: the two answers differ, or rest on words that nobody said. */
export type PairVerdict = { as: JudgedAs | 'unsure'; earlier: string; later: string }

type Pair = { earlier: Stated; later: Stated }

/** Whoever is asked how two statements stand to each other. */
export type AskPair = (prompt: string) => Promise<Judgement>

/**
 * Asks twice, the second time with the statements in the other order, and believes what was answered both times and is proven by
 * their own words. What stands apart at once is not asked again.
 */
export const judgePair = async (ask: AskPair, { earlier, later }: Pair): Promise<PairVerdict> => {
  const answer = await ask(judgePrompt(earlier, later))
  const quotes = { earlier: answer.first_quote, later: answer.second_quote }
  if (answer.verdict === 'apart') return { as: 'apart', ...quotes }
  const swapped = await ask(judgePrompt(later, earlier))
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
