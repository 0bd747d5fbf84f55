import { z } from 'zod'
import { jobHealthSchema } from '../contracts/admin.contract.ts'
import { route } from './route.ts'

/** Ids of jobs are made by the queue, which is not ours to describe. */
const jobParams = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\x21-\x7e]+$/, 'must be an id as GET /v1/jobs lists them'),
})

export const jobRoutes = {
  health: route({
    method: 'GET',
    path: '/v1/jobs',
    id: 'getJobHealth',
    needs: 'viewer',
    tag: 'Operations',
    docs: 'background work: waiting, dead, backlog, whether a worker reports; `progress` says how many sessions are distilled and how many documents embedded, of how many',
    summary: 'Health of the background work',
    description:
      'What waits, runs and has died in the background, and how much is still on its way to being distilled and embedded.',
    answer: jobHealthSchema,
  }),
  retry: route({
    method: 'POST',
    path: '/v1/jobs/:id/retry',
    id: 'retryDeadJob',
    needs: 'admin',
    tag: 'Operations',
    docs: 'one more round for a dead job',
    summary: 'Retry a dead job',
    description: 'Asks for one more round of attempts. The worker takes it up within seconds.',
    params: jobParams,
    status: 202,
  }),
} as const

export const liveRoutes = {
  events: route({
    method: 'GET',
    path: '/v1/events',
    id: 'streamEvents',
    needs: 'viewer',
    tag: 'Sessions',
    wire: 'stream',
    docs: 'live events, below',
    summary: 'Live updates',
    description: [
      'Server-sent events: `session.updated` when a session got something new, `session.distilled` when its observations',
      'and summaries are there. `data` is JSON with `type` and `session_id`. Events sent while you are away are not kept:',
      'after reconnecting, ask again for what you show.',
    ].join(' '),
    failures: [503],
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const operationComponents = {
  JobHealth: jobHealthSchema,
} as const
