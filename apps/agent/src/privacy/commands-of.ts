import {
  type FieldKind,
  type Fields,
  fieldsOf,
  folderOf,
  isCommandField,
  type Json,
  jsonIn,
  kindOfField,
  MAX_DEPTH,
} from './call-fields.ts'
import { lineOf, partsOf } from './command-parts.ts'
import { changesFolder, folderOfPart, programOf } from './command-program.ts'
import { withinFolder } from './folder-paths.ts'

/**
 * What a field says. `run` is a command, and `code` is of another language; `value` is a path, a `name` may be one. What is in a
 * `text` or a `pattern` looks like one by chance.
 */
type FieldText = {
  text: string
  folder: string
  as: 'run' | 'code' | 'text' | 'value' | 'name' | 'pattern'
}
type Where = { name: string; folder: string; depth: number }

/** The commands that a call runs, and what else its fields say, each with the folder it says it runs in. */
export const commandsOf = (input: Json): FieldText[] =>
  commandsWithin(input, { name: '', folder: '', depth: 0 })

/** Folders that commands of a call run in, as far as it names them; empty for the one the call is made in. */
export const foldersRunIn = (input: Json): string[] =>
  commandsOf(input)
    .filter(({ as }) => as === 'run')
    .flatMap(({ text, folder }) =>
      partsOf(text)
        .filter((part) => programOf(part).program !== '' && !changesFolder(part))
        .map(folderOfPart)
        .map((one) => (one === '' ? folder : (withinFolder(folder, one)[0] ?? one))),
    )

const commandsWithin = (value: Json, { name, folder, depth }: Where): FieldText[] => {
  if (depth > MAX_DEPTH || value === null) return []
  if (typeof value === 'string') return commandsIn(value, { name, folder, depth })
  if (typeof value !== 'object') return []
  if (!Array.isArray(value)) {
    const fields = fieldsOf(value)
    const own = folderOf(fields)
    const inner = own === '' ? folder : (withinFolder(folder, own)[0] ?? own)
    const joined = joinedCommand(fields)
    const apart = fields.filter(([key]) => joined === undefined || !isPartOfCommand(key))
    return [
      ...(joined === undefined ? [] : [{ text: joined, folder: inner, as: 'run' } as const]),
      ...apart.flatMap(([key, item]) =>
        commandsWithin(item, { name: key, folder: inner, depth: depth + 1 }),
      ),
    ]
  }
  // ["bash", "-lc", "cat .env"]
  if (name !== '' && isCommandField(name) && value.every((item) => typeof item === 'string'))
    return isSeveral(name)
      ? value.flatMap((item) => commandOf(item, name, folder))
      : [{ text: lineOf(value), folder, as: 'run' }]
  return value.flatMap((item) => commandsWithin(item, { name, folder, depth: depth + 1 }))
}

const PROGRAM_FIELD = /^(?:command|cmd|program|executable|binary)$/
const WORDS_FIELD = /^(?:args|argv|arguments)$/
const isPartOfCommand = (key: string): boolean => PROGRAM_FIELD.test(key) || WORDS_FIELD.test(key)

/** `{ command: "op", args: ["read", "…"] }`: a program and its words in fields of their own. */
const joinedCommand = (fields: Fields): string | undefined => {
  const program = fields.find(([key, item]) => PROGRAM_FIELD.test(key) && typeof item === 'string')
  const words = fields.find(([key]) => WORDS_FIELD.test(key))?.[1]
  if (program === undefined || !Array.isArray(words) || words.length === 0) return undefined
  const texts = words.filter((word): word is string => typeof word === 'string')
  // A program that stands there with words of its own is written as a shell reads it.
  return texts.length === words.length ? `${String(program[1])} ${lineOf(texts)}` : undefined
}

const isSeveral = (name: string): boolean => /(?:command|cmd|script)s$/.test(name)

const MAX_VALUE_CHARS = 1_000

const commandsIn = (text: string, { name, folder, depth }: Where): FieldText[] => {
  const isCommand = isCommandField(name)
  const kind = kindOfField(name)
  if (!isCommand && kind === 'text') return []
  const inner = jsonIn(text)
  if (inner !== undefined && depth > 0)
    return commandsWithin(inner, { name: '', folder, depth: depth + 1 })
  return isCommand ? commandOf(text, name, folder) : textsOfField(text, kind, folder)
}

const textsOfField = (text: string, kind: FieldKind, folder: string): FieldText[] => {
  const hasWords = /\s/.test(text)
  // A question of one word is rather that word.
  if (kind === 'code') return hasWords || /['"`(]/.test(text) ? said('code', text, folder) : []
  if (kind === 'pattern') return [{ text, folder, as: 'pattern' }]
  // Addresses are of other machines.
  if (/^(?!file:)[a-z][a-z0-9+.-]+:\/\//i.test(text)) return []
  const isValue = kind === 'any' && text.length <= MAX_VALUE_CHARS && !text.includes('\n')
  const isSure = /^(?:\.{0,2}[\\/]|~|[A-Za-z]:|file:)/.test(text)
  return [
    ...(isValue ? [{ text, folder, as: isSure ? 'value' : 'name' } as const] : []),
    ...(hasWords ? said('text', text, folder) : []),
  ]
}

/** Of code what stands in quotes may be a path, of a text what looks like one. */
const said = (as: 'code' | 'text', text: string, folder: string): FieldText[] => [
  { text: lineOf([...(as === 'code' ? ['node', '-e'] : ['echo']), text]), folder, as },
]

/** A patch is no command; of code only what stands in quotes may be a path. */
const commandOf = (text: string, name: string, folder: string): FieldText[] => {
  if (/^(?:patch|diff)$/.test(name) || /^\s*(?:\*\*\* Begin Patch|diff --git |--- )/.test(text))
    return []
  const line = name === 'code' ? lineOf(['node', '-e', text]) : text
  return [{ text: line, folder, as: 'run' }]
}
