import { handoverRequestSchema, handoverSchema } from '../contracts/handover.contract.ts'
import { idParams, route } from './route.ts'

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
      'Each finding is kept when its quotes stand in the messages of the session, which must be one of yours, and nothing there speaks against it.',
      'What is refused says why. Files and commits are taken from tool calls.',
      'What the transcript does not hold yet waits for it for two days.',
    ].join(' '),
    body: handoverRequestSchema,
    answer: handoverSchema,
    status: 202,
    failures: [404, 422],
  }),
  getHandover: route({
    method: 'GET',
    path: '/v1/handovers/:id',
    id: 'getHandover',
    needs: 'member',
    tag: 'Knowledge',
    about: 'event',
    docs: 'what became of a handover of yours: found, waiting, or refused with the reason',
    summary: 'Get a handover',
    description:
      'Each finding with its state by the transcript as it is now. A handover that no session was found for is forgotten after two days.',
    params: idParams('event'),
    answer: handoverSchema,
    failures: [422],
  }),
} as const
