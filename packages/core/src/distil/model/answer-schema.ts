import { CLAIM_KINDS, slotsSchema } from '@teamlore/shared'
import { z } from 'zod'

const text = (max: number) => z.string().max(max)

/** What a model answers about one segment of a session. */
export const modelAnswerSchema = z.object({
  findings: z
    .array(
      z.object({
        kind: z.enum(CLAIM_KINDS),
        title: text(400).describe('One whole statement, subject named, at most 25 words.'),
        statement: text(1_200).describe('The same in full, understood without the session.'),
        reason: text(800).describe('Why it holds or was chosen; empty where nobody said.'),
        rejected: z.array(text(300)).max(6).describe('Alternatives that were turned down.'),
        slots: slotsSchema,
        evidence: z
          .array(
            z.object({
              message: z.string().max(12).describe('The name of the message, such as m12.'),
              quote: text(600).describe('Words of that message, copied letter by letter.'),
            }),
          )
          .min(1)
          .max(4),
      }),
    )
    .max(12),
})

export type ModelAnswer = z.infer<typeof modelAnswerSchema>
export type AnsweredFinding = ModelAnswer['findings'][number]
