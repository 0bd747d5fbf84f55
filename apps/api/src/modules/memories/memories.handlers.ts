import type { Routes } from '@teamlore/shared'
import type { Handlers } from '../../routing/serve.ts'
import type { MemoryUseCases } from './memories.use-cases.ts'

/** What the team holds to be so, and what waits for a person. */
export const memoryHandlers = (
  useCases: MemoryUseCases,
): Handlers<Pick<Routes, 'memories' | 'contradictions' | 'handOver' | 'getHandover'>> => ({
  handOver: (scope, { body }) => useCases.handOver(scope, body),
  getHandover: (scope, { params }) => useCases.getHandover(scope, params),
  memories: {
    list: (scope, { query }) => useCases.listMemories(scope, query),
    remember: (scope, { body }) => useCases.remember(scope, body),
    reportComments: (scope, { body }) => useCases.reportComments(scope, body),
    log: (scope, { query }) => useCases.getMemoryLog(scope, query),
    diff: (scope, { query }) => useCases.getMemoryDiff(scope, query),
    use: (scope, { query }) => useCases.getMemoryUse(scope, query),
    readers: (scope, { params, query }) =>
      useCases.getMemoryReaders(scope, { ...params, ...query }),
    get: (scope, { params }) => useCases.getMemory(scope, params),
    edit: (scope, { params, body }) => useCases.editMemory(scope, { id: params.id, request: body }),
    update: (scope, { params, body }) =>
      useCases.updateMemory(scope, { id: params.id, request: body }),
    history: (scope, { params, query }) =>
      useCases.getMemoryHistory(scope, { ...params, ...query }),
    reviewQueue: (scope, { query }) => useCases.getReviewQueue(scope, query),
    review: (scope, { body }) => useCases.reviewMemories(scope, body),
    undo: (scope, { body }) => useCases.undoReview(scope, body),
    settle: (scope, { body }) => useCases.settlePair(scope, body),
    moveUnreviewed: (scope, { body }) => useCases.moveUnreviewed(scope, body),
    policy: (scope, { query }) => useCases.getMemoryPolicy(scope, query),
    setPolicy: (scope, { body }) => useCases.setMemoryPolicy(scope, body),
    removePolicy: (scope, { query }) => useCases.removeMemoryPolicy(scope, query),
  },
  contradictions: {
    list: (scope, { query }) => useCases.listContradictions(scope, query),
  },
})
