import { CLAIM_KINDS, slotsSchema } from '@teamlore/shared'
import { z } from 'zod'

/** Generous: an answer that is a little too long is paid for, so it is cut later and not thrown away. */
const text = () => z.string().max(4_000)

/** What a model answers about one segment of a session. */
export const modelAnswerSchema = z.object({
  findings: z
    .array(
      z.object({
        kind: z.enum(CLAIM_KINDS),
        topic: text()
          .default('')
          .describe(
            'What it is about in at most eight words, as a colleague would ask for it: "Retry policy of the export job". No sentence.',
          ),
        title: text().describe('One whole statement, subject named, at most 25 words.'),
        statement: text().describe('The same in full, understood without the session.'),
        reason: text().describe('Why it holds or was chosen; empty where nobody said.'),
        rejected: z.array(text()).max(20).describe('Alternatives that were turned down.'),
        slots: slotsSchema,
        evidence: z
          .array(
            z.object({
              message: z.string().max(40).describe('The name of the message, such as m12.'),
              quote: text().describe('Words of that message, copied letter by letter.'),
            }),
          )
          .min(1)
          .max(20),
      }),
    )
    .max(60),
  no_longer_holds: z
    .array(z.string().max(40))
    .max(60)
    .describe(
      'Names of earlier findings, such as f2, that are not true any more when this segment ends; mostly empty.',
    ),
  summaries: z
    .array(
      z.object({
        message: z.string().max(40).describe('The message of the request, such as m12.'),
        learned: text().describe('What was found out or decided; empty where nothing was.'),
        completed: text().describe('What holds since, without files and commits; may be empty.'),
        next_steps: text().describe('What was expressly left open; mostly empty.'),
      }),
    )
    .max(60),
})

export type ModelAnswer = z.infer<typeof modelAnswerSchema>
export type AnsweredSummary = ModelAnswer['summaries'][number]
export type AnsweredFinding = ModelAnswer['findings'][number]
