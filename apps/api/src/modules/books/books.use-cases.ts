import {
  makeCheckBookConsistency,
  makeDecideBookProposal,
  makeExportBook,
  makeGetBook,
  makeGetBookEntity,
  makeGetBookGraph,
  makeGetBookLinks,
  makeGetBookPicture,
  makeGetBookRelationships,
  makeGetBookState,
  makeGetBookTimeline,
  makeIngestBook,
  makeKeepBookPictures,
  makeListBookEntities,
  makeListBookGenerations,
  makeListBookPictures,
  makeListBookProposals,
  makeListBooks,
  makeListBookVersions,
  makeQueryBookSql,
  makeSearch,
  makeSearchBook,
  makeSetBookLinks,
  makeUndoBook,
  type OpenBooks,
  type TextEmbedder,
} from '@teamlore/core'
import type { Collaborators } from '../../platform/collaborators.ts'

type Parts = Collaborators & {
  embedder?: TextEmbedder | undefined
  earlierEmbedders?: readonly TextEmbedder[] | undefined
  analyseBooks: () => Promise<unknown>
  openBooks: OpenBooks
}

/** What is asked and done of lorebooks; all questions go to the same open books. */
export const bookUseCases = ({
  unitOfWork,
  machines,
  now,
  embedder,
  earlierEmbedders = [],
  analyseBooks,
  openBooks,
}: Parts) => {
  const search = makeSearch({ unitOfWork, embedder, earlierEmbedders, now })
  return {
    ingestBook: makeIngestBook({ unitOfWork: machines, now }),
    undoBook: makeUndoBook({ unitOfWork, now }),
    listBookGenerations: makeListBookGenerations({ unitOfWork }),
    getBookLinks: makeGetBookLinks({ unitOfWork, openBooks }),
    setBookLinks: makeSetBookLinks({ unitOfWork, openBooks, now }),
    listBookPictures: makeListBookPictures({ unitOfWork, openBooks }),
    keepBookPictures: makeKeepBookPictures({ unitOfWork, openBooks, now }),
    getBookPicture: makeGetBookPicture({ unitOfWork, openBooks }),
    listBooks: makeListBooks({ unitOfWork, openBooks }),
    getBook: makeGetBook({ unitOfWork, openBooks }),
    getBookGraph: makeGetBookGraph({ openBooks }),
    exportBook: makeExportBook({ openBooks, unitOfWork }),
    listBookVersions: makeListBookVersions({ unitOfWork }),
    listBookProposals: makeListBookProposals({ unitOfWork, openBooks }),
    decideBookProposal: makeDecideBookProposal({ unitOfWork, openBooks, now }),
    queryBookSql: makeQueryBookSql({ unitOfWork, analyseBooks }),
    getBookEntity: makeGetBookEntity({ openBooks }),
    getBookRelationships: makeGetBookRelationships({ openBooks }),
    listBookEntities: makeListBookEntities({ openBooks }),
    getBookState: makeGetBookState({ openBooks }),
    getBookTimeline: makeGetBookTimeline({ openBooks }),
    searchBook: makeSearchBook({ openBooks, unitOfWork, embedder, earlierEmbedders, now }),
    checkBookConsistency: makeCheckBookConsistency({ openBooks, search }),
  }
}

export type BookUseCases = ReturnType<typeof bookUseCases>
