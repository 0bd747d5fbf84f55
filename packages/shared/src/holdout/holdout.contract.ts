import { z } from 'zod'
import { personSchema, projectRefSchema } from '../contracts/common.contract.ts'
import { HOLDOUT_ARMS } from './arm-of.ts'

/** Percent of the sessions of a project that may begin without a brief. */
export const HOLDOUT_SHARE = { least: 0, most: 50, suggested: 20 } as const
/** With fewer sessions in an arm nothing is said of it but how many there are. */
export const HOLDOUT_ENOUGH = 20

/** What is compared: sessions in which it happened at all. `trouble` is either of the other two. */
export const HOLDOUT_EVENTS = ['trouble', 'corrections', 'reproposals'] as const
export type HoldoutEvent = (typeof HOLDOUT_EVENTS)[number]
/** What is compared by how much of it there is in a usual session. */
export const HOLDOUT_AMOUNTS = ['prompts', 'tokens'] as const
export type HoldoutAmount = (typeof HOLDOUT_AMOUNTS)[number]

/** Why everybody gets a brief again. */
export const HOLDOUT_CAUSES = ['without_is_better', 'without_is_worse'] as const
export type HoldoutCause = (typeof HOLDOUT_CAUSES)[number]

const share = z.int().min(HOLDOUT_SHARE.least).max(HOLDOUT_SHARE.most)

const armSchema = z.object({
  begun: z.int().describe('Sessions that were dealt to it.'),
  counted: z.int().describe('Of these, how many came in, ended and were looked at.'),
  asked: z.int().describe('Of the counted, in how many the agent asked for a brief by itself.'),
})

const boundsSchema = {
  low: z.number().describe('Lower end of the 95 % interval.'),
  high: z.number().describe('Upper end of the 95 % interval.'),
}

export const holdoutResultSchema = z.object({
  with_brief: armSchema,
  without_brief: armSchema,
  /** Null while one of them has fewer than 20 counted sessions. */
  events: z
    .array(
      z.object({
        what: z.enum(HOLDOUT_EVENTS),
        with_brief: z.int().describe('Sessions in which it happened.'),
        without_brief: z.int(),
        difference: z.number().describe('Share without a brief less share with one, from -1 to 1.'),
        ...boundsSchema,
      }),
    )
    .nullable(),
  amounts: z
    .array(
      z.object({
        what: z.enum(HOLDOUT_AMOUNTS),
        with_brief: z.number().describe('Of a usual session: the geometric mean.'),
        without_brief: z.number(),
        ratio: z.number().describe('Without a brief by with one.'),
        ...boundsSchema,
      }),
    )
    .nullable(),
})
export type HoldoutResult = z.infer<typeof holdoutResultSchema>

export const holdoutSchema = z.object({
  project: projectRefSchema,
  share: share.describe('Percent of sessions that begin without a brief; 0 is off.'),
  set_by: personSchema.nullable(),
  set_at: z.string().nullable().describe('When it was set.'),
  paused: z
    .object({ at: z.string(), because: z.enum(HOLDOUT_CAUSES), reason: z.string() })
    .nullable()
    .describe('Where it ended by itself: everybody gets a brief again until it is set anew.'),
  result: holdoutResultSchema.nullable().describe('Null where it never was on.'),
})
export type Holdout = z.infer<typeof holdoutSchema>

export const setHoldoutSchema = z.strictObject({ share })
export type SetHoldout = z.infer<typeof setHoldoutSchema>

export const reportArmsSchema = z.strictObject({
  arms: z
    .array(
      z.strictObject({
        tool: z.string().regex(/^[a-z0-9-]{1,40}$/),
        session: z
          .string()
          .regex(/^[A-Za-z0-9._-]{1,200}$/)
          .describe('As the tool names it.'),
        project_id: z.string().max(60),
        round: z.string().max(60),
        arm: z.enum(HOLDOUT_ARMS),
        began_at: z.iso.datetime({ offset: true }),
      }),
    )
    .min(1)
    .max(500),
})
export type ReportArms = z.infer<typeof reportArmsSchema>
export type ReportedArm = ReportArms['arms'][number]

export const armsReportedSchema = z.object({
  taken: z.int(),
  passed_over: z
    .int()
    .describe('Of a round that is over, or dealt otherwise than the server does.'),
})
