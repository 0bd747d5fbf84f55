import { z } from 'zod'

/** Sessions that are named in one report; who exports more reports in portions. */
export const MOST_REPORTED_SESSIONS = 100

const idSchema = z.string().min(8).max(60)
const countSchema = z.number().int().min(0).max(100_000_000)

/** What of the report each kind cannot do without. */
const NEEDED = {
  sessions: ['sessions', 'formats'],
  project: ['project', 'formats'],
  own_data: ['formats'],
  agent_traces: [],
  restored_session: ['sessions'],
} as const

/** What the agent is about to write into files, said before it reads it: the server writes it down as an audit event. */
export const reportExportSchema = z
  .strictObject({
    what: z.enum(['sessions', 'project', 'own_data', 'agent_traces', 'restored_session']),
    /** Each is an audit event of its own. */
    sessions: z.array(idSchema).min(1).max(MOST_REPORTED_SESSIONS).optional(),
    project: idSchema.optional(),
    formats: z
      .array(z.enum(['markdown', 'json', 'html']))
      .min(1)
      .max(3)
      .optional(),
    /** How many, as the client counts them. */
    counts: z
      .strictObject({
        sessions: countSchema.optional(),
        memories: countSchema.optional(),
        commits: countSchema.optional(),
      })
      .optional(),
  })
  .refine((report) => NEEDED[report.what].every((name) => report[name] !== undefined), {
    error: 'names sessions and formats, a project and formats, or formats, as its kind needs',
    path: ['what'],
  })
export type ReportExport = z.infer<typeof reportExportSchema>
