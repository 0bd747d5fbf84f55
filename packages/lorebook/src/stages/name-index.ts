import type { Entity } from '../book.types.ts'
import { nameKey } from '../names.ts'
import { withDependencies } from '../project/layers.ts'
import type { BookProject } from '../project/project.types.ts'

type ByKey = Map<string, Entity[]>
type LayerNames = { titles: ByKey; aliases: ByKey }

const put = (map: ByKey, key: string, entity: Entity): void => {
  const before = map.get(key)
  if (before === undefined) map.set(key, [entity])
  else if (!before.includes(entity)) before.push(entity)
}

export type Found =
  | { as: 'entity'; entity: Entity }
  /** It is there, but of a type that may not be named here. */
  | { as: 'other-type'; entity: Entity }
  /** It is in a layer that the asking one does not depend on. */
  | { as: 'out-of-reach'; entity: Entity }
  | { as: 'unknown' }

const fits = (entity: Entity, types: readonly string[]): boolean =>
  types.length === 0 || entity.type === null || types.includes(entity.type)

/** Entities by the names they answer to, layer by layer. */
export const newNameIndex = (project: BookProject) => {
  const layers = new Map<string, LayerNames>(
    project.layers.map(({ name }) => [name, { titles: new Map(), aliases: new Map() }]),
  )
  const reaches = new Map(
    project.layers.map(({ name }) => [name, withDependencies(project.layers, name)]),
  )
  const inLayer = (layer: string, key: string, which: keyof LayerNames): Entity[] =>
    layers.get(layer)?.[which].get(key) ?? []
  /** Nearest layer first, and titles of all layers before any alias. */
  const candidates = (names: readonly { name: string }[], key: string): Entity[] => [
    ...names.flatMap(({ name }) => inLayer(name, key, 'titles')),
    ...names.flatMap(({ name }) => inLayer(name, key, 'aliases')),
  ]

  return {
    add: (entity: Entity): void => {
      const names = layers.get(entity.layer)
      if (names === undefined) return
      put(names.titles, nameKey(entity.name), entity)
      for (const alias of entity.aliases) put(names.aliases, nameKey(alias), entity)
    },
    /** Entities of a layer by title or alias. */
    titled: (layer: string, name: string): Entity[] => inLayer(layer, nameKey(name), 'titles'),
    aliased: (layer: string, name: string): Entity[] => inLayer(layer, nameKey(name), 'aliases'),
    /** What a name means to a note of a layer. */
    find: (layer: string, name: string, types: readonly string[] = []): Found => {
      const key = nameKey(name)
      const visible = candidates(reaches.get(layer) ?? [], key)
      const entity = visible.find((one) => fits(one, types))
      if (entity) return { as: 'entity', entity }
      if (visible[0]) return { as: 'other-type', entity: visible[0] }
      const anywhere = candidates(project.layers, key).find(({ source }) => source !== null)
      return anywhere ? { as: 'out-of-reach', entity: anywhere } : { as: 'unknown' }
    },
  }
}

export type NameIndex = ReturnType<typeof newNameIndex>
