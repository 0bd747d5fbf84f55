import {
  bookConsistencyQuerySchema,
  bookEntitiesSchema,
  bookEntityQuerySchema,
  bookEntitySchema,
  bookEvidenceSchema,
  bookHitsSchema,
  bookRelationshipsSchema,
  bookStaleSchema,
  bookStateSchema,
  bookTimelineQuerySchema,
  bookTimelineSchema,
} from '@teamlore/shared/books'
import { z } from 'zod'
import { dotted, quotedLine } from '../quoting/quote.ts'
import type { Tool } from '../tool.ts'
import { eventLine, json, schemaItems, staleLines } from './book-lines.ts'
import { type AskedBook, bookTool } from './book-tool.ts'

/** What a book is about, as its own schema says. */
export type BookWords = {
  types: readonly string[]
  relationships: readonly string[]
  layers: readonly string[]
}

const text = (max: number, description: string) => z.string().min(1).max(max).describe(description)
const list = (words: readonly string[]): string =>
  words.length === 0 ? 'none' : words.map(quotedLine).join(', ')

const noteLines = ({ notes }: { notes: readonly string[] }): string => notes.join('\n')

/** The tools of one lorebook. Their names and parameters are fixed; what they say of themselves comes from its schema. */
export const lorebookTools = (asked: AskedBook, words: BookWords): Tool[] => [
  ...searchTools(asked, words),
  openingTool(asked, words),
  ...walkingTools(asked, words),
  ...timeTools(asked, layerOf(words)),
  ...checkTools(asked),
]

const typesOf = ({ types }: BookWords): string => list(types.slice(0, 40))
const layerOf = ({ layers }: BookWords) => text(300, `One of its layers: ${list(layers)}.`)
const typeOf = (words: BookWords) => text(300, `One of its entity types: ${typesOf(words)}.`)

const hitLine = (hit: z.output<typeof bookHitsSchema>['items'][number]): string =>
  `${dotted(hit.handle, hit.type, hit.layer, `score ${hit.score}`, hit.source_file)}\n  ${hit.snippet}`

const searchTools = (asked: AskedBook, words: BookWords): Tool[] => {
  const [types, layer, type] = [typesOf(words), layerOf(words), typeOf(words)]
  return [
    bookTool(asked, {
      name: 'search_lore',
      title: 'Search the lorebook',
      description: `Search for lore about ${types}: by words of names, tags and texts, best first. Slips in names are forgiven. Open one with get_entity.`,
      input: z.strictObject({
        query: text(1_000, 'Search terms.'),
        layer: layer.optional(),
        type: type.optional(),
      }),
      head: bookHitsSchema.pick({ notes: true }),
      items: 'results',
      item: bookHitsSchema.shape.items.element,
      ask: async ({ useCases, scope }, book, query) => {
        const asked = { ...query, limit: 20, semantic: false }
        const { items, ...head } = await useCases.searchBook(scope, { book, query: asked })
        return { head, items }
      },
      headLine: noteLines,
      itemLine: hitLine,
    }),
    bookTool(asked, {
      name: 'search_lore_semantic',
      title: 'Search the lorebook by meaning',
      description: `Search for lore about ${types} by meaning: what speaks of the same in other words, nearest first. For names and exact words use search_lore. Open one with get_entity.`,
      input: z.strictObject({
        query: text(1_000, 'What is looked for, in plain words.'),
        layer: layer.optional(),
        type: type.optional(),
      }),
      head: bookHitsSchema.pick({ notes: true }),
      items: 'results',
      item: bookHitsSchema.shape.items.element,
      ask: async ({ useCases, scope }, book, query) => {
        const asked = { ...query, limit: 20, semantic: true }
        const { items, ...head } = await useCases.searchBook(scope, { book, query: asked })
        return { head, items }
      },
      headLine: noteLines,
      itemLine: hitLine,
    }),
  ]
}

const openingTool = (asked: AskedBook, words: BookWords): Tool => {
  const [types, type] = [typesOf(words), typeOf(words)]
  return bookTool(asked, {
    name: 'get_entity',
    title: 'Get an entity of the lorebook',
    description: `One entity (${types}) by its name or an alias, in any case: type, layer, all properties, text, source file.`,
    input: z.strictObject({
      name: bookEntityQuerySchema.shape.name.describe('Name of the entity.'),
      type: type.optional().describe('Where several share the name.'),
    }),
    head: bookEntitySchema.omit({ body: true }),
    items: 'body',
    item: z.string().describe('A paragraph of its text.'),
    ask: async ({ useCases, scope }, book, query) => {
      const { body, ...head } = await useCases.getBookEntity(scope, { book, query })
      return {
        head,
        items: body.split(/\n\s*\n/u).filter((paragraph) => paragraph.trim() !== ''),
      }
    },
    headLine: (entity) =>
      [
        dotted(entity.name, entity.type, entity.layer, entity.source_file),
        ...(entity.edit_url === null ? [] : [`edit at ${entity.edit_url}`]),
        ...staleLines(entity),
        `properties ${json(entity.properties)}`,
        `tags ${list(entity.tags)}; mentioned by ${list(entity.mentioned_by)}`,
      ].join('\n'),
    itemLine: (paragraph) => paragraph,
  })
}

const walkingTools = (asked: AskedBook, words: BookWords): Tool[] => {
  const [types, layer, type] = [typesOf(words), layerOf(words), typeOf(words)]
  return [
    bookTool(asked, {
      name: 'get_relationships',
      title: 'Follow relationships in the lorebook',
      description: `Entities connected to one, up to 5 steps away, with the relationship and its direction at each step. Relationships: ${list(words.relationships)}.`,
      input: z.strictObject({
        name: text(300, 'Name of the entity to start from.'),
        type: text(300, 'Only this relationship, by its name or its inverse.').optional(),
        depth: z.int().min(1).max(5).default(1).describe('Steps from the start.'),
        direction: z.enum(['outgoing', 'incoming', 'both']).default('both'),
      }),
      head: bookRelationshipsSchema.pick({ name: true, is_cut: true, notes: true }),
      items: 'relationships',
      item: bookRelationshipsSchema.shape.items.element,
      ask: async ({ useCases, scope }, book, query) => {
        const { items, ...head } = await useCases.getBookRelationships(scope, { book, query })
        return { head, items }
      },
      headLine: noteLines,
      itemLine: (hop) =>
        `${hop.hop}: ${hop.from} ${hop.relationship} (${hop.direction}) ${dotted(hop.handle, hop.type)}  ${hop.is_from_text ? 'in the text of ' : ''}${hop.source_file}:${hop.line}`,
    }),
    bookTool(asked, {
      name: 'list_entities',
      title: 'List entities of the lorebook',
      description: `Names and types of entities, filtered. Types: ${types}. Layers: ${list(words.layers)}.`,
      input: z.strictObject({
        type: type.optional(),
        layer: layer.optional(),
        tag: text(300, 'Only entities with this tag.').optional(),
      }),
      head: bookEntitiesSchema.pick({ notes: true }),
      items: 'entities',
      item: bookEntitiesSchema.shape.items.element,
      ask: async ({ useCases, scope }, book, query) => {
        const { items, ...head } = await useCases.listBookEntities(scope, { book, query })
        return { head, items }
      },
      headLine: noteLines,
      itemLine: (entity) =>
        dotted(
          entity.handle,
          entity.type,
          entity.layer,
          entity.is_placeholder ? 'no file yet' : null,
          entity.is_stale ? 'its file cannot be read, as it was before' : null,
        ),
    }),
  ]
}

const timeTools = (asked: AskedBook, layer: z.ZodString): Tool[] => [
  bookTool(asked, {
    name: 'get_current_state',
    title: 'State of an entity after what happened',
    description:
      'What an entity is in a layer: its properties before anything happened, the events of the layer that changed them in session order, and what they are now, each with who says so.',
    input: z.strictObject({ name: text(300, 'Name of the entity.'), layer }),
    head: bookStateSchema.omit({ events: true }),
    items: 'events',
    item: bookStateSchema.shape.events.element,
    ask: async ({ useCases, scope }, book, query) => {
      const { events, ...head } = await useCases.getBookState(scope, { book, query })
      return { head, items: events }
    },
    headLine: ({ name, layer: where, stale, base, current }) =>
      [
        `${name} in ${where}`,
        ...staleLines({ stale }),
        `base ${json(base)}`,
        `current ${json(current)}`,
      ].join('\n'),
    itemLine: eventLine,
  }),
  bookTool(asked, {
    name: 'get_timeline',
    title: 'Events of a layer',
    description:
      'Events of a layer in session order, with who took part, where, and their consequences; of one entity, a range of sessions or of dates in the world.',
    input: z.strictObject({
      layer,
      entity: text(300, 'Only events that involve this entity.').optional(),
      from_session: z.int().min(0).optional().describe('First session.'),
      to_session: z.int().min(0).optional().describe('Last session.'),
      order: bookTimelineQuerySchema.shape.order,
      from_world: bookTimelineQuerySchema.shape.from_world,
      to_world: bookTimelineQuerySchema.shape.to_world,
    }),
    head: bookTimelineSchema.pick({ layer: true }),
    items: 'events',
    item: bookTimelineSchema.shape.items.element,
    ask: async ({ useCases, scope }, book, query) => {
      const { items, ...head } = await useCases.getBookTimeline(scope, { book, query })
      return { head, items }
    },
    itemLine: eventLine,
  }),
]

const checkTools = (asked: AskedBook): Tool[] => [
  bookTool(asked, {
    name: 'check_consistency',
    title: 'Gather evidence on a claim',
    description:
      'What the lorebook says that bears on a proposed fact about an entity: properties, relationships, events, passages, and memories of the team that name it; what may conflict comes first. It gathers evidence; whether it contradicts, you judge.',
    input: z.strictObject({
      entity: bookConsistencyQuerySchema.shape.entity.describe('Name of the entity.'),
      claim: bookConsistencyQuerySchema.shape.claim.describe('The proposed fact, in plain words.'),
    }),
    head: bookEvidenceSchema.omit({ items: true }),
    items: 'evidence',
    item: bookEvidenceSchema.shape.items.element,
    ask: async ({ useCases, scope }, book, query) => {
      const { items, ...head } = await useCases.checkBookConsistency(scope, { book, query })
      return { head, items }
    },
    itemLine: ({ kind, text: said, may_conflict, source_file, line, found_in }) =>
      `${may_conflict ? 'MAY CONFLICT ' : ''}${kind}: ${said}${source_file === null ? '' : `  ${source_file}${line === null ? '' : `:${line}`}`}${found_in ? `  ${found_in.id}` : ''}`,
  }),
  bookTool(asked, {
    name: 'get_schema',
    title: 'Schema of the lorebook',
    description: 'Which entity types, properties, relationships and layers the lorebook has.',
    input: z.strictObject({}),
    head: z.object({
      book: z.string(),
      layers: z.array(z.string()),
      stale: bookStaleSchema.nullable(),
    }),
    items: 'declarations',
    item: z.object({ kind: z.string(), name: z.string(), declaration: z.json() }),
    ask: async ({ useCases, scope }, book) => {
      const { name, layers, schema, stale_schema } = await useCases.getBook(scope, { book })
      return {
        head: { book: name, layers: layers.map((one) => one.name), stale: stale_schema },
        items: schemaItems(schema),
      }
    },
    headLine: ({ book, layers, stale }) =>
      [`${book}: layers ${list(layers)}`, ...staleLines({ stale })].join('\n'),
    itemLine: ({ kind, declaration }) => `${kind} ${json(declaration)}`,
  }),
]
