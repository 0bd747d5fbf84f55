import { isJsonObject, type JsonObject, type JsonValue } from '../json.types.ts'
import { nameIn } from '../names.ts'
import { newProblem, type Problem } from '../problems.ts'
import { bookPath } from '../project/book-path.ts'
import { defaultTypeOf, layerOf } from '../project/layers.ts'
import type { BookProject, Layer } from '../project/project.types.ts'
import { type ReadYaml, readYaml } from '../reading/read-yaml.ts'
import { fieldProblems } from './field-problems.ts'
import { findLinks } from './find-links.ts'
import type { Note, Position, SourceFile } from './note.types.ts'
import { noFieldsProblem, noTypeProblem, titleProblem } from './note-problems.ts'
import { otherFrontMatter } from './other-front-matter.ts'
import { plainText, splitNote } from './split-note.ts'

export const MAX_NOTE = 2 * 1024 * 1024
const MAX_FRONT_MATTER = 64 * 1024
/** Line of the first field: above it stands the fence. */
const FIRST_FIELD = 2
const OWN = ['title', 'type', 'aliases', 'alias', 'tags', 'tag']

export type ReadNote = {
  note: Note | undefined
  problems: Problem[]
  /** What it would need to be a note. */
  lacks?: 'text' | 'front matter' | 'type'
}

const nothing = (problems: Problem[] = []): ReadNote => ({ note: undefined, problems })

/** A file without front matter: it may be half saved, or have it in a form that is not read. */
const noFrontMatter = (file: string, text: string): ReadNote => {
  if (text.trim() === '') return { ...nothing(), lacks: 'text' }
  const other = otherFrontMatter(text)
  if (other === undefined) return { ...nothing(), lacks: 'front matter' }
  const { line, message } = other
  return nothing([newProblem('yaml-syntax', { file, line, column: 1 }, message)])
}

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

/** Places of all fields, three levels deep: as deep as anything that is ever reported. */
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

/** Fields under their names, those of every note in any case: `Type` is written as often as `type`. */
const namedFields = (fields: JsonObject): JsonObject => {
  const named = new Map<string, JsonValue>()
  for (const [name, value] of Object.entries(fields)) {
    const own = name.trim().toLowerCase()
    const isOwn = own !== name && OWN.includes(own) && !Object.hasOwn(fields, own)
    named.set(isOwn ? own : name, value)
  }
  return Object.fromEntries(named)
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
  const wrong = pathProblem(path)
  if (wrong) return nothing([wrong])
  const layer = layerOf(project, path)
  return layer === undefined ? nothing() : readFile({ project, layer }, { path, hash, text })
}

const pathProblem = (path: string): Problem | undefined => {
  const start = { file: path, line: 1, column: 1 }
  if (bookPath(path) !== path)
    return newProblem(
      'unsafe-path',
      start,
      'This path leads out of the book or is not a plain one.',
    )
  return undefined
}

const textProblem = (path: string, text: string): Problem | undefined => {
  const start = { file: path, line: 1, column: 1 }
  if (text.length > MAX_NOTE)
    return newProblem(
      'too-large',
      start,
      `This file has more than ${MAX_NOTE} characters. Split it.`,
    )
  return isText(text) ? undefined : newProblem('not-text', start, 'This file is no UTF-8 text.')
}

type Home = { project: BookProject; layer: Layer }

const readFile = ({ project, layer }: Home, { path, hash, text }: SourceFile): ReadNote => {
  const start = { file: path, line: 1, column: 1 }
  const unread = textProblem(path, text)
  if (unread) return nothing([unread])
  const plain = plainText(text)
  const { frontMatter, body, bodyLine, isUnclosed } = splitNote(plain)
  if (isUnclosed)
    return nothing([
      newProblem('yaml-syntax', start, 'The front matter that begins here has no end.', {
        expected: 'a line --- after the last field',
      }),
    ])
  if (frontMatter === undefined) {
    const none = noFrontMatter(path, plain)
    if (defaultTypeOf(layer, path, []) === undefined || none.problems.length > 0) return none
  }
  const read = readYaml(frontMatter ?? '', {
    file: path,
    firstLine: FIRST_FIELD,
    maxBytes: MAX_FRONT_MATTER,
  })
  if (read.problems.length > 0) return nothing(read.problems)
  const named = namesOf(read, path, frontMatter ?? '')
  if ('problems' in named) return named
  const { fields } = named
  const type =
    ['type', ...project.type_fields].flatMap((name) => words(fields[name]).map(nameIn))[0] ??
    defaultTypeOf(layer, path, tagsOf(fields['tags'] ?? fields['tag']))
  if (type === undefined) return { ...nothing(noTypeProblem(path, fields)), lacks: 'type' }
  const wrong = titleProblem(fields, read.placeOf(['title']))
  if (wrong) return nothing([wrong])
  const links = findLinks(body, bodyLine)
  return {
    note: noteOf(read, fields, { path, hash, layer: layer.name, type, body, bodyLine, links }),
    problems: fieldProblems(named.written, {
      file: path,
      frontMatter: frontMatter ?? '',
      firstLine: FIRST_FIELD,
    }),
  }
}

/** The fields of front matter, or what is wrong where it has none. */
const namesOf = (
  read: ReadYaml,
  file: string,
  frontMatter: string,
): { fields: JsonObject; written: JsonObject } | ReadNote => {
  const fields = read.value ?? {}
  const wrong = noFieldsProblem(fields, { file, frontMatter, firstLine: FIRST_FIELD })
  if (wrong || !isJsonObject(fields)) return nothing(wrong ? [wrong] : [])
  return { fields: namedFields(fields), written: fields }
}
