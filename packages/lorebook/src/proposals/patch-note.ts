import {
  Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  stringify,
  YAMLMap,
} from 'yaml'
import type { JsonValue } from '../json.types.ts'
import { nameIn, nameKey } from '../names.ts'
import { plainText, splitNote } from '../notes/split-note.ts'

/** A change of the front matter of a note: one more item of a list, or a value in the place of another. */
export type NoteChange = { field: string } & ({ add: string } | { set: JsonValue })

const isSame = (value: unknown, name: string): boolean =>
  typeof value === 'string' && nameKey(nameIn(value)) === nameKey(name)

/** The value that a field has after a change; undefined where it has it already. */
const changedValue = (present: unknown, change: NoteChange): unknown => {
  if ('set' in change)
    return JSON.stringify(present) === JSON.stringify(change.set) ? undefined : change.set
  const items: unknown[] = Array.isArray(present)
    ? present
    : present === undefined || present === null
      ? []
      : [present]
  return items.some((item) => isSame(item, change.add)) ? undefined : [...items, change.add]
}

const written = (field: string, value: unknown, isBlock: boolean): string => {
  const document = new Document({ [field]: value })
  const node = document.get(field, true)
  if (isSeq(node)) node.flow = !isBlock
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd()
}

/** Front matter with one field changed and every other letter as it was. */
const changedFields = (text: string, contents: YAMLMap, change: NoteChange): string | undefined => {
  const { field } = change
  const present = (contents.toJSON() as Record<string, unknown>)[field]
  const value = changedValue(present, change)
  if (value === undefined) return undefined
  const pair = contents.items.find(
    ({ key }) => (isScalar(key) ? key.value : undefined) === field,
  ) as Pair<Scalar, Node | null> | undefined
  const isBlock = isSeq(pair?.value) && pair.value.flow !== true
  const line = written(field, value, isBlock)
  const start = pair?.key.range?.[0]
  if (start === undefined) return `${text.replace(/\n*$/u, text === '' ? '' : '\n')}${line}\n`
  const end = pair?.value?.range?.[1] ?? pair?.key.range?.[1] ?? start
  const before = text.slice(start, end)
  // A list of lines ends with its last line; one in brackets within its line.
  return `${text.slice(0, start)}${line}${before.endsWith('\n') ? '\n' : ''}${text.slice(end)}`
}

/** With the line ends and the mark of the file that it takes the place of. */
const asBefore = (text: string, written: string): string => {
  const ends = text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written
  return text.charCodeAt(0) === 0xfeff ? `\ufeff${ends}` : ends
}

/**
 * The text of a note after a change; comments, order and body stay as they are. Undefined where the note says so already,
 * or its front matter cannot be read.
 */
export const patchNote = (text: string, change: NoteChange): string | undefined => {
  const { frontMatter, body, isUnclosed } = splitNote(plainText(text))
  if (isUnclosed) return undefined
  const front = frontMatter ?? ''
  const document = parseDocument(front)
  if (document.errors.length > 0) return undefined
  const contents = document.contents ?? new YAMLMap()
  const fields = isMap(contents) ? changedFields(front, contents, change) : undefined
  return fields === undefined ? undefined : asBefore(text, `---\n${fields}---\n${body}`)
}

/** The text of a new note. */
export const newNote = (fields: Record<string, JsonValue>, body: string): string =>
  `---\n${stringify(fields, { lineWidth: 0 })}---\n${body}${body === '' || body.endsWith('\n') ? '' : '\n'}`
