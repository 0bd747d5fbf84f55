import {
  type Book,
  currentState,
  type Direction,
  type Entity,
  entitiesNamed,
  type Graph,
  listEntities,
  nearestName,
  newGraph,
  relationshipsOf,
  timelineOf,
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
  from?: number | undefined
  to?: number | undefined
}

type Asked = { book: Book; graph: Graph; name: string; options: QueryOptions }

const layerOf = ({ book }: Asked, layer: string | undefined): string => {
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

const entityOf = ({ book, graph, name, options: { type } }: Asked): Entity => {
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

const shownEntity = ({ name, type, layer, tags, aliases, properties, source }: Entity) => ({
  name,
  type,
  layer,
  aliases,
  tags,
  properties,
  source_file: source?.path ?? null,
})

const nameOf = ({ graph }: Asked, key: string | null): string | null =>
  key === null ? null : (graph.byKey.get(key)?.name ?? key)

const shownEvent = (asked: Asked, event: Book['events'][number]) => ({
  event: nameOf(asked, event.key),
  layer: event.layer,
  session: event.session,
  date_real: event.dateReal,
  date_in_world: event.dateInWorld,
  involves: (asked.graph.edges.get(event.key) ?? [])
    .filter(({ from }) => from === event.key)
    .map(({ relationship, to }) => ({ relationship, name: nameOf(asked, to) })),
  consequences: event.consequences.map(({ name, property, effect }) => ({
    entity: name,
    property,
    ...effect,
  })),
  source_file: event.file,
})

const ANSWERS: Record<BookQuery, (asked: Asked) => unknown> = {
  entity: (asked) => {
    const entity = entityOf(asked)
    const backlinks = asked.graph.backlinks.get(entity.key) ?? []
    return {
      ...shownEntity(entity),
      body: entity.body,
      mentioned_by: [...new Set(backlinks.map(({ from }) => nameOf(asked, from)))],
    }
  },
  relations: (asked) => {
    const { type, depth, direction } = asked.options
    const entity = entityOf({ ...asked, options: {} })
    return {
      name: entity.name,
      relationships: relationshipsOf(asked.graph, entity.key, { type, depth, direction }).map(
        ({ hop, from, relationship, direction: way, to, edge }) => ({
          hop,
          from: nameOf(asked, from),
          relationship,
          direction: way,
          to: nameOf(asked, to),
          source_file: edge.file,
          line: edge.line,
        }),
      ),
    }
  },
  list: ({ graph, options: { type, layer, tag } }) => ({
    entities: listEntities(graph, { type, layer, tag }).map((entity) => ({
      name: entity.name,
      type: entity.type,
      layer: entity.layer,
      is_placeholder: entity.source === null,
    })),
  }),
  state: (asked) => {
    const { layer, session } = asked.options
    const state = currentState(asked.book, entityOf(asked), layerOf(asked, layer), session)
    return {
      name: state.entity.name,
      layer,
      base: state.base,
      events: state.events.map(({ event, consequences }) => ({
        ...shownEvent(asked, { ...event, consequences }),
      })),
      current: state.current,
      provenance: state.provenance,
    }
  },
  timeline: (asked) => {
    const { layer, from, to } = asked.options
    const entity = asked.name === '' ? undefined : entityOf(asked).key
    return {
      layer,
      events: timelineOf(asked.book, {
        layer: layerOf(asked, layer),
        entity,
        fromSession: from,
        toSession: to,
      }).map((event) => shownEvent(asked, event)),
    }
  },
}

/** What the files of a book answer. @throws where the name or the layer is none of the book's. */
export const answerFromFiles = (
  book: Book,
  query: BookQuery,
  name: string,
  options: QueryOptions,
): unknown => {
  if (name === '' && query !== 'list' && query !== 'timeline')
    throw usageError(
      `Which entity? The name is missing.`,
      `For example: lore book query ${query} "Name of it"`,
    )
  return ANSWERS[query]({ book, graph: newGraph(book), name, options })
}
