import { isJsonObject, type JsonObject, type JsonValue } from '../json.types.ts'
import { newProblem, type Place, type Problem } from '../problems.ts'
import { bookPath } from '../project/book-path.ts'
import { defaultTypeOf, layerOf } from '../project/layers.ts'
import type { BookProject } from '../project/project.types.ts'
import { type ReadYaml, readYaml } from '../reading/read-yaml.ts'
import { findLinks } from './find-links.ts'
import type { Note, Position, SourceFile } from './note.types.ts'
import { plainText, splitNote } from './split-note.ts'

export const MAX_NOTE = 2 * 1024 * 1024
const MAX_FRONT_MATTER = 64 * 1024
const MAX_TITLE = 300
/** Line of the first field: above it stands the fence. */
const FIRST_FIELD = 2
const OWN = ['title', 'type', 'aliases', 'alias', 'tags', 'tag']

export type ReadNote = {
  note: Note | undefined
  problems: Problem[]
  /** The file has no text at all. */
  isEmpty?: boolean
}

const nothing = (problems: Problem[] = []): ReadNote => ({ note: undefined, problems })

/** A file that is none of the book's; one without any text may be half saved. */
const noNote = (text: string): ReadNote =>
  text.trim() === '' ? { ...nothing(), isEmpty: true } : nothing()

const words = (value: JsonValue | undefined): string[] => {
  const list = Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
  return list
    .filter((one): one is string | number | boolean => typeof one !== 'object' && one !== undefined)
    .map((one) => String(one).trim())
    .filter((one) => one !== '')
}

/** `tags: a, b` and `#a` are as common as a list. */
const tagsOf = (value: JsonValue | undefined): string[] => [
  ...new Set(
    words(typeof value === 'string' ? value.split(',') : value)
      .map((tag) => tag.replace(/^#/u, ''))
      .filter((tag) => tag !== ''),
  ),
]

const fileTitle = (path: string): string =>
  (path.split('/').at(-1) ?? path).replace(/\.(?:md|markdown)$/iu, '')

const childrenOf = (value: JsonValue): [string, JsonValue][] => {
  if (Array.isArray(value)) return value.map((item, at) => [String(at), item])
  return isJsonObject(value) ? Object.entries(value) : []
}

/** Places of all fields, three levels deep: as deep as anything that is ever told about. */
const positionsOf = (read: ReadYaml, fields: JsonObject): Record<string, Position> => {
  const at: Record<string, Position> = Object.create(null)
  const walk = (value: JsonValue, path: (string | number)[]): void => {
    for (const [key, child] of childrenOf(value).slice(0, 500)) {
      const inner = [...path, Array.isArray(value) ? Number(key) : key]
      const { line, column } = read.placeOf(inner)
      at[inner.join('.')] = [line, column]
      if (inner.length < 3) walk(child, inner)
    }
  }
  walk(fields, [])
  return { ...at }
}

const isText = (text: string): boolean => !text.includes('\0') && !text.slice(0, 4096).includes('�')

const titleProblem = (fields: JsonObject, place: Place): Problem | undefined => {
  const { title } = fields
  if (title === undefined || title === null) return undefined
  const isWord = ['string', 'number', 'boolean'].includes(typeof title)
  if (isWord && String(title).trim() !== '' && String(title).length <= MAX_TITLE) return undefined
  return newProblem(
    'wrong-shape',
    place,
    `The title must be a text of at most ${MAX_TITLE} characters.`,
    {
      expected: 'title: Name of the entity',
    },
  )
}

const noteOf = (
  read: ReadYaml,
  fields: JsonObject,
  about: Omit<Note, 'title' | 'type' | 'aliases' | 'tags' | 'fields' | 'at'> & { type: string },
): Note => ({
  ...about,
  title: words(fields['title'])[0] ?? fileTitle(about.path),
  aliases: words(fields['aliases'] ?? fields['alias']),
  tags: tagsOf(fields['tags'] ?? fields['tag']),
  fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !OWN.includes(name))),
  at: positionsOf(read, fields),
})

/**
 * Reads one file. No note and no problem: the file is none of the book's, having no front matter, no type or no layer.
 * Never throws, whatever the file holds.
 */
export const readNote = (project: BookProject, { path, hash, text }: SourceFile): ReadNote => {
  const start = { file: path, line: 1, column: 1 }
  const inside = bookPath(path)
  if (inside === undefined || inside !== path)
    return nothing([
      newProblem('unsafe-path', start, 'This path leads out of the book or is not a plain one.'),
    ])
  const layer = layerOf(project, path)
  if (layer === undefined) return nothing()
  if (text.length > MAX_NOTE)
    return nothing([
      newProblem('too-large', start, `This file has more than ${MAX_NOTE} characters. Split it.`),
    ])
  if (!isText(text)) return nothing([newProblem('not-text', start, 'This file is no UTF-8 text.')])
  const { frontMatter, body, bodyLine, isUnclosed } = splitNote(plainText(text))
  if (isUnclosed)
    return nothing([
      newProblem('yaml-syntax', start, 'The front matter that begins here has no end.', {
        expected: 'a line --- after the last field',
      }),
    ])
  const fallback = defaultTypeOf(layer, path)
  if (frontMatter === undefined && fallback === undefined) return noNote(text)
  const read = readYaml(frontMatter ?? '', {
    file: path,
    firstLine: FIRST_FIELD,
    maxBytes: MAX_FRONT_MATTER,
  })
  if (read.problems.length > 0) return nothing(read.problems)
  const fields = read.value ?? {}
  if (!isJsonObject(fields))
    return nothing([
      newProblem(
        'wrong-shape',
        { ...start, line: FIRST_FIELD },
        'Front matter must be fields, each with a name.',
        {
          expected: 'title: Name of the entity',
        },
      ),
    ])
  const type = words(fields['type'])[0] ?? fallback
  if (type === undefined) return nothing()
  const wrong = titleProblem(fields, read.placeOf(['title']))
  if (wrong) return nothing([wrong])
  const links = findLinks(body, bodyLine)
  return {
    note: noteOf(read, fields, { path, hash, layer: layer.name, type, body, bodyLine, links }),
    problems: [],
  }
}
