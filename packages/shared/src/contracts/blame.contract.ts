import { z } from 'zod'
import { personSchema } from './common.contract.ts'

export const BLAME_LIMITS = { maxLines: 2_000, excerptChars: 600 } as const

const blameLineSchema = z
  .strictObject({
    /** The file as it was called in that commit. */
    path: z.string().min(1).max(4_096),
    /** The commit that git blames for the line; null for one that is not committed yet, or where nobody asked git. */
    sha: z
      .string()
      .regex(/^[0-9a-f]{7,64}$/)
      .nullable()
      .default(null),
    /** Fingerprint of the line: 16 hex digits of the sha256 of the trimmed text; null for a blank one. */
    print: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .nullable()
      .default(null),
  })
  .refine(({ sha, print }) => sha !== null || print !== null, {
    message: 'must name a commit or a fingerprint',
  })

export const blameRequestSchema = z.strictObject({
  lines: z.array(blameLineSchema).min(1).max(BLAME_LIMITS.maxLines),
})
export type BlameRequest = z.infer<typeof blameRequestSchema>

const excerptSchema = z.object({
  message_id: z.string(),
  text: z.string(),
  at: z.string().nullable(),
})

export const blamedSchema = z.object({
  /** `session`: one wrote it. `person`: none did, as far as was captured. `unknown`: too little is known. */
  origin: z.enum(['session', 'person', 'unknown']),
  confidence: z.number(),
  reasons: z.array(z.string()),
  commit: z
    .object({
      id: z.string(),
      sha: z.string(),
      subject: z.string(),
      author: z.string(),
      authored_at: z.string(),
    })
    .nullable(),
  session: z
    .object({ id: z.string(), title: z.string(), tool: z.string(), author: personSchema })
    .nullable(),
  /** What a person had asked for, and what the session said when it wrote the line. */
  prompt: excerptSchema.nullable(),
  excerpt: excerptSchema.nullable(),
})
export type Blamed = z.infer<typeof blamedSchema>

/** One answer for each line, in the order asked; equal ones are sent once and named by their place in `answers`. */
export const blameResponseSchema = z.object({
  answers: z.array(blamedSchema),
  lines: z.array(z.number().int()),
})
export type BlameResponse = z.infer<typeof blameResponseSchema>
