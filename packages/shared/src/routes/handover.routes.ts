import { handoverRequestSchema, handoverSchema } from '../contracts/handover.contract.ts'
import { route } from './route.ts'

export const handoverRoutes = {
  handOver: route({
    method: 'POST',
    path: '/v1/handovers',
    id: 'handOver',
    needs: 'member',
    tag: 'Knowledge',
    docs: 'what a coding agent found in its own session, with quotes; checked against the transcript',
    summary: 'Hand over findings of a session',
    description: [
      'Each finding is kept when its quotes stand in the messages of the session, which must be one of yours. Files and commits are taken from tool calls.',
      'What the transcript does not hold yet waits for it for two days.',
    ].join(' '),
    body: handoverRequestSchema,
    answer: handoverSchema,
    status: 202,
    failures: [404, 422],
  }),
} as const
