import type { Entity } from '../book.types.ts'
import { codeKey, fileName, nameKey } from '../names.ts'
import { withDependencies } from '../project/layers.ts'
import type { BookProject } from '../project/project.types.ts'
import type { BookSchema } from '../schema/schema.types.ts'
import { codesOf } from './codes-of.ts'
import { nearestTo, pathFrom } from './near-paths.ts'

type ByKey = Map<string, Entity[]>
const WAYS = ['titles', 'aliases', 'codes', 'files'] as const
type LayerNames = Record<(typeof WAYS)[number], ByKey>

const put = (map: ByKey, key: string, entity: Entity): void => {
  const before = map.get(key)
  if (before === undefined) map.set(key, [entity])
  else if (!before.includes(entity)) before.push(entity)
}

export type Found =
  /** `rivals`: others that the same name could mean as well. */
  | { as: 'entity'; entity: Entity; rivals: readonly Entity[] }
  /** It is there, but of a type that may not be named here. */
  | { as: 'other-type'; entity: Entity }
  /** It is in a layer that the asking one does not depend on. */
  | { as: 'out-of-reach'; entity: Entity }
  | { as: 'unknown' }

/** Who asks: the layer of a note, and its path where it has one. */
export type Asker = { layer: string; path: string }

const fitting = (group: readonly Entity[], types: readonly string[]): readonly Entity[] =>
  types.length === 0 ? group : group.filter(({ type }) => type === null || types.includes(type))

const newLayerNames = (): LayerNames => ({
  titles: new Map(),
  aliases: new Map(),
  codes: new Map(),
  files: new Map(),
})

/** Entities by the names they answer to, layer by layer. */
export const newNameIndex = (project: BookProject, schema: BookSchema) => {
  const layers = new Map(project.layers.map(({ name }) => [name, newLayerNames()]))
  const codes = codesOf(schema)
  const hasCodes = schema.entity_types.some(({ identity }) => identity.length > 0)
  const byFile: ByKey = new Map()
  const reaches = new Map(
    project.layers.map(({ name }) => [name, withDependencies(project.layers, name)]),
  )
  const inLayer = (layer: string, key: string, way: keyof LayerNames): Entity[] =>
    layers.get(layer)?.[way].get(key) ?? []
  /** Groups of equal rank: titles of all layers before any alias, then numbers and codes, then files; the nearest layer first. */
  function* groups(names: readonly { name: string }[], name: string): Generator<Entity[]> {
    const plain = nameKey(name)
    for (const way of WAYS) {
      const key = way === 'codes' && hasCodes ? codeKey(name) : plain
      for (const layer of names) {
        const group = layers.get(layer.name)?.[way].get(key)
        if (group !== undefined) yield group
      }
    }
  }
  const reached = (layer: string, entity: Entity): boolean =>
    reaches.get(layer)?.some(({ name }) => name === entity.layer) ?? false

  return {
    add: (entity: Entity): void => {
      const names = layers.get(entity.layer)
      if (names === undefined) return
      put(names.titles, nameKey(entity.name), entity)
      for (const alias of entity.aliases) put(names.aliases, nameKey(alias), entity)
      for (const code of codes(entity)) put(names.codes, code, entity)
      if (entity.source === null) return
      const file = nameKey(fileName(entity.source.path))
      put(names.files, file, entity)
      put(byFile, file, entity)
    },
    /** Entities of a layer by title or alias. */
    titled: (layer: string, name: string): Entity[] => inLayer(layer, nameKey(name), 'titles'),
    aliased: (layer: string, name: string): Entity[] => inLayer(layer, nameKey(name), 'aliases'),
    /** What a name means to a note. Of several of one name the one whose file is nearest. */
    find: ({ layer, path }: Asker, name: string, types: readonly string[] = []): Found => {
      let other: Entity | undefined
      for (const group of groups(reaches.get(layer) ?? [], name)) {
        const [entity, ...rivals] = nearestTo(path, fitting(group, types))
        if (entity) return { as: 'entity', entity, rivals }
        other ??= group[0]
      }
      if (other) return { as: 'other-type', entity: other }
      for (const group of groups(project.layers, name)) {
        const anywhere = group.find(({ source }) => source !== null)
        if (anywhere) return { as: 'out-of-reach', entity: anywhere }
      }
      return { as: 'unknown' }
    },
    /** What a path means to a note: as seen from its folder, else from that of the book, else the end of the path of one file. */
    findByPath: ({ layer, path }: Asker, written: string): Found => {
      const entity = pathFrom(path, written, (file) => byFile.get(file) ?? [])
      if (entity === undefined) return { as: 'unknown' }
      return reached(layer, entity)
        ? { as: 'entity', entity, rivals: [] }
        : { as: 'out-of-reach', entity }
    },
  }
}

export type NameIndex = ReturnType<typeof newNameIndex>
