import {
  memoryReadersQuerySchema,
  memoryReadersSchema,
  memoryUseQuerySchema,
  memoryUseSchema,
} from '../memory-use/memory-use.contract.ts'
import { idParams, route } from './route.ts'

/** Whether memories reach anybody. */
export const memoryUseRoutes = {
  use: route({
    method: 'GET',
    path: '/v1/memories/use',
    id: 'getMemoryUse',
    needs: 'viewer',
    tag: 'Memories',
    docs: 'which memories were given to agents and people, and what was said of them afterwards; `unread=true`: what no agent was given',
    summary: 'Get the use of memories',
    description: [
      'Of each memory that is served, how often agents were given it, in a brief, by a search or by `why`, and how often people opened it; the most given comes first.',
      'Being given changes neither trust nor ranking.',
    ].join(' '),
    query: memoryUseQuerySchema,
    answer: memoryUseSchema,
    failures: [404, 422],
  }),
  readers: route({
    method: 'GET',
    path: '/v1/memories/:id/readers',
    id: 'getMemoryReaders',
    needs: 'viewer',
    tag: 'Memories',
    docs: 'on which days a memory was given, to an agent or a person, and how; admins see to whom',
    summary: 'Get who was given a memory',
    description:
      'A line for each day, person and way. You see yourself by name; admins see everybody.',
    params: idParams('memory'),
    query: memoryReadersQuerySchema,
    answer: memoryReadersSchema,
    failures: [404, 422],
  }),
} as const
