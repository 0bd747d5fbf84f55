import {
  type AskedWords,
  answerEntity,
  answerHits,
  answerList,
  answerRelationships,
  answerState,
  answerTimeline,
  type Book,
  type Direction,
  type Entity,
  entitiesNamed,
  nearestName,
  type OpenBook,
  openBook,
  unknownWords,
  worldDateProblem,
} from '@teamlore/lorebook'
import { CliError, usageError } from '../errors/cli-error.ts'
import type { BookQuery } from './queries.ts'

export type QueryOptions = {
  type?: string | undefined
  layer?: string | undefined
  tag?: string | undefined
  depth?: number | undefined
  direction?: Direction | undefined
  session?: number | undefined
  date?: string | undefined
  /** Tag, commit or date of the repository. */
  at?: string | undefined
  from?: number | undefined
  to?: number | undefined
  /** Order and range of a timeline by the calendar of the book. */
  order?: 'session' | 'world' | undefined
  fromWorld?: string | undefined
  toWorld?: string | undefined
  /** By meaning, which the server alone can. */
  semantic?: boolean | undefined
}

type Asked = { open: OpenBook; name: string; options: QueryOptions }

const layerOf = ({ open: { book }, options: { layer } }: Asked): string => {
  const names = book.project.layers.map(({ name }) => name)
  if (layer === undefined)
    throw usageError('--layer is missing.', `Give one of ${names.join(', ')}.`)
  if (names.includes(layer)) return layer
  const nearest = nearestName(layer, names)
  throw usageError(
    `There is no layer '${layer}'.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
    `The layers are ${names.join(', ')}.`,
  )
}

const entityOf = ({ open: { book, graph }, name }: Asked, type?: string): Entity => {
  const [entity] = entitiesNamed(graph, name, { type })
  if (entity) return entity
  const nearest = nearestName(
    name,
    book.entities.map((one) => one.name),
  )
  throw new CliError({
    code: 'cli.entity_missing',
    message: `There is no entity "${name}"${type === undefined ? '' : ` of type ${type}`}.${nearest === undefined ? '' : ` Did you mean "${nearest}"?`}`,
    hint: 'List what there is with `lore book query list`.',
  })
}

/** What was asked for and is not there. */
const noted = ({ book }: OpenBook, words: AskedWords): { notes?: string[] } => {
  const notes = unknownWords(book, words)
  return notes.length > 0 ? { notes } : {}
}

const ANSWERS: Record<BookQuery, (asked: Asked) => unknown> = {
  entity: (asked) => answerEntity(asked.open, entityOf(asked, asked.options.type)),
  relations: (asked) => {
    const { type, depth, direction } = asked.options
    const entity = entityOf(asked)
    const relationships = answerRelationships(asked.open, entity, { type, depth, direction })
    return { name: entity.name, ...noted(asked.open, { relationship: type }), relationships }
  },
  list: ({ open, options: { type, layer, tag } }) => ({
    ...noted(open, { type, layer, tag }),
    entities: answerList(open, { type, layer, tag }),
  }),
  state: (asked) =>
    answerState(asked.open, entityOf(asked, asked.options.type), layerOf(asked), {
      session: asked.options.session,
      date: asked.options.date,
    }),
  timeline: (asked) => {
    const { from: fromSession, to: toSession, order, fromWorld, toWorld } = asked.options
    const entity = asked.name === '' ? undefined : entityOf(asked).key
    const layer = layerOf(asked)
    for (const date of [fromWorld, toWorld]) {
      const problem = worldDateProblem(asked.open.book.project, date)
      if (problem !== undefined) throw usageError(problem)
    }
    const query = { layer, entity, fromSession, toSession, order, fromWorld, toWorld }
    return { layer, events: answerTimeline(asked.open, query) }
  },
  search: ({ open, name, options: { type, layer } }) => ({
    ...noted(open, { type, layer }),
    hits: answerHits(open, name, { type, layer }),
  }),
}

/** What the files of a book answer. @throws where the name or the layer is none of the book's. */
export const answerFromFiles = (
  book: Book,
  query: BookQuery,
  name: string,
  options: QueryOptions,
): unknown => {
  if (options.semantic)
    throw usageError(
      `--semantic is for a search, not for ${query}.`,
      'For example: lore book query search --semantic "who takes the money"',
    )
  if (name === '' && query !== 'list' && query !== 'timeline')
    throw usageError(
      'Which one? The name is missing.',
      `For example: lore book query ${query} "Name of it"`,
    )
  return ANSWERS[query]({ open: openBook(book), name, options })
}
