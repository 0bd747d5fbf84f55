import type { Book, BookEvent, Consequence, Entity } from '../book.types.ts'
import type { JsonObject, JsonValue } from '../json.types.ts'
import { nameKey } from '../names.ts'
import { withDependencies } from '../project/layers.ts'
import { type AsOf, eventsOfLayer } from './event-order.ts'

/** Who says that a property is so. */
export type Provenance =
  | { by: 'note'; layer: string; file: string; line: number }
  | { by: 'default'; layer: string }
  | {
      by: 'event'
      event: string
      layer: string
      session: number | null
      file: string
      line: number
    }

export type EventEffects = { event: BookEvent; consequences: Consequence[] }

export type CurrentState = {
  entity: Entity
  /** Properties before anything happened. */
  base: JsonObject
  /** Events that changed the entity, in order. */
  events: EventEffects[]
  /** Properties after all of them. */
  current: JsonObject
  /** For each property that was ever set: what set or unset it last. */
  provenance: { [property: string]: Provenance }
}

type StateInput = Pick<Book, 'project' | 'entities' | 'events'>
type Values = Map<string, { value: JsonValue | undefined; by: Provenance }>

const same = (a: JsonValue, b: JsonValue): boolean =>
  a === b ||
  (typeof a === 'string' && typeof b === 'string' && nameKey(a) === nameKey(b)) ||
  JSON.stringify(a) === JSON.stringify(b)

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value as JsonValue]
}

/** What a property is after a consequence; undefined where it is no more. */
export const afterEffect = (
  before: JsonValue | undefined,
  { effect }: Pick<Consequence, 'effect'>,
): JsonValue | undefined => {
  switch (effect.do) {
    case 'set':
      return effect.value
    case 'unset':
      return undefined
    case 'add': {
      const added = listOf(effect.value)
      const kept = listOf(before)
      return [...kept, ...added.filter((one) => !kept.some((other) => same(one, other)))]
    }
    case 'remove': {
      const removed = listOf(effect.value)
      const kept = listOf(before).filter((one) => !removed.some((other) => same(one, other)))
      if (Array.isArray(before)) return kept
      return kept[0]
    }
  }
}

/** What says of an entity before anything happens: what-if layers over what they restate, farthest first. */
const groundsOf = ({ project, entities }: StateInput, entity: Entity, layer: string): Entity[] => {
  const key = nameKey(entity.name)
  const reach = withDependencies(project.layers, layer)
  const found = reach.flatMap(({ name }) =>
    entities.filter(
      (one) => one.layer === name && nameKey(one.name) === key && one.type === entity.type,
    ),
  )
  const grounded = found.findIndex(
    (one) => !reach.find(({ name }) => name === one.layer)?.overrides && one.source !== null,
  )
  return found.slice(0, grounded === -1 ? found.length : grounded + 1).toReversed()
}

const setBase = (values: Values, { layer, source, lines, properties }: Entity): void => {
  for (const [name, value] of Object.entries(properties)) {
    const line = Object.hasOwn(lines, name) ? lines[name] : undefined
    // A default of the what-if layer must not undo what the base really says.
    if (line === undefined && values.has(name)) continue
    const by: Provenance =
      line === undefined || source === null
        ? { by: 'default', layer }
        : { by: 'note', layer, file: source.path, line }
    values.set(name, { value, by })
  }
}

const present = (values: Values): JsonObject =>
  Object.fromEntries(
    [...values].flatMap(([name, { value }]): [string, JsonValue][] =>
      value === undefined ? [] : [[name, value]],
    ),
  )

/** The state of an entity in a layer: its properties, and what the layer's events made of them, as of a session or a date if named. */
export const currentState = (
  book: StateInput,
  entity: Entity,
  layer: string,
  asOf: AsOf = {},
): CurrentState => {
  const grounds = groundsOf(book, entity, layer)
  const keys = new Set([entity.key, ...grounds.map(({ key }) => key)])
  const values: Values = new Map()
  for (const ground of grounds) setBase(values, ground)
  const base = present(values)
  const events = eventsOfLayer(book, layer, asOf).flatMap((event): EventEffects[] => {
    const consequences = event.consequences.filter(
      (one) => one.entity !== null && keys.has(one.entity),
    )
    return consequences.length === 0 ? [] : [{ event, consequences }]
  })
  for (const { event, consequences } of events)
    for (const consequence of consequences) {
      const { property, line } = consequence
      values.set(property, {
        value: afterEffect(values.get(property)?.value, consequence),
        by: {
          by: 'event',
          event: event.key,
          layer: event.layer,
          session: event.session,
          file: event.file,
          line,
        },
      })
    }
  return {
    entity: grounds.at(-1) ?? entity,
    base,
    events,
    current: present(values),
    provenance: Object.fromEntries([...values].map(([name, { by }]) => [name, by])),
  }
}
