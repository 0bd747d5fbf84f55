import type { Stale } from '../book.types.ts'
import type { JsonObject, JsonValue } from '../json.types.ts'
import { nearestName } from '../nearest-name.ts'
import { fieldIn, placeIn } from '../notes/fields.ts'
import type { Note } from '../notes/note.types.ts'
import { newProblem, type Problem } from '../problems.ts'
import { fieldsOf, isEventType, mappingsOf } from '../schema/built-in.ts'
import type { EntityType, Property } from '../schema/schema.types.ts'
import { keptValue, valueProblem } from '../schema/value-problem.ts'
import type { CheckedNote, Draft, Stage } from './draft.types.ts'

const EVENT_PROPERTIES: readonly Pick<Property, 'name' | 'type'>[] = [
  { name: 'session', type: 'integer' },
  { name: 'date_real', type: 'date' },
  { name: 'date_in_world', type: 'string' },
]

const isMissing = (value: JsonValue | undefined): value is null | undefined | '' =>
  value === undefined || value === null || value === ''

type Known = Pick<Property, 'name' | 'type' | 'values'> & Partial<Property>

const knownProperties = (type: EntityType): Known[] => {
  const declared = new Set(type.properties.map(({ name }) => name))
  const ofEvents = isEventType(type)
    ? EVENT_PROPERTIES.filter(({ name }) => !declared.has(name))
    : []
  return [...type.properties, ...ofEvents]
}

const wrongValue = (note: Note, property: Known): Problem[] => {
  const value = fieldIn(note, property.name)
  const place = placeIn(note, property.name)
  if (isMissing(value)) {
    if (!property.required || property.default !== undefined) return []
    return [
      newProblem(
        'missing-required',
        place,
        `"${note.title}" has no "${property.name}", which its type requires.`,
        {
          expected: `${property.name}: a value`,
        },
      ),
    ]
  }
  const wrong = valueProblem(property, value)
  return wrong ? [newProblem(wrong.rule, place, `"${property.name}": ${wrong.message}`, wrong)] : []
}

const unknownFields = (note: Note, type: EntityType): Problem[] => {
  const known = new Set(fieldsOf(type))
  return Object.keys(note.fields)
    .filter((field) => !known.has(field))
    .map((field) =>
      newProblem(
        'unknown-field',
        placeIn(note, field),
        `Type "${type.name}" has no field "${field.slice(0, 80)}".`,
        { nearest: nearestName(field, known) },
      ),
    )
}

/** All a note says that is no relationship; the defaults of its type where it says nothing. */
const propertiesOf = (note: Note, type: EntityType): JsonObject => {
  const mapped = new Set([...mappingsOf(type).map(({ field }) => field), 'consequences'])
  const byName = new Map<string, Known>(
    knownProperties(type).map((property) => [property.name, property]),
  )
  const written = Object.entries(note.fields)
    .filter(([name, value]) => (!mapped.has(name) || byName.has(name)) && !isMissing(value))
    .map(([name, value]): [string, JsonValue] => {
      const property = byName.get(name)
      return [name, property ? keptValue(property, value) : value]
    })
  const defaults = type.properties.flatMap((property): [string, JsonValue][] =>
    property.default === undefined ? [] : [[property.name, keptValue(property, property.default)]],
  )
  return Object.fromEntries([...defaults, ...written])
}

const likelyTypo = (note: Note, types: readonly string[]): Problem[] => {
  const nearest = nearestName(note.type, types)
  if (nearest === undefined) return []
  return [
    newProblem(
      'unknown-type',
      placeIn(note, 'type'),
      `The schema has no type "${note.type.slice(0, 80)}", so this file is left out.`,
      {
        expected: `one of ${types.join(', ')}`,
        nearest,
      },
    ),
  ]
}

/** A file that was a note before and is none now, although nothing in it is wrong. */
const unsaid = (file: string, what: string, line = 1): Problem =>
  newProblem(
    'wrong-shape',
    { file, line, column: 1 },
    `${what}, so what it said before stays in the book. If that is to go, remove the file or run \`lore book ingest --allow-deletions\`.`,
  )

/** What keeps a file from being taken as it is, if anything does. */
const unsaidProblem = ({ path, read }: Draft['reads'][number]): Problem | undefined => {
  if (read.note)
    return unsaid(
      path,
      `The schema has no type "${read.note.type.slice(0, 80)}"`,
      placeIn(read.note, 'type').line,
    )
  if (read.lacks === 'text') return unsaid(path, 'This file is empty')
  return read.lacks && unsaid(path, `This file has no ${read.lacks} any more`)
}

type Judged = { checked: CheckedNote | undefined; problems: Problem[] }

/** What a file said before, where it says nothing readable now; undefined where it is to be taken as it is. */
const keptOf = (
  file: Draft['reads'][number],
  { lastGood, dropsUnsaid }: Draft,
  wrong: readonly Problem[],
): { note: Note; stale: Stale; problems: Problem[] } | undefined => {
  const note = lastGood.get(file.path)
  if (note === undefined) return undefined
  const found = [...file.read.problems, ...wrong]
  const silent = found.length > 0 || dropsUnsaid ? undefined : unsaidProblem(file)
  const [first] = silent ? [silent] : found
  if (first === undefined) return undefined
  const stale = { line: first.line, message: first.message }
  return { note, stale, problems: silent ? [silent] : [] }
}

const judge = (
  draft: Draft,
  types: ReadonlyMap<string, EntityType>,
  file: Draft['reads'][number],
): Judged => {
  const said = file.read.note
  const isUnknown = said !== undefined && !types.has(said.type)
  // Of a schema with slips nobody knows which types it means to have.
  const isTypo = isUnknown && draft.doubtful.size === 0
  const wrong = isTypo ? likelyTypo(said, [...types.keys()]) : []
  const kept = said === undefined || isUnknown ? keptOf(file, draft, wrong) : undefined
  const note = kept?.note ?? said
  const type = note && types.get(note.type)
  const problems = [...wrong, ...(kept?.problems ?? [])]
  if (note === undefined || type === undefined) return { checked: undefined, problems }
  const properties = propertiesOf(note, type)
  const checked = { note, key: '', type, properties, stale: kept?.stale }
  if (kept !== undefined || draft.doubtful.has(type.name)) return { checked, problems }
  problems.push(...knownProperties(type).flatMap((property) => wrongValue(note, property)))
  problems.push(...unknownFields(note, type))
  return { checked, problems }
}

/** What files say now comes first: where it is the same thing as what another said before, it stays. */
const freshFirst = (notes: readonly CheckedNote[]): CheckedNote[] => [
  ...notes.filter(({ stale }) => stale === undefined),
  ...notes.filter(({ stale }) => stale !== undefined),
]

/**
 * Notes against the schema. One that says nothing readable now stays as it was before. One whose type is unknown is left out,
 * silently unless it looks like a slip.
 */
export const validateStage: Stage = {
  name: 'validate',
  run: (draft) => {
    const types = new Map(draft.schema.entity_types.map((type) => [type.name, type]))
    const judged = draft.reads.map((file) => judge(draft, types, file))
    return {
      ...draft,
      notes: freshFirst(judged.flatMap(({ checked }) => checked ?? [])),
      problems: [...draft.problems, ...judged.flatMap(({ problems }) => problems)],
    }
  },
}
