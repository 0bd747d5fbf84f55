import { servedAgentSchema } from '../contracts/agent.contract.ts'
import { route } from './route.ts'

export const agentRoutes = {
  getAgent: route({
    method: 'GET',
    path: '/v1/agent',
    id: 'getAgent',
    needs: 'nobody',
    tag: 'Access',
    docs: 'version and integrity of the agent that this server hands out at `/agent.tgz`',
    summary: 'Which agent this server hands out',
    description:
      'Version, size and integrity of the npm package at /agent.tgz. `lore upgrade` goes by it.',
    answer: servedAgentSchema,
    failures: [404],
  }),
} as const
