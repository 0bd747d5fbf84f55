import {
  makeEditMemory,
  makeGetMemory,
  makeGetMemoryHistory,
  makeGetMemoryPolicy,
  makeGetReviewQueue,
  makeListContradictions,
  makeListMemories,
  makeRemember,
  makeRemoveMemoryPolicy,
  makeReviewMemories,
  makeSetMemoryPolicy,
  makeSettlePair,
  makeUndoReview,
  makeUpdateMemory,
} from '@teamlore/core'
import { makeHandOver } from '@teamlore/core/handover'
import { makeMoveUnreviewed } from '@teamlore/core/memory-upkeep'
import type { Collaborators } from '../../platform/collaborators.ts'

/** What is asked and done of memories. */
export const memoryUseCases = ({ unitOfWork, now }: Collaborators) => ({
  listMemories: makeListMemories({ unitOfWork, now }),
  getMemory: makeGetMemory({ unitOfWork, now }),
  getMemoryHistory: makeGetMemoryHistory({ unitOfWork }),
  handOver: makeHandOver({ unitOfWork }),
  remember: makeRemember({ unitOfWork, now }),
  editMemory: makeEditMemory({ unitOfWork, now }),
  updateMemory: makeUpdateMemory({ unitOfWork, now }),
  getReviewQueue: makeGetReviewQueue({ unitOfWork, now }),
  reviewMemories: makeReviewMemories({ unitOfWork, now }),
  undoReview: makeUndoReview({ unitOfWork, now }),
  moveUnreviewed: makeMoveUnreviewed({ unitOfWork, now }),
  settlePair: makeSettlePair({ unitOfWork, now }),
  listContradictions: makeListContradictions({ unitOfWork, now }),
  getMemoryPolicy: makeGetMemoryPolicy({ unitOfWork }),
  setMemoryPolicy: makeSetMemoryPolicy({ unitOfWork, now }),
  removeMemoryPolicy: makeRemoveMemoryPolicy({ unitOfWork }),
})

export type MemoryUseCases = ReturnType<typeof memoryUseCases>
