import { z } from 'zod'

/** Sessions that are named in one report; who exports more reports in portions. */
export const MOST_REPORTED_SESSIONS = 100

const idSchema = z.string().min(8).max(60)
const countSchema = z.number().int().min(0).max(100_000_000)
const formatsSchema = z
  .array(z.enum(['markdown', 'json', 'html']))
  .min(1)
  .max(3)

/** What the agent is about to write into files, said before it reads it: the server writes it down as an audit event. */
export const reportExportSchema = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('sessions'),
    /** Each is an audit event of its own. */
    sessions: z.array(idSchema).min(1).max(MOST_REPORTED_SESSIONS),
    formats: formatsSchema,
  }),
  z.strictObject({
    what: z.literal('project'),
    project: idSchema,
    sessions: countSchema,
    formats: formatsSchema,
  }),
  z.strictObject({
    what: z.literal('own_data'),
    sessions: countSchema,
    memories: countSchema,
    formats: formatsSchema,
  }),
  z.strictObject({ what: z.literal('agent_traces'), commits: countSchema }),
  z.strictObject({ what: z.literal('restored_session'), session: idSchema }),
])
export type ReportExport = z.infer<typeof reportExportSchema>
