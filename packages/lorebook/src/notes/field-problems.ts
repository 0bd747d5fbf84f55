import type { JsonObject, JsonValue } from '../json.types.ts'
import { newProblem, type Problem } from '../problems.ts'
import { placeOfLine, type Text } from './note-problems.ts'

/** Fields of names, under the names that people write. */
const NAMES = /^(?:title|alias|aliases)$/iu
const WORDS = /^(?:alias|aliases|tag|tags)$/iu
const TYPE = /^type$/iu

/** What is lost of the fields that every note may have, although the note is read. */
export const fieldProblems = (fields: JsonObject, text: Text): Problem[] => [
  ...emptiedByComment(fields, text),
  ...cutByComment(text),
  ...shapeProblems(fields, text),
]

const COMMENT = /^(?:["']?([^\s#:"'-][^:#]*?)["']?\s*:|\s*-)\s+#\S/u

const isEmptyAt = (fields: JsonObject, name: string | undefined): boolean =>
  name === undefined
    ? Object.values(fields).some((value) => Array.isArray(value) && value.includes(null))
    : Object.hasOwn(fields, name) && fields[name] === null

/** Values that YAML takes for comments: `tags: #harbour` is a field without a value. */
const emptiedByComment = (
  fields: JsonObject,
  { file, frontMatter, firstLine }: Text,
): Problem[] => {
  if (!frontMatter.includes('#')) return []
  return frontMatter.split('\n').flatMap((line, at) => {
    const found = COMMENT.exec(line)
    const name = found?.[1]
    if (!found || !isEmptyAt(fields, name)) return []
    return [
      newProblem(
        'wrong-shape',
        { file, line: firstLine + at, column: 1 },
        'What follows a # is a comment, so nothing is said here. Put quotes around it.',
        { expected: name === undefined ? '- "#word"' : `${name}: "#word"` },
      ),
    ]
  })
}

const CUT = /^([A-Za-z]+)\s*:\s+(?!["'[{|>&*!#])(\S.*?)\s+#(?=\S|\s*\d)/u

/** `title: Room #7` is called "Room" to YAML. */
const cutByComment = ({ file, frontMatter, firstLine }: Text): Problem[] => {
  if (!frontMatter.includes(' #')) return []
  return frontMatter.split('\n').flatMap((line, at) => {
    const [, name = '', value = ''] = CUT.exec(line) ?? []
    if (!NAMES.test(name)) return []
    return [
      newProblem(
        'cut-by-comment',
        { file, line: firstLine + at, column: 1 },
        `What follows the # is a comment, so this ${name.toLowerCase()} is "${value.slice(0, 80)}". Put quotes around all of it where the # belongs to it.`,
        {
          expected: `${name}: "${line
            .slice(line.indexOf(':') + 1)
            .trim()
            .slice(0, 80)}"`,
        },
      ),
    ]
  })
}

const isObject = (value: JsonValue): boolean => typeof value === 'object' && value !== null

/** `aliases: { a: 1 }` names nothing, and of two types the second would be lost in silence. */
const shapeProblems = (fields: JsonObject, text: Text): Problem[] =>
  Object.entries(fields).flatMap(([name, value]) => {
    const list: readonly JsonValue[] = Array.isArray(value) ? value : [value]
    const at = () => placeOfLine(text, new RegExp(`^["']?${name.trim()}["']?\\s*:`, 'u'))
    if (WORDS.test(name.trim()) && list.some(isObject))
      return newProblem(
        'wrong-shape',
        at(),
        `The field ${name.trim()} must be words, not fields.`,
        {
          expected: `${name.trim()}: [one, another]`,
        },
      )
    if (TYPE.test(name.trim()) && list.length > 1)
      return newProblem(
        'several-types',
        at(),
        'An entity has one type; the first of these counts.',
        {
          expected: 'type: one of the types of schema.yaml',
        },
      )
    return []
  })
