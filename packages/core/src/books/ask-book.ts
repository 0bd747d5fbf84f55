import type { UnitOfWork } from '@teamlore/db'
import {
  answerEntity,
  answerGraph,
  answerList,
  answerRelationships,
  answerState,
  answerTimeline,
  type Entity,
  entitiesNamed,
  exportBook,
  nearestName,
  type OpenBook,
  openBook,
  roleForExport,
  selectFrom,
  unknownWords,
  viewOfBook,
  worldDateProblem,
} from '@teamlore/lorebook'
import type {
  BookEntityQuery,
  BookExportQuery,
  BookGraphQuery,
  BookListQuery,
  BookRelationshipsQuery,
  BookStateQuery,
  BookTimelineQuery,
} from '@teamlore/shared/books'
import { noteExport } from '../identity/teams/note-export.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { dateUnreadable, entityNotFound, layerNotFound } from './books.errors.ts'
import { editUrlOf } from './edit-url.ts'
import type { OpenBooks } from './open-books.ts'

type Deps = { openBooks: OpenBooks }
/** So many texts are remembered as moved ahead. */
const MAX_HURRIED = 10_000

const didYouMean = (word: string, names: readonly string[]): string => {
  const nearest = nearestName(word, names)
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
}

type Meant = { type?: string | undefined; from?: string | undefined }

/** @throws DomainError `book.entity_not_found` */
export const entityOf = ({ book, graph }: OpenBook, name: string, meant: Meant = {}): Entity => {
  const [entity] = entitiesNamed(graph, name, meant)
  if (entity) return entity
  const near = didYouMean(
    name,
    book.entities.map((one) => one.name),
  )
  throw entityNotFound({ message: `There is no entity of that name in this lorebook.${near}` })
}

/** @throws DomainError `book.layer_not_found` */
const layerOf = ({ book }: OpenBook, layer: string): string => {
  const names = book.project.layers.map(({ name }) => name)
  if (names.includes(layer)) return layer
  throw layerNotFound({
    message: `There is no layer of that name in this lorebook.${didYouMean(layer, names)} There are: ${names.join(', ')}.`,
  })
}

/** Makes a question to a lorebook: what it answers, from a book that is open, now or as it was `at` a version. */
const asking =
  <Q extends { at?: string | undefined }, A>(answer: (open: OpenBook, query: Q) => A) =>
  ({ openBooks }: Deps) =>
  async (scope: TeamScope, { book, query }: { book: string; query: Q }): Promise<A> =>
    answer(await openBooks(scope, book, query.at), query)

/** Opens an entity. What people look at is embedded before the rest of its book. */
export const makeGetBookEntity = ({ openBooks }: Deps) => {
  const hurried = new Set<string>()
  /** Once for each text: what was opened before is at the head of the queue, or embedded. */
  const isNew = ({ teamId }: TeamScope, book: string, { key, source }: Entity): boolean => {
    const text = JSON.stringify([teamId, book, key, source?.hash])
    if (source === null || hurried.has(text)) return false
    if (hurried.size >= MAX_HURRIED) hurried.clear()
    hurried.add(text)
    return true
  }
  return async (
    scope: TeamScope,
    { book, query: { at, name, type, from } }: { book: string; query: BookEntityQuery },
  ): Promise<ReturnType<typeof answerEntity> & { edit_url: string | null }> => {
    const meant = { type, from }
    // In the transaction that opens the book: one of its own would take longer than the answer.
    const open = await openBooks(scope, book, at, async ({ bookWaiting }, found) => {
      const entity = entityOf(found, name, meant)
      if (isNew(scope, book, entity)) await bookWaiting.hurry(book, entity.key)
    })
    const entity = entityOf(open, name, meant)
    // What was may be nowhere by now.
    const edit_url = at === undefined ? editUrlOf(open.home, entity.source?.path ?? null) : null
    return { ...answerEntity(open, entity), edit_url }
  }
}

/** Of a large book five steps reach nearly everything, which nobody reads. */
const MAX_RELATIONSHIPS = 2_000

export const makeGetBookRelationships = asking(
  (open, { name, at: _, ...query }: BookRelationshipsQuery) => {
    const entity = entityOf(open, name)
    const found = answerRelationships(open, entity, { ...query, limit: MAX_RELATIONSHIPS + 1 })
    const items = found.slice(0, MAX_RELATIONSHIPS)
    const notes = unknownWords(open.book, { relationship: query.type })
    return { name: entity.name, is_cut: found.length > MAX_RELATIONSHIPS, items, notes }
  },
)

export const makeListBookEntities = asking((open, { at: _, ...filter }: BookListQuery) => ({
  items: answerList(open, filter),
  notes: unknownWords(open.book, filter),
}))

export const makeGetBookState = asking((open, { name, layer, session, date }: BookStateQuery) =>
  answerState(open, entityOf(open, name), layerOf(open, layer), { session, date }),
)

export const makeGetBookTimeline = asking((open, query: BookTimelineQuery) => {
  const layer = layerOf(open, query.layer)
  const entity = query.entity === undefined ? undefined : entityOf(open, query.entity).key
  const { from_session: fromSession, to_session: toSession, order } = query
  const { from_world: fromWorld, to_world: toWorld } = query
  for (const date of [fromWorld, toWorld]) {
    const problem = worldDateProblem(open.book.project, date)
    if (problem !== undefined) throw dateUnreadable({ message: problem })
  }
  const asked = { layer, entity, fromSession, toSession, order, fromWorld, toWorld }
  return { layer, items: answerTimeline(open, asked) }
})

export const makeGetBookGraph = asking((open, { at: _, ...query }: BookGraphQuery) => {
  if (query.around !== undefined) entityOf(open, query.around)
  return answerGraph(open, query)
})

const exported = (open: OpenBook, { format, role, at: _, ...selection }: BookExportQuery) => {
  const as = role ?? roleForExport(format)
  const view = as === undefined ? open : openBook(viewOfBook(open.book, as))
  if (selection.around !== undefined) entityOf(view, selection.around)
  const part = selectFrom(view.graph, view.book.edges, selection)
  return { format, text: exportBook({ ...view.book, ...part }, format) }
}

/**
 * A book or a part of it as a text of a format, as whoever asks sees it; as a lesser role sees it where that is named. It is an
 * audit event.
 */
export const makeExportBook =
  ({ openBooks, unitOfWork }: Deps & { unitOfWork: Pick<UnitOfWork, 'inTeam'> }) =>
  async (scope: TeamScope, { book, query }: { book: string; query: BookExportQuery }) => {
    const answer = exported(await openBooks(scope, book, query.at), query)
    const { format, role = null } = query
    await unitOfWork.inTeam(scope, async (repos) => {
      const found = await repos.books.find(book)
      await noteExport(repos, scope, {
        action: 'book.exported',
        subject: found?.id ?? null,
        details: { name: book, format, role },
      })
    })
    return answer
  }
