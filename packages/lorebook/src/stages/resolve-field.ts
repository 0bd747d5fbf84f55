import type { Entity } from '../book.types.ts'
import { newProblem, type Place, type Problem } from '../problems.ts'
import type { FieldMapping } from '../schema/schema.types.ts'
import type { CheckedNote, Draft } from './draft.types.ts'
import { entityKey } from './entities.stage.ts'
import type { Found } from './name-index.ts'

export type Named = { name: string; place: Place }
export type Context = { draft: Draft; entities: Entity[]; problems: Problem[] }

const placeholder = (layer: string, name: string, types: readonly string[]): Entity => ({
  key: entityKey(layer, name),
  name,
  layer,
  type: types.length === 1 ? (types[0] ?? null) : null,
  aliases: [],
  tags: [],
  properties: {},
  lines: {},
  body: '',
  source: null,
})

const isPath = (name: string): boolean => name.includes('/')

/** What a name means to a note; one with folders in it is a path, unless something is called so. */
export const meant = (
  { names }: Draft,
  { note }: CheckedNote,
  name: string,
  types: readonly string[] = [],
): Found => {
  const found = names.find(note, name, types)
  if (found.as !== 'unknown' || !isPath(name)) return found
  return names.findByPath(note, name)
}

export const unsure = (
  place: Place,
  name: string,
  { entity, rivals }: Extract<Found, { as: 'entity' }>,
): Problem[] =>
  rivals[0] === undefined
    ? []
    : [
        newProblem(
          'ambiguous-name',
          place,
          `"${name}" may mean ${entity.source?.path} or ${rivals[0].source?.path}; the first is taken. Write its path.`,
        ),
      ]

/** The entity a field means; a placeholder where nobody has described it yet; undefined where it may not be named. */
export const resolveField = (
  { draft, entities, problems }: Context,
  checked: CheckedNote,
  mapping: FieldMapping,
  { name, place }: Named,
): Entity | undefined => {
  const { note } = checked
  const found = meant(draft, checked, name, mapping.target_type)
  switch (found.as) {
    case 'entity':
      if (found.entity.source === null)
        problems.push(newProblem('dangling-reference', place, `No file describes "${name}" yet.`))
      problems.push(...unsure(place, name, found))
      return found.entity
    case 'other-type':
      problems.push(
        newProblem(
          'wrong-target',
          place,
          `"${name}" is of type ${found.entity.type}, which "${mapping.field}" may not name.`,
          { expected: `an entity of type ${mapping.target_type.join(' or ')}` },
        ),
      )
      return undefined
    case 'out-of-reach':
      problems.push(
        newProblem(
          'cross-layer',
          place,
          `"${name}" is in layer "${found.entity.layer}", on which layer "${note.layer}" does not depend.`,
          { expected: `depends_on: [${found.entity.layer}] in layer ${note.layer}` },
        ),
      )
      return undefined
    case 'unknown': {
      problems.push(newProblem('dangling-reference', place, `No file describes "${name}" yet.`))
      const entity = placeholder(note.layer, name, mapping.target_type)
      draft.names.add(entity)
      entities.push(entity)
      return entity
    }
  }
}
