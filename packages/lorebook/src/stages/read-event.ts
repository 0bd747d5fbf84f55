import type { BookEvent, Consequence, Effect } from '../book.types.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.types.ts'
import { nameIn } from '../names.ts'
import { nearestName } from '../nearest-name.ts'
import { fieldIn, placeIn } from '../notes/fields.ts'
import { newProblem, type Problem } from '../problems.ts'
import { isEventType } from '../schema/built-in.ts'
import type { CheckedNote, Draft } from './draft.types.ts'
import { meant, unsure } from './resolve-field.ts'

const KEYS = ['entity', 'property', 'value', 'add', 'remove', 'unset']
const CHANGES = ['value', 'add', 'remove', 'unset']
const EXPECTED = 'entity, property and one of value, add, remove, unset'

const effectOf = (written: JsonObject): Effect | undefined => {
  const said = CHANGES.filter((key) => written[key] !== undefined)
  if (said.length !== 1) return undefined
  if (said[0] === 'unset') return written['unset'] === true ? { do: 'unset' } : undefined
  const value = written[said[0] ?? ''] as JsonValue
  if (said[0] === 'value') return value === null ? { do: 'unset' } : { do: 'set', value }
  if (value === null) return undefined
  return said[0] === 'add' ? { do: 'add', value } : { do: 'remove', value }
}

const isName = (value: JsonValue | undefined): value is string | number =>
  typeof value === 'string' || Number.isSafeInteger(value)

type Read = { consequence?: Consequence; problems: Problem[] }

const wrong = ({ note }: CheckedNote, at: number, message: string): Read => ({
  problems: [
    newProblem('wrong-shape', placeIn(note, 'consequences', at), message, { expected: EXPECTED }),
  ],
})

const consequenceOf = (
  draft: Draft,
  checked: CheckedNote,
  written: JsonValue,
  at: number,
): Read => {
  const { note } = checked
  if (!isJsonObject(written))
    return wrong(checked, at, 'A consequence must say what it does to whom.')
  const { entity, property } = written
  // An identity field may make a number a name.
  if (!isName(entity) || typeof property !== 'string')
    return wrong(checked, at, 'A consequence must name an entity and a property.')
  const effect = effectOf(written)
  if (effect === undefined)
    return wrong(
      checked,
      at,
      'A consequence must have exactly one of value, add, remove and "unset: true".',
    )
  const unknown = Object.keys(written).filter((key) => !KEYS.includes(key))
  const problems = unknown.map((key) =>
    newProblem(
      'unknown-field',
      placeIn(note, 'consequences', at, key),
      `A consequence has no "${key.slice(0, 80)}".`,
      {
        expected: EXPECTED,
        nearest: nearestName(key, KEYS),
      },
    ),
  )
  const name = nameIn(String(entity))
  const place = placeIn(note, 'consequences', at, 'entity')
  const found = meant(draft, checked, name)
  const isKnown = found.as === 'entity' || found.as === 'other-type'
  if (found.as === 'entity') problems.push(...unsure(place, name, found))
  if (found.as === 'out-of-reach')
    problems.push(
      newProblem(
        'cross-layer',
        place,
        `"${name}" is in layer "${found.entity.layer}", on which layer "${note.layer}" does not depend.`,
      ),
    )
  if (found.as === 'unknown')
    problems.push(newProblem('dangling-reference', place, `No file describes "${name}" yet.`))
  return {
    consequence: {
      name,
      entity: isKnown ? found.entity.key : null,
      property,
      effect,
      line: place.line,
    },
    problems,
  }
}

const textOf = (value: JsonValue | undefined): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

/** The event that a note describes; none where its type is no event's. */
export const eventOf = (
  draft: Draft,
  checked: CheckedNote,
): { event: BookEvent | undefined; problems: Problem[] } => {
  const { note, type } = checked
  if (!isEventType(type)) return { event: undefined, problems: [] }
  const written = fieldIn(note, 'consequences') ?? []
  const isList = Array.isArray(written)
  const reads = (isList ? (written as readonly JsonValue[]) : []).map((one, at) =>
    consequenceOf(draft, checked, one, at),
  )
  const session = fieldIn(note, 'session')
  return {
    event: {
      key: checked.key,
      layer: note.layer,
      session: Number.isSafeInteger(session) ? Number(session) : null,
      dateReal: textOf(fieldIn(note, 'date_real')),
      dateInWorld: textOf(fieldIn(note, 'date_in_world')),
      consequences: reads.flatMap(({ consequence }) => (consequence ? [consequence] : [])),
      file: note.path,
    },
    problems: [
      ...(isList
        ? []
        : [
            newProblem(
              'wrong-shape',
              placeIn(note, 'consequences'),
              '"consequences" must be a list.',
              { expected: EXPECTED },
            ),
          ]),
      ...reads.flatMap(({ problems }) => problems),
    ],
  }
}
