import {
  editMemoryRequestSchema,
  listMemoriesQuerySchema,
  memoryHistoryQuerySchema,
  memoryHistorySchema,
  memoryPageSchema,
  memorySchema,
  rememberRequestSchema,
} from '../contracts/memory.contract.ts'
import { idParams, route } from './route.ts'

export const memoryRoutes = {
  list: route({
    method: 'GET',
    path: '/v1/memories',
    id: 'listMemories',
    needs: 'viewer',
    tag: 'Memories',
    about: 'memory',
    docs: 'memories; filters `project`, `kind`, `status`, `origin`, `file`, `assignee`, `session`, `q`',
    summary: 'List memories',
    description:
      'What the team knows of its code: decisions, invariants, gotchas, what was tried and given up, conventions; what was recorded last comes first.',
    query: listMemoriesQuerySchema,
    answer: memoryPageSchema,
    failures: [422],
  }),
  remember: route({
    method: 'POST',
    path: '/v1/memories',
    id: 'remember',
    needs: 'member',
    tag: 'Memories',
    docs: 'writes a memory; by the policy of its project it is active at once or a draft',
    summary: 'Write a memory',
    description: [
      'Whether it is active at once or waits in the review queue is said by the policy of its project. Words of a tool or of the web always wait for a person.',
      'One that says the same as an active memory is no second one: it confirms that memory, and the answer is that memory.',
    ].join(' '),
    body: rememberRequestSchema,
    answer: memorySchema,
    status: 201,
    failures: [404, 409, 422],
  }),
  get: route({
    method: 'GET',
    path: '/v1/memories/:id',
    id: 'getMemory',
    needs: 'viewer',
    tag: 'Memories',
    about: 'memory',
    docs: 'one, with evidence, anchors, relations and what it replaced',
    summary: 'Get a memory',
    description:
      'One memory with its evidence, anchors and relations. One whose place another took stays, and names its successor.',
    params: idParams('memory'),
    answer: memorySchema,
    failures: [422],
  }),
  edit: route({
    method: 'PUT',
    path: '/v1/memories/:id',
    id: 'editMemory',
    needs: 'member',
    tag: 'Memories',
    docs: 'changes what it says; the wording before stays in its history',
    summary: 'Edit a memory',
    description:
      'Changes what is named in the body. A new wording is a new version: the one before stays in the history and is found by its words.',
    params: idParams('memory'),
    body: editMemoryRequestSchema,
    answer: memorySchema,
    failures: [409, 422],
  }),
  history: route({
    method: 'GET',
    path: '/v1/memories/:id/history',
    id: 'getMemoryHistory',
    needs: 'viewer',
    tag: 'Memories',
    docs: 'its thread, with those whose place it took; `as_of` says what held then',
    summary: 'Get the history of a memory',
    description:
      'Every version of a memory, of those whose place it took and of those that took its place, the oldest first: why it changed. With `as_of`, also what held at that time.',
    params: idParams('memory'),
    query: memoryHistoryQuerySchema,
    answer: memoryHistorySchema,
    failures: [422],
  }),
} as const

/** Names of these schemas in the OpenAPI document. */
export const memoryComponents = {
  Memory: memorySchema,
  MemoryPage: memoryPageSchema,
  MemoryHistory: memoryHistorySchema,
} as const
