import { API_ROUTES, jobHealthSchema } from '@teamlore/shared'
import { z } from 'zod'
import { type Route, teamRoute } from '../../routing/route.ts'
import type { UseCases } from '../../use-cases.ts'

/** Ids of jobs are made by the queue, which is not ours to describe. */
const jobParams = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\x21-\x7e]+$/, 'must be an id as GET /v1/jobs lists them'),
})

export const operationRoutes = (
  useCases: Pick<UseCases, 'getJobHealth' | 'retryDeadJob'>,
): Route[] => [
  teamRoute({
    method: 'GET',
    path: API_ROUTES.jobs,
    id: 'getJobHealth',
    needs: 'viewer',
    tag: 'Operations',
    summary: 'Health of the background work',
    description:
      'What waits, runs and has died in the background, and how much is still on its way to being distilled and embedded.',
    answer: jobHealthSchema,
    run: (scope) => useCases.getJobHealth(scope),
  }),
  teamRoute({
    method: 'POST',
    path: API_ROUTES.jobRetry,
    id: 'retryDeadJob',
    needs: 'admin',
    tag: 'Operations',
    summary: 'Retry a dead job',
    description: 'Asks for one more round of attempts. The worker takes it up within seconds.',
    params: jobParams,
    status: 202,
    run: async (scope, { params }) => {
      await useCases.retryDeadJob(scope, params)
    },
  }),
]
