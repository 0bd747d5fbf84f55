import { isJsonObject, type JsonObject, type JsonValue } from '../json.types.ts'
import { nearestName } from '../nearest-name.ts'
import { newProblem, type Place, type Problem } from '../problems.ts'

const MAX_TITLE = 300
const TEMPLATE = /\{\{.*\}\}|<%.*%>|\{%.*%\}/u

/** What templates have in the place of a value; `{{title}}` is a mapping of a mapping to YAML. */
const isOfTemplate = (value: JsonValue): boolean => {
  const written = typeof value === 'string' ? value : JSON.stringify(value).replace('{"{', '{{')
  return TEMPLATE.test(written) || written.startsWith('{{')
}

export type Text = { file: string; frontMatter: string; firstLine: number }

export const placeOfLine = ({ file, frontMatter, firstLine }: Text, pattern: RegExp): Place => {
  const at = frontMatter.split('\n').findIndex((line) => pattern.test(line))
  return { file, line: firstLine + Math.max(0, at), column: 1 }
}

/** What is wrong with front matter that is read, but has no fields or has them in another form. */
export const noFieldsProblem = (fields: JsonValue, text: Text): Problem | undefined => {
  const expected = { expected: 'title: Name of the entity' }
  if (isJsonObject(fields)) {
    const doubled = Object.keys(fields).find((name) => /^(?:type|title):$/iu.test(name))
    return doubled === undefined
      ? undefined
      : newProblem(
          'wrong-shape',
          placeOfLine(text, /^["']?(?:type|title)::/iu),
          'A field has one colon after its name, not two.',
          expected,
        )
  }
  if (/^\s*[\p{L}_][\p{L}\p{N}_-]* *= */mu.test(text.frontMatter))
    return newProblem(
      'wrong-shape',
      placeOfLine(text, /^\s*\S+ *= */u),
      'This front matter is TOML, which is not read. Write a field with a colon.',
      expected,
    )
  if (/^\s*[\p{L}_][\p{L}\p{N}_-]*:[^\s/]/mu.test(text.frontMatter))
    return newProblem(
      'wrong-shape',
      placeOfLine(text, /^\s*[\p{L}_][\p{L}\p{N}_-]*:[^\s/]/u),
      'A field needs a space after its colon.',
      expected,
    )
  return newProblem(
    'wrong-shape',
    placeOfLine(text, /\S/u),
    'Front matter must be fields, each with a name.',
    expected,
  )
}

export const titleProblem = (fields: JsonObject, place: Place): Problem | undefined => {
  const { title } = fields
  if (title === undefined || title === null) return undefined
  if (isOfTemplate(title))
    return newProblem(
      'wrong-shape',
      place,
      'This title is the blank of a template. Put the folder of templates under `exclude` in lorecraft.yaml, or write a title in quotes.',
      { expected: 'title: "Name of the entity"' },
    )
  const isWord = ['string', 'number', 'boolean'].includes(typeof title)
  if (isWord && String(title).trim() !== '' && String(title).length <= MAX_TITLE) return undefined
  return newProblem(
    'wrong-shape',
    place,
    `The title must be a text of at most ${MAX_TITLE} characters.`,
    {
      expected: isWord
        ? 'title: Name of the entity'
        : 'title: "Name of the entity", in quotes where it has brackets or braces',
    },
  )
}

/** A file with front matter and no type: left out in silence, unless it looks like a slip. */
export const noTypeProblem = (file: string, fields: JsonObject): Problem[] => {
  const names = Object.keys(fields)
  const slip = names.find((name) => nearestName(name, ['type', 'title']) === 'type')
  if (names.length > 0 && slip === undefined) return []
  const what =
    slip === undefined
      ? 'This front matter is empty, so the file is left out.'
      : isOfTemplate(fields[slip] ?? null)
        ? 'The type of this file is the blank of a template, so the file is left out. Put the folder of templates under `exclude` in lorecraft.yaml, or name a type.'
        : slip.toLowerCase() === 'type'
          ? 'The type of this file is empty, so the file is left out. A value that begins with a sign such as ! needs quotes.'
          : `This file names no type, so it is left out. Is "${slip.slice(0, 80)}" meant to be "type"?`
  return [
    newProblem('no-type', { file, line: 1, column: 1 }, what, {
      expected: 'type: one of the types of schema.yaml',
    }),
  ]
}
