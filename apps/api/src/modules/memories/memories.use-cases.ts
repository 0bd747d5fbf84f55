import {
  makeEditMemory,
  makeGetMemory,
  makeGetMemoryDiff,
  makeGetMemoryHistory,
  makeGetMemoryLog,
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
import { makeGetHandover, makeHandOver } from '@teamlore/core/handover'
import { makeReportComments } from '@teamlore/core/memory-comments'
import { makeMoveUnreviewed } from '@teamlore/core/memory-upkeep'
import {
  makeGetMemoryReaders,
  makeGetMemoryUse,
  makeNoteMemoriesGiven,
} from '@teamlore/core/memory-use'
import type { Collaborators } from '../../platform/collaborators.ts'

/** Three seconds in all: a machine sends what its agent has just said within two. */
const HANDOVER_PATIENCE = { looks: 6, pauseMs: 500 }

/** What is asked and done of memories. */
export const memoryUseCases = ({ unitOfWork, now }: Collaborators) => ({
  listMemories: makeListMemories({ unitOfWork, now }),
  getMemory: makeGetMemory({ unitOfWork, now }),
  getMemoryHistory: makeGetMemoryHistory({ unitOfWork }),
  getMemoryLog: makeGetMemoryLog({ unitOfWork, now }),
  getMemoryDiff: makeGetMemoryDiff({ unitOfWork, now }),
  getMemoryUse: makeGetMemoryUse({ unitOfWork, now }),
  getMemoryReaders: makeGetMemoryReaders({ unitOfWork, now }),
  noteMemoriesGiven: makeNoteMemoriesGiven({ unitOfWork, now }),
  reportComments: makeReportComments({ unitOfWork, now }),
  handOver: makeHandOver({ unitOfWork, patience: HANDOVER_PATIENCE }),
  getHandover: makeGetHandover({ unitOfWork }),
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
