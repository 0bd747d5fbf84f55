import {
  makeCompleteQuery,
  makeGetContext,
  makeGetRecords,
  makeGetTimeline,
  makeListConcepts,
  makeSearch,
  makeSearchAsOf,
  makeSearchSessions,
  openSessions,
  type TextEmbedder,
} from '@teamlore/core'
import type { Collaborators } from '../../platform/collaborators.ts'

type Deps = Collaborators & {
  embedder?: TextEmbedder | undefined
  earlierEmbedders?: readonly TextEmbedder[] | undefined
}

export const searchUseCases = ({ unitOfWork, now, embedder, earlierEmbedders = [] }: Deps) => {
  const search = makeSearchAsOf({
    unitOfWork,
    search: makeSearch({ unitOfWork, embedder, earlierEmbedders, now }),
    now,
  })
  return {
    search,
    getRecords: makeGetRecords({ unitOfWork, now }),
    getContext: makeGetContext({ unitOfWork, search, now }),
    getTimeline: makeGetTimeline({ unitOfWork, search, now }),
    searchSessions: makeSearchSessions({ unitOfWork, search, openSessions, now }),
    completeQuery: makeCompleteQuery({ unitOfWork, now }),
    listConcepts: makeListConcepts({ unitOfWork }),
  }
}

export type SearchUseCases = ReturnType<typeof searchUseCases>
