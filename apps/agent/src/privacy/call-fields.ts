import type { Block } from '@teamlore/shared'

export type Json = Extract<Block, { type: 'tool_call' }>['input']
export type Fields = (readonly [name: string, value: Json])[]

export const MAX_DEPTH = 20
const COMMAND_FIELD =
  /^(?:command|cmd|script|commandline|input|chars|stdin|code|patch|diff|arguments|args|argv)$/
/** Where a call is made, if not where the session is. */
const FOLDER_FIELD =
  /^(?:cwd|workdir|workingdir(?:ectory)?|currentdir(?:ectory)?|dirpath|directory)$/

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
