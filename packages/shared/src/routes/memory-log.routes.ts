import {
  MEMORY_COMMENT_LIMITS,
  memoryCommentsReceiptSchema,
  memoryCommentsReportSchema,
} from '../contracts/memory-comments.contract.ts'
import {
  memoryDiffQuerySchema,
  memoryDiffSchema,
  memoryLogQuerySchema,
  memoryLogSchema,
} from '../contracts/memory-history.contract.ts'
import { route } from './route.ts'

/** What became of memories, and what the code says that becomes drafts. */
export const memoryLogRoutes = {
  log: route({
    method: 'GET',
    path: '/v1/memories/log',
    id: 'getMemoryLog',
    needs: 'viewer',
    tag: 'Memories',
    docs: 'what came, changed, was replaced or withdrawn, the newest first; `from` and `to` are dates or commits; `event`, `project`',
    summary: 'Get the log of memories',
    description:
      'Every step of every memory, by when it was recorded, the newest first: it came, changed, was replaced or withdrawn; of drafts, that they were proposed or declined.',
    query: memoryLogQuerySchema,
    answer: memoryLogSchema,
    failures: [404, 422],
  }),
  diff: route({
    method: 'GET',
    path: '/v1/memories/diff',
    id: 'getMemoryDiff',
    needs: 'viewer',
    tag: 'Memories',
    docs: 'what is served otherwise at `to` than at `from`, which are dates or commits: what came, changed, was replaced, was withdrawn',
    summary: 'Compare memories at two times',
    description:
      'What the team was given at one time and is not, or otherwise, at another. What came and went between the two is in the log alone.',
    query: memoryDiffQuerySchema,
    answer: memoryDiffSchema,
    failures: [404, 422],
  }),
  reportComments: route({
    method: 'POST',
    path: '/v1/memories/comments',
    id: 'reportMemoryComments',
    needs: 'member',
    tag: 'Memories',
    docs: 'takes WARNING, HACK, IMPORTANT and DECISION comments of the code; new ones become drafts, once each',
    summary: 'Report comments of the code',
    description: [
      'Each comment is known by its words and its file. A new one becomes a draft that a person reviews; one that moved takes its draft or memory along.',
      'With `is_complete`, what is not named any more is gone, and what was made of it is called stale.',
      `At most ${MEMORY_COMMENT_LIMITS.maxComments} comments, of which ${MEMORY_COMMENT_LIMITS.maxAdded} become drafts at once; \`left\` says how many the same report adds when it is sent again.`,
    ].join(' '),
    body: memoryCommentsReportSchema,
    answer: memoryCommentsReceiptSchema,
    bodyLimit: MEMORY_COMMENT_LIMITS.maxBytes,
    timeoutMs: 60_000,
    failures: [403, 404, 422],
  }),
} as const
