import { z } from 'zod'

const itemSchema = z.object({ id: z.string(), topic: z.string(), statement: z.string() })
const count = z.number().int()

/** What everybody in a team may read of seven days, counts included. */
export const digestSchema = z.object({
  /** The Monday up to which it is counted. */
  week: z.string(),
  decisions: z.object({ count, items: z.array(itemSchema) }),
  review: z.object({ count }),
  contradictions: z.object({
    count,
    items: z.array(z.object({ first: itemSchema, second: itemSchema })),
  }),
  stale: z.object({ count, items: z.array(itemSchema) }),
})
export type Digest = z.infer<typeof digestSchema>

/** The last digest that was due, and whether it goes to the asker by mail. */
export const ownDigestSchema = z.object({
  digest: digestSchema,
  mail: z.object({
    weekly: z.boolean(),
    /** Where it goes; null: the account has no address. */
    address: z.string().nullable(),
    /** This server sends mail. */
    can_send: z.boolean(),
    last_sent_at: z.string().nullable(),
    /** Why the last one was not sent. */
    error: z.string().nullable(),
  }),
})
export type OwnDigest = z.infer<typeof ownDigestSchema>

export const setOwnDigestSchema = z.strictObject({ weekly: z.boolean() })
export type SetOwnDigest = z.infer<typeof setOwnDigestSchema>
