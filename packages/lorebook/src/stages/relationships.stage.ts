import type { Entity, Mention } from '../book.types.ts'
import { isJsonObject, type JsonValue } from '../json.types.ts'
import { nameIn } from '../names.ts'
import { fieldIn, placeIn } from '../notes/fields.ts'
import { newProblem, type Place, type Problem } from '../problems.ts'
import { mappingsOf } from '../schema/built-in.ts'
import type { FieldMapping } from '../schema/schema.types.ts'
import type { CheckedNote, Draft, Reference, Stage } from './draft.types.ts'
import { entityKey } from './entities.stage.ts'
import { eventOf } from './read-event.ts'

type Named = { name: string; place: Place }

/** Names that a field gives, as one or as a list, and what is wrong with its other values. */
const namesIn = ({ note }: CheckedNote, field: string): { named: Named[]; problems: Problem[] } => {
  const value = fieldIn(note, field)
  if (value === undefined || value === null) return { named: [], problems: [] }
  const items: [JsonValue, Place][] = Array.isArray(value)
    ? (value as readonly JsonValue[]).map((item, at) => [item, placeIn(note, field, at)])
    : [[value, placeIn(note, field)]]
  const isName = (item: JsonValue): boolean => item !== null && typeof item !== 'object'
  return {
    named: items
      .filter(([item]) => isName(item) && String(item).trim() !== '')
      .map(([item, place]) => ({ name: nameIn(String(item)), place })),
    problems: items
      .filter(([item]) => isJsonObject(item) || Array.isArray(item))
      .map(([, place]) =>
        newProblem('wrong-shape', place, `"${field}" must name entities by their titles.`, {
          expected: 'a title, or a list of titles; a wiki link needs quotes: "[[Title]]"',
        }),
      ),
  }
}

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

type Context = { draft: Draft; entities: Entity[]; problems: Problem[] }

/** The entity a field means; a placeholder where nobody has described it yet; undefined where it may not be named. */
const resolve = (
  context: Context,
  { note }: CheckedNote,
  mapping: FieldMapping,
  { name, place }: Named,
) => {
  const { draft, entities, problems } = context
  const found = draft.names.find(note.layer, name, mapping.target_type)
  switch (found.as) {
    case 'entity':
      if (found.entity.source === null)
        problems.push(newProblem('dangling-reference', place, `No file describes "${name}" yet.`))
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

const referencesOf = (context: Context, checked: CheckedNote): Reference[] => {
  const { note, type } = checked
  return mappingsOf(type).flatMap((mapping) => {
    const { named, problems } = namesIn(checked, mapping.field)
    context.problems.push(...problems)
    return named.flatMap((one): Reference[] => {
      const target = resolve(context, checked, mapping, one)
      if (target === undefined) return []
      return [
        {
          from: entityKey(note.layer, note.title),
          to: target.key,
          relationship: mapping.relationship,
          file: one.place.file,
          line: one.place.line,
        },
      ]
    })
  })
}

const mentionsOf = ({ draft, problems }: Context, { note }: CheckedNote): Mention[] =>
  note.links.flatMap(({ target, line, column }): Mention[] => {
    const found = draft.names.find(
      note.layer,
      target.split('/').at(-1)?.replace(/\.md$/iu, '') ?? target,
    )
    if (found.as === 'unknown') {
      const place = { file: note.path, line, column }
      problems.push(newProblem('dangling-link', place, `No file describes "${target}" yet.`))
      return []
    }
    if (found.as === 'out-of-reach') return []
    return [
      { from: entityKey(note.layer, note.title), to: found.entity.key, file: note.path, line },
    ]
  })

/** Fields of notes to references, links of bodies to mentions, consequences of events to the entities they mean. */
export const relationshipsStage: Stage = {
  name: 'relationships',
  run: (draft) => {
    const context: Context = { draft, entities: [...draft.entities], problems: [] }
    const references = draft.notes.flatMap((checked) => referencesOf(context, checked))
    const mentions = draft.notes.flatMap((checked) => mentionsOf(context, checked))
    const read = draft.notes.map((checked) => eventOf(draft, checked))
    return {
      ...draft,
      entities: context.entities,
      references,
      mentions,
      events: read.flatMap(({ event }) => (event ? [event] : [])),
      problems: [
        ...draft.problems,
        ...context.problems,
        ...read.flatMap(({ problems }) => problems),
      ],
    }
  },
}
