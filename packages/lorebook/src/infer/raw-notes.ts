import { isJsonObject, type JsonObject, type JsonValue } from '../json.types.ts'
import { fileName } from '../names.ts'
import { plainText, splitNote } from '../notes/split-note.ts'
import { readYaml } from '../reading/read-yaml.ts'

const MAX_FRONT_MATTER = 64 * 1024
/** Folders and files from which notes are made, and that are none themselves. */
const PATTERN_NAME = /(?:^|[^\p{L}])(?:templates?|archetypes?|boilerplate)(?:[^\p{L}]|$)/iu
/** What a program fills in once a note is made. */
const BLANKS = /\{\{[^{}]*\}\}|<%[^%]*%>/u

export type RawNote = {
  path: string
  folder: string
  title: string
  tags: string[]
  fields: JsonObject
}

const listed = (value: JsonValue | undefined): string[] => {
  const list = typeof value === 'string' ? value.split(',') : value
  return (Array.isArray(list) ? (list as readonly JsonValue[]) : []).flatMap((one) => {
    const word = typeof one === 'string' ? one.trim().replace(/^#/u, '') : ''
    return word === '' ? [] : [word]
  })
}

export const rawNoteOf = ({ path, text }: { path: string; text: string }): RawNote => {
  const { frontMatter } = splitNote(plainText(text))
  const read = readYaml(frontMatter ?? '', { file: path, maxBytes: MAX_FRONT_MATTER })
  const fields = isJsonObject(read.value) ? read.value : {}
  const { title } = fields
  return {
    path,
    folder: path.split('/').slice(0, -1).join('/'),
    title: typeof title === 'string' && title.trim() !== '' ? title : fileName(path),
    tags: listed(fields['tags'] ?? fields['tag']),
    fields,
  }
}

/** The folder or file that is a pattern for notes; undefined for a note. */
export const patternPathOf = ({
  path,
  text,
}: {
  path: string
  text: string
}): string | undefined => {
  const steps = path.split('/')
  const at = steps.findIndex((step) => PATTERN_NAME.test(step))
  if (at !== -1) return `./${steps.slice(0, at + 1).join('/')}${at < steps.length - 1 ? '/' : ''}`
  const { frontMatter } = splitNote(plainText(text))
  return BLANKS.test(frontMatter ?? '') ? `./${path}` : undefined
}

export const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export const wordOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/gu, '') || 'note'
