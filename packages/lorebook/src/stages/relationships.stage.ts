import { isJsonObject, type JsonValue } from '../json.types.ts'
import { nameIn } from '../names.ts'
import { fieldIn, placeIn } from '../notes/fields.ts'
import { newProblem, type Place, type Problem } from '../problems.ts'
import { linkRelationship, mappingsOf } from '../schema/built-in.ts'
import type { FieldMapping } from '../schema/schema.types.ts'
import type { CheckedNote, Draft, Reference, Stage } from './draft.types.ts'
import { eventOf } from './read-event.ts'
import { newLinkReader } from './read-links.ts'
import { type Context, meant, type Named, resolveField } from './resolve-field.ts'

const isKnown = (draft: Draft, checked: CheckedNote, name: string): boolean =>
  meant(draft, checked, name).as !== 'unknown'

/** Several names with commas between them, unless the whole is a name or none of them is known. */
const namesOfText = (draft: Draft, checked: CheckedNote, { name, place }: Named): Named[] => {
  const parts = name.split(',').map((part) => nameIn(part))
  if (parts.length < 2 || isKnown(draft, checked, name)) return [{ name, place }]
  const areNames = parts.some((part) => part !== '' && isKnown(draft, checked, part))
  return areNames
    ? parts.filter((part) => part !== '').map((part) => ({ name: part, place }))
    : [{ name, place }]
}

/** Names that a field gives, as one or as a list, and what is wrong with its other values. */
const namesIn = (
  draft: Draft,
  checked: CheckedNote,
  field: string,
): { named: Named[]; problems: Problem[] } => {
  const { note } = checked
  const value = fieldIn(note, field)
  if (value === undefined || value === null) return { named: [], problems: [] }
  const items: [JsonValue, Place][] = Array.isArray(value)
    ? (value as readonly JsonValue[]).map((item, at) => [item, placeIn(note, field, at)])
    : [[value, placeIn(note, field)]]
  const isName = (item: JsonValue): boolean => item !== null && typeof item !== 'object'
  return {
    named: items
      .filter(([item]) => isName(item) && String(item).trim() !== '')
      .flatMap(([item, place]) =>
        namesOfText(draft, checked, { name: nameIn(String(item)), place }),
      ),
    problems: items
      .filter(([item]) => isJsonObject(item) || Array.isArray(item))
      .map(([, place]) =>
        newProblem('wrong-shape', place, `"${field}" must name entities by their titles.`, {
          expected: 'a title, or a list of titles; a wiki link needs quotes: "[[Title]]"',
        }),
      ),
  }
}

const referenceOf = (
  { key }: CheckedNote,
  { relationship }: FieldMapping,
  to: string,
  { file, line }: Place,
): Reference => ({ from: key, to, relationship, file, line })

const referencesOf = (context: Context, checked: CheckedNote): Reference[] =>
  mappingsOf(checked.type).flatMap((mapping) => {
    const { named, problems } = namesIn(context.draft, checked, mapping.field)
    context.problems.push(...problems)
    return named.flatMap((one): Reference[] => {
      const target = resolveField(context, checked, mapping, one)
      return target === undefined ? [] : [referenceOf(checked, mapping, target.key, one.place)]
    })
  })

/**
 * Fields of notes to references, links of bodies to mentions, consequences of events to the entities they mean. Where the book has it so,
 * a link is a reference, too; a note that links to itself says nothing.
 */
export const relationshipsStage: Stage = {
  name: 'relationships',
  run: (draft) => {
    const context: Context = { draft, entities: [...draft.entities], problems: [] }
    const references = draft.notes.flatMap((checked) => referencesOf(context, checked))
    const mentionsOf = newLinkReader(context)
    const mentions = draft.notes.flatMap(mentionsOf)
    const read = draft.notes.map((checked) => eventOf(draft, checked))
    const relationship = linkRelationship(draft.schema)
    const linked = draft.hasLinkEdges
      ? mentions
          .filter(({ from, to }) => from !== to)
          .map((mention): Reference => ({ ...mention, relationship, isFromText: true }))
      : []
    return {
      ...draft,
      entities: context.entities,
      references: [...references, ...linked],
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
