import type { Book, BookEvent, Consequence, Entity } from '../book.types.ts'
import type { JsonObject } from '../json.types.ts'
import { withDependencies } from '../project/layers.ts'
import type { BookProject } from '../project/project.types.ts'
import { BOOK_ROLES, type BookRole, sees, strictest } from '../roles.ts'
import { mappingsOf } from '../schema/built-in.ts'
import type { BookSchema } from '../schema/schema.types.ts'
import { type HiddenNames, newHiddenNames } from './hidden-names.ts'

type Declared = Pick<Book, 'project' | 'schema'>

/** Every role that something of a book needs. */
const needsOf = ({ project, schema }: Declared): BookRole[] =>
  [
    ...project.layers.map(({ needs }) => needs),
    ...schema.relationship_types.map(({ needs }) => needs),
    ...schema.entity_types.flatMap(({ properties }) => properties.map(({ needs }) => needs)),
    ...Object.values(schema.visibility?.needs ?? {}),
  ].filter((needs) => needs !== undefined)

/** Whether a role sees all that a book may ever hold. */
export const seesWhole = (declared: Declared, role: BookRole): boolean =>
  needsOf(declared).every((needs) => sees(role, needs))

/**
 * The least role that sees an entity by the word of its visibility. A word that the enum does not list, or none where the
 * type asks for one, hides it as far as any word does: a slip must not show what was meant to be hidden.
 */
const neededFor = ({ visibility, entity_types }: BookSchema) => {
  const strict = strictest(Object.values(visibility?.needs ?? {}))
  const listed = new Map(
    entity_types.flatMap(({ name, properties }) =>
      properties
        .filter((property) => property.name === visibility?.property)
        .map(({ values }): [string, readonly string[]] => [name, values ?? []]),
    ),
  )
  return ({ type, properties, source }: Entity): BookRole | undefined => {
    if (visibility === undefined || source === null) return undefined
    const words = listed.get(type ?? '')
    const word = Object.hasOwn(properties, visibility.property)
      ? String(properties[visibility.property])
      : undefined
    if (words === undefined && word === undefined) return undefined
    if (word === undefined || !(words ?? Object.keys(visibility.needs)).includes(word))
      return strict
    return Object.hasOwn(visibility.needs, word) ? visibility.needs[word] : undefined
  }
}

/** Layers that a role sees; one that stood on a hidden layer stands on what that stood on. */
const shownProject = (project: BookProject, role: BookRole): BookProject => {
  const shown = project.layers.filter(({ needs }) => sees(role, needs))
  const names = new Set(shown.map(({ name }) => name))
  return {
    ...project,
    layers: shown.map((layer) => ({
      ...layer,
      depends_on: withDependencies(project.layers, layer.name)
        .map(({ name }) => name)
        .filter((name) => name !== layer.name && names.has(name)),
    })),
  }
}

const shownSchema = (schema: BookSchema, role: BookRole): BookSchema => {
  const relationships = schema.relationship_types.filter(({ needs }) => sees(role, needs))
  const hidden = new Set(
    schema.relationship_types.filter(({ needs }) => !sees(role, needs)).map(({ name }) => name),
  )
  const { links, ...rest } = schema
  return {
    ...rest,
    ...(links && !hidden.has(links.relationship) && { links }),
    relationship_types: relationships,
    entity_types: schema.entity_types.map((type) => ({
      ...type,
      identity: type.identity.filter((field) =>
        type.properties.every(({ name, needs }) => name !== field || sees(role, needs)),
      ),
      properties: type.properties.filter(({ needs }) => sees(role, needs)),
      field_mappings: type.field_mappings.filter(({ relationship }) => !hidden.has(relationship)),
    })),
  }
}

/** Properties of each type that a role does not see; fields of hidden relationships are among them. */
const hiddenProperties = (schema: BookSchema, shown: BookSchema): Map<string, Set<string>> =>
  new Map(
    schema.entity_types.map(({ name, properties, field_mappings }, at) => {
      const left = shown.entity_types[at]
      const kept = new Set([
        ...(left?.properties ?? []).map((one) => one.name),
        ...(left?.field_mappings ?? []).map(({ field }) => field),
      ])
      const all = [
        ...properties.map((one) => one.name),
        ...field_mappings.map(({ field }) => field),
      ]
      return [name, new Set(all.filter((one) => !kept.has(one)))]
    }),
  )

type Shown = {
  names: HiddenNames
  isHidden: (type: string | null, property: string) => boolean
  /** Whether the values of a field name entities. */
  isReference: (type: string | null, property: string) => boolean
}

/** What is wrong with a file may quote what is hidden in it. */
const shownSource = (source: NonNullable<Entity['source']>): Entity['source'] =>
  source.stale === undefined
    ? source
    : { ...source, stale: { ...source.stale, message: 'Its file cannot be read at the moment.' } }

const shownEntity = (entity: Entity, { names, isHidden, isReference }: Shown): Entity => {
  const properties = Object.fromEntries(
    Object.entries(entity.properties).flatMap(([name, value]) => {
      const kept = isHidden(entity.type, name)
        ? undefined
        : names.maskedValue(value, isReference(entity.type, name))
      return kept === undefined ? [] : [[name, kept]]
    }),
  ) as JsonObject
  const lines = Object.fromEntries(
    Object.entries(entity.lines).filter(([name]) => Object.hasOwn(properties, name)),
  )
  const source = entity.source && shownSource(entity.source)
  return { ...entity, properties, lines, source, body: names.maskedText(entity.body) }
}

const shownConsequence = (
  consequence: Consequence,
  target: Entity | undefined,
  { names, isHidden }: Shown,
): Consequence[] => {
  const { name, entity, property, effect } = consequence
  const isGone = entity !== null && target === undefined
  if (isGone || names.isSecret(name) || isHidden(target?.type ?? null, property)) return []
  if (effect.do === 'unset') return [consequence]
  const value = names.maskedValue(effect.value)
  return value === undefined ? [] : [{ ...consequence, effect: { ...effect, value } }]
}

const shownEvent = (event: BookEvent, byKey: Map<string, Entity>, shown: Shown): BookEvent[] => {
  const own = byKey.get(event.key)
  if (own === undefined) return []
  const isShown = (property: string): boolean => !shown.isHidden(own.type, property)
  return [
    {
      ...event,
      session: isShown('session') ? event.session : null,
      dateReal: isShown('date_real') ? event.dateReal : null,
      dateInWorld: isShown('date_in_world') ? event.dateInWorld : null,
      consequences: event.consequences.flatMap((one) =>
        shownConsequence(one, byKey.get(one.entity ?? ''), shown),
      ),
    },
  ]
}

/**
 * A book as a role sees it: without the layers, entities, properties and relationships that need more, and without a trace
 * of them. Every door asks such a view, so none can say more than another. What was wrong with the files is not shown to whom
 * something is hidden: reports name what they speak of.
 */
export const viewOfBook = (book: Book, role: BookRole): Book => {
  if (seesWhole(book, role)) return book
  const project = shownProject(book.project, role)
  const schema = shownSchema(book.schema, role)
  const layers = new Set(project.layers.map(({ name }) => name))
  const needed = neededFor(book.schema)
  const relationships = new Set(
    book.schema.relationship_types
      .filter(({ needs }) => !sees(role, needs))
      .map(({ name }) => name),
  )
  const described = book.entities.filter(
    (entity) => entity.source !== null && layers.has(entity.layer) && sees(role, needed(entity)),
  )
  const writers = new Set(described.map(({ key }) => key))
  // What has no file is known by who names it.
  const named = new Set(
    book.edges
      .filter(({ relationship }) => !relationships.has(relationship))
      .flatMap(({ from, to }) => (writers.has(from) ? [to] : writers.has(to) ? [from] : [])),
  )
  const kept = book.entities.filter(
    ({ key, source, layer }) =>
      writers.has(key) || (source === null && layers.has(layer) && named.has(key)),
  )
  const keys = new Set(kept.map(({ key }) => key))
  const properties = hiddenProperties(book.schema, schema)
  const references = new Map(
    book.schema.entity_types.map((type) => [
      type.name,
      new Set(mappingsOf(type).map(({ field }) => field)),
    ]),
  )
  const shown: Shown = {
    names: newHiddenNames(
      kept,
      book.entities.filter(({ key }) => !keys.has(key)),
      book.schema,
    ),
    isReference: (type, property) => references.get(type ?? '')?.has(property) ?? false,
    isHidden: (type, property) => properties.get(type ?? '')?.has(property) ?? false,
  }
  const entities = kept.map((entity) => shownEntity(entity, shown))
  const byKey = new Map(entities.map((entity) => [entity.key, entity]))
  return {
    project,
    schema,
    entities,
    edges: book.edges.filter(
      ({ from, to, relationship }) =>
        keys.has(from) && keys.has(to) && !relationships.has(relationship),
    ),
    mentions: book.mentions.filter(({ from, to }) => keys.has(from) && keys.has(to)),
    events: book.events.flatMap((event) => shownEvent(event, byKey, shown)),
    problems: [],
  }
}

/** Roles that see a book differently from the role before them; who asks is served the view of one of them. */
export const viewRoleOf = (declared: Declared, role: BookRole): BookRole =>
  seesWhole(declared, role)
    ? 'owner'
    : (BOOK_ROLES.find((one) =>
        needsOf(declared).every((needs) => sees(one, needs) === sees(role, needs)),
      ) ?? role)
