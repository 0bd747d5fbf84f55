import { z } from 'zod'

/** The one shape of every error on the wire. `message` is a sentence that says what to do next. */
export const errorEnvelopeSchema = z.object({
  error: z.object({
    code: z.string().regex(/^[a-z_]+(\.[a-z_]+)+$|^internal$/),
    message: z.string(),
    details: z.json().optional(),
  }),
})
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>
