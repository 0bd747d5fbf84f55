import type { HitRow, TeamRepositories, UnitOfWork, VectorRow } from '@teamlore/db'
import { answerHits, handleOf, type OpenBook, unknownWords } from '@teamlore/lorebook'
import type { BookHits, BookSearchQuery } from '@teamlore/shared/books'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import type { Clock } from '../platform/clock.ts'
import { createQuestionEmbedder, type EmbeddedQuestion } from '../search/question-embedder.ts'
import { NEAR, nearnessOf } from '../search/ranking/nearness.ts'
import type { TextEmbedder } from '../search/text-embedder.ts'
import { quoteLexeme } from '../text/analyse.ts'
import { scopeLexeme } from '../text/scope-lexeme.ts'
import type { OpenBooks } from './open-books.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam' | 'searchInTeam'>
  openBooks: OpenBooks
  embedder?: TextEmbedder | undefined
  earlierEmbedders?: readonly TextEmbedder[] | undefined
  now?: Clock
}
type Input = { book: string; query: BookSearchQuery }

const TIMEOUT_MS = 5_000
/** Long entities stand in several documents. */
const DOCUMENTS_PER_HIT = 3
const SNIPPET = 240
const OF_A_VERSION =
  'Only the book as it is now can be searched by meaning; this is by words alone.'

/** Entities of a book by words; by meaning where that is asked for, and by words again where it cannot be. */
export const makeSearchBook = ({ openBooks, ...deps }: Deps) => {
  const embed = createQuestionEmbedder(deps)
  return async (scope: TeamScope, { book, query }: Input): Promise<BookHits> => {
    const { query: words, at, semantic, ...filter } = query
    const open = await openBooks(scope, book, at)
    const unknown = unknownWords(open.book, { type: filter.type, layer: filter.layer })
    const byWords = (...notes: string[]) => ({
      items: answerHits(open, words, filter),
      notes: [...unknown, ...notes],
    })
    if (!semantic) return byWords()
    if (at !== undefined) return byWords(OF_A_VERSION)
    const question = await embed(scope, words, undefined).promise
    if (question.vector === undefined) return byWords(...(question.note ? [question.note] : []))
    const waiting = await waitingOf(deps, scope, book)
    const items = await nearest(deps, scope, { open, book, query, question })
    // Where nothing is embedded yet, words find at least what they find.
    if (items.length === 0 && waiting.length > 0) return byWords(...waiting)
    return { items, notes: [...unknown, ...waiting] }
  }
}

/** How far embedding has come, while it is under way. */
const waitingOf = async (
  { unitOfWork }: Pick<Deps, 'unitOfWork'>,
  scope: TeamScope,
  book: string,
): Promise<string[]> => {
  const { documents, waiting } = await unitOfWork.inTeam(scope, ({ bookWaiting }) =>
    bookWaiting.count(book),
  )
  if (waiting === 0) return []
  const [left, all] = [waiting, documents].map((one) => one.toLocaleString('en'))
  return [
    `${left} of ${all} texts of this lorebook are still to embed: what only they say is found by words alone.`,
  ]
}

type Question = Extract<EmbeddedQuestion, { vector: Float32Array }>
type Asked = Input & { open: OpenBook; question: Question }

const nearest = (
  { unitOfWork }: Pick<Deps, 'unitOfWork'>,
  scope: TeamScope,
  { open, book, query: { layer, type, limit }, question }: Asked,
): Promise<BookHits['items']> =>
  unitOfWork.searchInTeam(scope, { timeoutMs: TIMEOUT_MS }, async ({ search }) => {
    const rows = await search.findByVector({
      space: question.space,
      vector: question.vector,
      // Its documents bear the name of the book; what else is asked for has to be looked up for each.
      filters:
        layer === undefined && type === undefined ? {} : { book: { name: book, layer, type } },
      within: quoteLexeme(scopeLexeme('book', book)),
      everyVector: false,
      measures: [],
      limit: limit * DOCUMENTS_PER_HIT,
    })
    const best = rows.filter(
      ({ sourceId, similarity }, at) =>
        nearnessOf(similarity, question.space) >= NEAR &&
        rows.findIndex((row) => row.sourceId === sourceId) === at,
    )
    return present(search, open, best.slice(0, limit))
  })

/** What the view of the role says of them: the index may be an ingest behind it or ahead. */
const present = async (
  search: Pick<TeamRepositories['search'], 'readHits'>,
  { book: { entities }, graph }: OpenBook,
  rows: readonly VectorRow[],
): Promise<BookHits['items']> => {
  const texts = new Map(
    (await search.readHits(rows.map(({ id }) => id))).map((hit) => [hit.id, hit]),
  )
  const byPath = new Map(
    entities.flatMap((entity) => (entity.source ? [[entity.source.path, entity]] : [])),
  )
  return rows.flatMap(({ id, similarity }) => {
    const hit = texts.get(id)
    const entity = byPath.get(hit?.paths[0] ?? '')
    if (hit === undefined || entity === undefined) return []
    const { name, type, layer } = entity
    return [
      {
        name,
        handle: handleOf(graph, entity),
        type,
        layer,
        score: Math.round(similarity * 1_000) / 1_000,
        snippet: snippetOf(hit),
        source_file: entity.source?.path ?? null,
      },
    ]
  })
}

const snippetOf = ({ body }: Pick<HitRow, 'body'>): string => {
  const text = body.replace(/\s+/gu, ' ').trim()
  return text.length <= SNIPPET ? text : `${text.slice(0, SNIPPET)}…`
}
