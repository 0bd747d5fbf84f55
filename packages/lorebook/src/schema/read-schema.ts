import { nearestName } from '../nearest-name.ts'
import { newProblem, type Problem } from '../problems.ts'
import { checkShape } from '../reading/check-shape.ts'
import { type ReadYaml, readYaml } from '../reading/read-yaml.ts'
import { relationshipTypesOf } from './built-in.ts'
import {
  type BookSchema,
  type EntityType,
  type Property,
  schemaFileSchema,
} from './schema.types.ts'
import { type UsableSchema, usableSchema } from './usable-schema.ts'
import { valueProblem } from './value-problem.ts'

export const SCHEMA_FILE = 'schema.yaml'
const MAX_BYTES = 1024 * 1024
/** Fields with a meaning of their own, which no property may take. */
const TAKEN = ['title', 'type', 'aliases', 'tags', 'related', 'consequences']

type Path = (string | number)[]
type Named = { name: string; path: Path; what: string }

const twice = (read: ReadYaml, named: readonly Named[]): Problem[] => {
  const seen = new Set<string>()
  return named.flatMap(({ name, path, what }) => {
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    return [newProblem('declared-twice', read.placeOf(path), `There already is ${what} "${name}".`)]
  })
}

const declaredTwice = (read: ReadYaml, schema: BookSchema): Problem[] => [
  ...twice(
    read,
    schema.entity_types.map(({ name }, at) => ({
      name,
      path: ['entity_types', at, 'name'],
      what: 'an entity type',
    })),
  ),
  ...schema.entity_types.flatMap(({ properties }, at) =>
    twice(
      read,
      properties.map(({ name }, step) => ({
        name,
        path: ['entity_types', at, 'properties', step, 'name'],
        what: 'a property',
      })),
    ),
  ),
  ...twice(
    read,
    schema.relationship_types.flatMap(({ name, inverse }, at) => {
      const path: Path = ['relationship_types', at, 'name']
      const what = 'a relationship type'
      return [
        { name, path, what },
        ...(inverse === undefined || inverse === name
          ? []
          : [{ name: inverse, path: ['relationship_types', at, 'inverse'], what }]),
      ]
    }),
  ),
]

const wrongProperty = (read: ReadYaml, property: Property, path: Path): Problem[] => {
  const { name, type, values } = property
  if (TAKEN.includes(name))
    return [
      newProblem(
        'declared-twice',
        read.placeOf([...path, 'name']),
        `"${name}" is a field that every note has; no property can be called so.`,
      ),
    ]
  if (type === 'enum' && (values ?? []).length === 0)
    return [
      newProblem('wrong-shape', read.placeOf(path), `The enum "${name}" needs a list of values.`, {
        expected: 'values: [one, another]',
      }),
    ]
  if (type !== 'enum' && values !== undefined)
    return [
      newProblem(
        'wrong-shape',
        read.placeOf([...path, 'values']),
        `Only an enum has values; "${name}" is of type ${type}.`,
        { expected: 'type: enum' },
      ),
    ]
  if (property.default === undefined) return []
  const wrong = valueProblem(property, property.default)
  return wrong === undefined
    ? []
    : [
        newProblem(
          wrong.rule,
          read.placeOf([...path, 'default']),
          `The default of "${name}": ${wrong.message}`,
          wrong,
        ),
      ]
}

const unknown = (
  read: ReadYaml,
  path: Path,
  what: string,
  name: string,
  names: string[],
): Problem =>
  newProblem('unknown-name', read.placeOf(path), `There is no ${what} "${name}".`, {
    expected: `one of ${names.join(', ')}`,
    nearest: nearestName(name, names),
  })

const wrongMappings = (
  read: ReadYaml,
  schema: BookSchema,
  type: EntityType,
  at: number,
): Problem[] => {
  const relationships = relationshipTypesOf(schema).map(({ name }) => name)
  const types = schema.entity_types.map(({ name }) => name)
  return type.field_mappings.flatMap(({ relationship, target_type }, step) => {
    const path = ['entity_types', at, 'field_mappings', step]
    return [
      ...(relationships.includes(relationship)
        ? []
        : [
            unknown(
              read,
              [...path, 'relationship'],
              'relationship type',
              relationship,
              relationships,
            ),
          ]),
      ...target_type.flatMap((target, item) =>
        types.includes(target)
          ? []
          : [unknown(read, [...path, 'target_type', item], 'entity type', target, types)],
      ),
    ]
  })
}

const wrongDirections = (read: ReadYaml, { relationship_types }: BookSchema): Problem[] =>
  relationship_types.flatMap(({ name, inverse, symmetric }, at) =>
    symmetric && inverse !== undefined
      ? [
          newProblem(
            'wrong-shape',
            read.placeOf(['relationship_types', at]),
            `"${name}" cannot be symmetric and have an inverse; keep one of them.`,
          ),
        ]
      : [],
  )

/** The visibility must be by an enum that some type has, and for words of it. */
const wrongVisibility = (read: ReadYaml, { entity_types, visibility }: BookSchema): Problem[] => {
  if (visibility === undefined) return []
  const enums = entity_types.flatMap(({ properties }) =>
    properties.filter(({ type }) => type === 'enum'),
  )
  const asked = enums.filter(({ name }) => name === visibility.property)
  if (asked.length === 0) {
    const names = [...new Set(enums.map(({ name }) => name))]
    return [unknown(read, ['visibility', 'property'], 'enum', visibility.property, names)]
  }
  const words = [...new Set(asked.flatMap(({ values }) => values ?? []))]
  return Object.keys(visibility.needs)
    .filter((word) => !words.includes(word))
    .map((word) => unknown(read, ['visibility', 'needs', word], 'word', word, words))
}

/** Links must be of a relationship type that there is. */
const wrongLinks = (read: ReadYaml, schema: BookSchema): Problem[] => {
  const names = relationshipTypesOf(schema).map(({ name }) => name)
  const asked = schema.links?.relationship
  return asked === undefined || names.includes(asked)
    ? []
    : [unknown(read, ['links', 'relationship'], 'relationship type', asked, names)]
}

export type ReadSchema = {
  /** Undefined where an error stands among the problems. */
  schema: BookSchema | undefined
  /** What is right of it all the same. */
  usable: () => UsableSchema
  problems: Problem[]
}

/** Reads `schema.yaml`. */
export const readSchema = (text: string, file: string = SCHEMA_FILE): ReadSchema => {
  const read = readYaml(text, { file, maxBytes: MAX_BYTES })
  const { data, problems, paths } = checkShape(read, schemaFileSchema)
  if (data === undefined)
    return { schema: undefined, problems, usable: () => usableSchema(read.readable(), paths) }
  const found = [
    ...declaredTwice(read, data),
    ...wrongDirections(read, data),
    ...wrongVisibility(read, data),
    ...wrongLinks(read, data),
    ...data.entity_types.flatMap((type, at) => [
      ...type.properties.flatMap((property, step) =>
        wrongProperty(read, property, ['entity_types', at, 'properties', step]),
      ),
      ...wrongMappings(read, data, type, at),
    ]),
  ]
  return {
    schema: found.length === 0 ? data : undefined,
    problems: found,
    // What is declared twice or names nothing may be of any type.
    usable: () => usableSchema(read.value, found.length === 0 ? [] : undefined),
  }
}
