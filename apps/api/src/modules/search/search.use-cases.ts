import {
  makeCompleteQuery,
  makeGetContext,
  makeGetRecords,
  makeGetTimeline,
  makeJudgedSearch,
  makeListConcepts,
  makeSearch,
  makeSearchAsOf,
  makeSearchSessions,
  openSessions,
  type TextEmbedder,
} from '@teamlore/core'
import { type AskModel, reasonOfFailure } from '@teamlore/core/usage'
import type { FastifyBaseLogger } from 'fastify'
import type { Collaborators } from '../../platform/collaborators.ts'

type Deps = Collaborators & {
  embedder?: TextEmbedder | undefined
  earlierEmbedders?: readonly TextEmbedder[] | undefined
  /** Undefined: nobody says which hits answer. */
  askModel?: AskModel | undefined
  log?: FastifyBaseLogger | undefined
}

export const searchUseCases = ({
  unitOfWork,
  now,
  embedder,
  earlierEmbedders = [],
  askModel,
  log,
}: Deps) => {
  const search = makeSearchAsOf({
    unitOfWork,
    search: makeSearch({ unitOfWork, embedder, earlierEmbedders, now }),
    now,
  })
  return {
    search: makeJudgedSearch({
      unitOfWork,
      search,
      askModel,
      onFailure: (error) =>
        log?.warn({ failure: reasonOfFailure(error) }, 'the hits of a search were not judged'),
    }),
    getRecords: makeGetRecords({ unitOfWork, now }),
    getContext: makeGetContext({ unitOfWork, search, now }),
    getTimeline: makeGetTimeline({ unitOfWork, search, now }),
    searchSessions: makeSearchSessions({ unitOfWork, search, openSessions, now }),
    completeQuery: makeCompleteQuery({ unitOfWork, now }),
    listConcepts: makeListConcepts({ unitOfWork }),
  }
}

export type SearchUseCases = ReturnType<typeof searchUseCases>
