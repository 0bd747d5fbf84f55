import type { Routes } from '@teamlore/shared'
import type { Metrics } from '../../plugins/metrics.ts'
import type { Handlers } from '../../routing/serve.ts'
import type { BookUseCases } from './books.use-cases.ts'
import { sendPicture } from './send-picture.ts'

/** Lorebooks: knowledge graphs of Markdown files. */
export const bookHandlers = (
  useCases: BookUseCases,
  metrics: Metrics,
): Handlers<Pick<Routes, 'books' | 'bookPicture'>> => ({
  bookPicture: async (scope, { params, query }, { request, reply }) => {
    const picture = await useCases.getBookPicture(scope, { ...params, query })
    sendPicture(picture, { request, reply })
  },
  books: {
    list: (scope) => useCases.listBooks(scope),
    ingest: async (scope, { params, body }) => {
      const answer = await useCases.ingestBook(scope, { ...params, request: body })
      metrics.redactions.inc(answer.server_redactions)
      return answer
    },
    get: (scope, { params }) => useCases.getBook(scope, params),
    entities: (scope, { params, query }) => useCases.listBookEntities(scope, { ...params, query }),
    entity: (scope, { params, query }) => useCases.getBookEntity(scope, { ...params, query }),
    relationships: (scope, { params, query }) =>
      useCases.getBookRelationships(scope, { ...params, query }),
    state: (scope, { params, query }) => useCases.getBookState(scope, { ...params, query }),
    timeline: (scope, { params, query }) => useCases.getBookTimeline(scope, { ...params, query }),
    search: (scope, { params, query }) => useCases.searchBook(scope, { ...params, query }),
    consistency: (scope, { params, query }) =>
      useCases.checkBookConsistency(scope, { ...params, query }),
    graph: (scope, { params, query }) => useCases.getBookGraph(scope, { ...params, query }),
    export: (scope, { params, query }) => useCases.exportBook(scope, { ...params, query }),
    versions: (scope, { params }) => useCases.listBookVersions(scope, params),
    proposals: (scope, { params, query }) =>
      useCases.listBookProposals(scope, { ...params, query }),
    decide: (scope, { params, body }) =>
      useCases.decideBookProposal(scope, { ...params, request: body }),
    generations: (scope, { params }) => useCases.listBookGenerations(scope, params),
    undo: (scope, { params, body }) => useCases.undoBook(scope, { ...params, request: body }),
    links: (scope, { params }) => useCases.getBookLinks(scope, params),
    pictures: (scope, { params }) => useCases.listBookPictures(scope, params),
    keepPictures: (scope, { params, body }) =>
      useCases.keepBookPictures(scope, { ...params, request: body }),
    setLinks: (scope, { params, body }) =>
      useCases.setBookLinks(scope, { ...params, request: body }),
    sql: (scope, { params, body }) => useCases.queryBookSql(scope, { ...params, request: body }),
  },
})
