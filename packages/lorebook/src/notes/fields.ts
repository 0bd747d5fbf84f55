import type { JsonValue } from '../json.types.ts'
import type { Place } from '../problems.ts'
import type { Note } from './note.types.ts'

/** What a note says in a field; fields that every object inherits are none. */
export const fieldIn = ({ fields }: Pick<Note, 'fields'>, name: string): JsonValue | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/** Where a field of a note stands; the first line where it has none. */
export const placeIn = (
  { path, at }: Pick<Note, 'path' | 'at'>,
  ...field: (string | number)[]
): Place => {
  for (let steps = field.length; steps > 0; steps -= 1) {
    const name = field.slice(0, steps).join('.')
    const position = Object.hasOwn(at, name) ? at[name] : undefined
    if (position) return { file: path, line: position[0], column: position[1] }
  }
  return { file: path, line: 1, column: 1 }
}
