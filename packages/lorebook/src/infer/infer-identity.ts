import type { JsonValue } from '../json.types.ts'
import { codeKey, fileName } from '../names.ts'
import type { TypedNote } from './infer-types.ts'

/** Names of fields whose values are numbers or codes of a thing. */
const CODE_NAME = /^(?:id|number|num|no|code|key|ref)$/iu
const MIN_NOTES = 3
const MAX_LENGTH = 40

const plain = (value: JsonValue | undefined): string | undefined => {
  const isPlain = Number.isSafeInteger(value) || (typeof value === 'string' && value.trim() !== '')
  const text = isPlain ? String(value).trim() : ''
  return text !== '' && text.length <= MAX_LENGTH ? text : undefined
}

/** Whether a file is called by a code: `eip-1559.md` by `1559` in the field `eip`, `0007.md` by `7`. */
const isCalledBy = ({ path }: TypedNote, field: string, value: string): boolean =>
  [value, `${field}-${value}`].map(codeKey).includes(codeKey(fileName(path)))

/** Fields of a type that name its notes as their titles do: each value is of one note, and files are called by it or its name says so. */
export const identityOf = (notes: readonly TypedNote[]): string[] => {
  if (notes.length < MIN_NOTES) return []
  const fields = [...new Set(notes.flatMap(({ fields: written }) => Object.keys(written)))]
  return fields.filter((field) => {
    if (['title', 'type', 'aliases', 'tags'].includes(field.toLowerCase())) return false
    const said = notes.flatMap((note) => {
      const value = plain(Object.hasOwn(note.fields, field) ? note.fields[field] : undefined)
      return value === undefined ? [] : [{ note, value }]
    })
    const isOfEach = said.length >= notes.length * 0.8
    const isUnique = new Set(said.map(({ value }) => codeKey(value))).size === said.length
    const called = said.filter(({ note, value }) => isCalledBy(note, field, value)).length
    return isOfEach && isUnique && (CODE_NAME.test(field) || called >= said.length * 0.8)
  })
}
