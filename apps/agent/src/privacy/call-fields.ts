import type { Block } from '@teamlore/shared'

export type Json = Extract<Block, { type: 'tool_call' }>['input']
export type Fields = (readonly [name: string, value: Json])[]

export const MAX_DEPTH = 20
const COMMAND_FIELD =
  /^(?:\w*(?:command|cmd|script)(?:s|line|text)?|input|chars|stdin|keys|code|patch|diff|arguments|args|argv)$/
/** Of code and questions to a database, what stands in quotes may be a path. */
const CODE_FIELD =
  /^(?:\w*code|\w*sql|query|expression|expr|snippet|newsource|javascript|function)$/
/** The task given to another agent. */
const TASK_FIELD = /^(?:prompt|task|instructions?|message)$/
/** What names are to look like: a tool says which it found. */
const PATTERN_FIELD = /^(?:\w*pattern|\w*glob|include|filter)s?$/
/** What is written, replaced, said or looked for: it names no file by being there. */
const TEXT_FIELD =
  /^(?:\w*content|text|body|description|title|summary|note|reason|explanation|thought|todos?|answer|question|activeform|status|subject|label|header|name|toolname|servername|server|tool|type|subagenttype|model|language|format|mode|outputmode|id|\w+id|(?:old|new|search|replace|insert)(?:string|str|text|lines?)?|replacement|diff|regex|regexp|searchpattern|exclude\w*|ignore\w*)$/
/** Where a call is made, if not where the session is. */
const FOLDER_FIELD =
  /^(?:cwd|workdir|workingdir(?:ectory)?|currentdir(?:ectory)?|dirpath|directory)$/

export type FieldKind = 'code' | 'task' | 'pattern' | 'text' | 'any'

/** What a field that is no command may hold: code, a task for another agent, patterns, no path, or whatever. */
export const kindOfField = (name: string): FieldKind => {
  if (CODE_FIELD.test(name)) return 'code'
  if (TASK_FIELD.test(name)) return 'task'
  if (PATTERN_FIELD.test(name)) return 'pattern'
  return TEXT_FIELD.test(name) ? 'text' : 'any'
}

const MAX_JSON_CHARS = 100_000

/** What a text says that is an object or a list written as JSON; undefined where it is none. */
export const jsonIn = (text: string): Json | undefined => {
  if (!/^\s*[[{]/.test(text) || text.length > MAX_JSON_CHARS) return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** The fields of an object, their names in small letters alone. */
export const fieldsOf = (value: Exclude<Json, null | string | number | boolean | Json[]>): Fields =>
  Object.entries(value).map(([key, item]) => [key.replace(/[^A-Za-z]/g, '').toLowerCase(), item])

/** The folder that a call says it is made in; empty where it says none. */
export const folderOf = (fields: Fields): string => {
  const named = fields.find(([key, item]) => FOLDER_FIELD.test(key) && typeof item === 'string')
  return String(named?.[1] ?? '')
}

/** Whether a field may hold a command; one of no name is the input itself. */
export const isCommandField = (name: string): boolean => name === '' || COMMAND_FIELD.test(name)
