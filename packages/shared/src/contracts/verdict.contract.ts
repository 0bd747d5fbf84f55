import { z } from 'zod'

/** What a reader, the team's language model, may say of a hit. */
export const VERDICTS = ['answers', 'does_not_answer', 'unsure'] as const
type Says = (typeof VERDICTS)[number]

export const verdictSchema = z.object({
  says: z.enum(VERDICTS),
  /** Of a hit that answers: the words that do, as they stand in its text; else null. */
  quote: z.string().nullable(),
})
export type Verdict = z.infer<typeof verdictSchema>

const IN_WORDS: Record<Says, string> = {
  answers: 'answers',
  does_not_answer: 'does not answer',
  unsure: 'unsure',
}

/** `answers: “the port is 4000”`, `does not answer`, `unsure` */
export const verdictInWords = ({ says, quote }: Verdict): string =>
  quote === null ? IN_WORDS[says] : `${IN_WORDS[says]}: “${quote}”`

export const JUDGED_STATES = [
  'done',
  /** There are no words to judge by, or no hits. */
  'nothing_to_read',
  /** The server has no language model. */
  'no_model',
  /** An admin switched language models off for the team. */
  'switched_off',
  /** What the team, or one person of it, may spend in a day is used up. */
  'over_budget',
  /** One person asked too often within a minute. */
  'too_often',
  /** The model failed several times in a row and is left alone for a while. */
  'resting',
  'timed_out',
  'failed',
] as const
export type JudgedState = (typeof JUDGED_STATES)[number]

/** What came of asking for verdicts. Hits come without them unless it is `done`. */
export const judgedSchema = z.object({
  state: z.enum(JUDGED_STATES),
  /** What to say of it, in a sentence. */
  message: z.string(),
  /** Hits that were read: the first ten of a page. */
  read: z.number().int(),
  /** Those of them that answer; null where nobody read them. */
  answering: z.number().int().nullable(),
  /** True only where every hit of the page was read and said not to answer. */
  none_answers: z.boolean(),
})
export type Judged = z.infer<typeof judgedSchema>
