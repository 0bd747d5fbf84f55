import type { JsonValue } from '../json.types.ts'
import { nameIn } from '../names.ts'
import { groupBy, type RawNote, wordOf } from './raw-notes.ts'

/** Fields that say what a note is, in the order in which they are believed. */
const TYPE_FIELDS = ['type', 'note_type', 'notetype', 'entity_type', 'kind', 'fileclass', 'class']
/** A tag of fewer notes is no type, nor one that most notes have. */
const MIN_TAGGED = 3
const MOST = 0.6

export type TypedNote = RawNote & { type: string; isTyped: boolean }
type DefaultType = { tag: string; type: string } | { path: string; type: string }
export type InferredTypes = {
  notes: TypedNote[]
  /** Fields beside `type` that name types. */
  typeFields: string[]
  defaultTypes: DefaultType[]
  unsure: string[]
}

/** The type that a field says, as a note of a book is read: the first of several, and the name that a link has. */
const textIn = ({ fields }: RawNote, name: string): string | undefined => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  const first = Array.isArray(value) ? (value as readonly JsonValue[])[0] : value
  const text = typeof first === 'string' ? nameIn(first) : ''
  return text === '' ? undefined : text
}

/** Fields whose words come again: a field that says something else of each note is no type. */
const typeFieldsOf = (notes: readonly RawNote[]): string[] => {
  const names = [...new Set(notes.flatMap(({ fields }) => Object.keys(fields)))]
  return TYPE_FIELDS.flatMap((wanted) =>
    names.filter((name) => name.toLowerCase() === wanted),
  ).filter((name) => {
    const values = notes.flatMap((note) => textIn(note, name) ?? [])
    return name.toLowerCase() === 'type' || new Set(values).size <= Math.max(1, values.length / 2)
  })
}

/** Tags that stand for a type, the most frequent first. */
const typeTagsOf = (untyped: readonly RawNote[]): string[] => {
  const tags = groupBy(
    untyped.flatMap((note) => note.tags.map((tag) => ({ tag }))),
    ({ tag }) => tag.toLowerCase(),
  )
  const usual = [...tags].filter(([, used]) => used.length >= MIN_TAGGED)
  const some = usual.filter(([, used]) => used.length <= untyped.length * MOST)
  return (some.length > 0 ? some : usual)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([, [first]]) => first?.tag ?? '')
}

const typeOfTag = (tag: string): string => wordOf(tag.split('/').at(-1) ?? tag)

/** What most typed notes of a folder are; else what the folder is called. */
const typesOfFolders = (notes: readonly { folder: string; type: string | undefined }[]) => {
  const folders = groupBy(notes, ({ folder }) => folder)
  return new Map(
    [...folders].map(([folder, those]) => {
      const typed = groupBy(
        those.flatMap(({ type }) => (type === undefined ? [] : [{ type }])),
        ({ type }) => type,
      )
      const [most] = [...typed].sort(([, a], [, b]) => b.length - a.length)
      return [folder, most?.[0] ?? wordOf(folder.split('/').at(-1) ?? '')]
    }),
  )
}

/** Types of notes: by what their front matter says, else by their tags, else by their folder. */
export const inferTypes = (raw: readonly RawNote[]): InferredTypes => {
  const fields = typeFieldsOf(raw)
  const said = (note: RawNote): string | undefined =>
    fields.map((name) => textIn(note, name)).find((one) => one !== undefined)
  const tags = typeTagsOf(raw.filter((note) => said(note) === undefined))
  const tagOf = (note: RawNote): string | undefined =>
    tags.find((tag) => note.tags.some((one) => one.toLowerCase() === tag.toLowerCase()))
  const known = raw.map((note) => {
    const type = said(note)
    const tag = type === undefined ? tagOf(note) : undefined
    return {
      note,
      tag,
      folder: note.folder,
      type: type ?? (tag && typeOfTag(tag)),
      isTyped: type !== undefined,
    }
  })
  const folders = typesOfFolders(known)
  const typeIn = (folder: string): string => folders.get(folder) ?? 'note'
  const usedTags = tags.filter((tag) => known.some((one) => one.tag === tag))
  const untyped = groupBy(
    known.filter(({ type }) => type === undefined),
    ({ folder }) => folder,
  )
  return {
    notes: known.map(({ note, type, isTyped }) => ({
      ...note,
      type: type ?? typeIn(note.folder),
      isTyped,
    })),
    typeFields: fields.filter((name) => name !== 'type' && name.toLowerCase() !== 'type'),
    defaultTypes: [
      ...usedTags.map((tag) => ({ tag, type: typeOfTag(tag) })),
      ...[...untyped.keys()].map((folder) => ({
        path: `./${folder}${folder === '' ? '' : '/'}`,
        type: typeIn(folder),
      })),
    ],
    unsure: [
      ...usedTags.map(
        (tag) => `Notes with the tag "${tag}" are taken for the type ${typeOfTag(tag)}.`,
      ),
      ...[...untyped].map(
        ([folder, those]) =>
          `${those.length} of the notes in ${folder === '' ? 'the top folder' : folder} say no type: taken for ${typeIn(folder)}.`,
      ),
    ],
  }
}
