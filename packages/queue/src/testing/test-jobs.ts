import { z } from 'zod'
import { defineJob } from '../define-job.ts'

const payload = z.strictObject({ team_id: z.string(), n: z.int() })
const key = ({ team_id, n }: z.infer<typeof payload>): string => `${team_id}-${n}`

/** Contracts of the battery: quick to retry, one that is never retried and need not end before its worker does. */
export const testJobs = {
  sturdy: defineJob({ payload, attempts: 3, backoffMs: 20, key }),
  fragile: defineJob({ payload, attempts: 1, backoffMs: 20, key, isResumable: true }),
}

export type TestJobs = typeof testJobs
export type TestPayload = z.infer<typeof payload>
