import type { Block } from '@teamlore/shared'
import {
  changesFolder,
  folderOfPart,
  lineOf,
  partsOf,
  programOf,
  withinFolder,
} from './command-parts.ts'

type Json = Extract<Block, { type: 'tool_call' }>['input']

/** Fields in which coding tools name the file a call is about, letters alone and small. */
const PATH_FIELD =
  /^(?:absolute|relative|target|source|old|new|notebook)?(?:file)?(?:path|name|uri)s?$|^(?:target)?files?$|^relativeworkspacepath$|^effectiveuri$/
const COMMAND_FIELD =
  /^(?:command|cmd|script|commandline|input|code|patch|diff|arguments|args|argv)$/
/** Where a call is made, if not where the session is. */
const FOLDER_FIELD =
  /^(?:cwd|workdir|workingdir(?:ectory)?|currentdir(?:ectory)?|dirpath|directory)$/
const MAX_DEPTH = 20

/** Paths of files that a call of a tool reads or writes, as far as it tells. */
export const pathsTouchedBy = (input: Json): string[] => pathsOf(input, '', 0)

const pathsOf = (value: Json, name: string, depth: number): string[] => {
  if (depth > MAX_DEPTH || value === null || typeof value !== 'object')
    return typeof value === 'string' ? pathsOfText(value, name) : []
  if (!Array.isArray(value)) {
    const fields = fieldsOf(value)
    const folder = folderOf(fields)
    const paths = fields.flatMap(([key, item]) => pathsOf(item, key, depth + 1))
    return [...paths, ...paths.flatMap((path) => withinFolder(folder, path))]
  }
  // ["bash", "-lc", "cat .env"]
  if (COMMAND_FIELD.test(name) && value.every((item) => typeof item === 'string'))
    return pathsIn(lineOf(value))
  return value.flatMap((item) => pathsOf(item, name, depth + 1))
}

type Fields = (readonly [string, Json])[]

const fieldsOf = (value: Exclude<Json, null | string | number | boolean | Json[]>): Fields =>
  Object.entries(value).map(([key, item]) => [key.replace(/[^A-Za-z]/g, '').toLowerCase(), item])

const folderOf = (fields: Fields): string => {
  const named = fields.find(([key, item]) => FOLDER_FIELD.test(key) && typeof item === 'string')
  return String(named?.[1] ?? '')
}

/** Folders that commands of a call run in, as far as it tells; empty for the one the call is made in. */
export const foldersRunIn = (input: Json): string[] => foldersOf(input, '', 0)

const foldersOf = (value: Json, name: string, depth: number): string[] => {
  if (depth > MAX_DEPTH || value === null) return []
  if (typeof value !== 'object')
    return COMMAND_FIELD.test(name) && typeof value === 'string' ? foldersIn(value) : []
  if (Array.isArray(value))
    return COMMAND_FIELD.test(name) && value.every((item) => typeof item === 'string')
      ? foldersIn(lineOf(value))
      : value.flatMap((item) => foldersOf(item, name, depth + 1))
  const fields = fieldsOf(value)
  const folder = folderOf(fields)
  return fields
    .flatMap(([key, item]) => foldersOf(item, key, depth + 1))
    .map((one) => (one === '' ? folder : (withinFolder(folder, one)[0] ?? one)))
}

const foldersIn = (text: string): string[] =>
  partsOf(text)
    .filter((part) => programOf(part).program !== '' && !changesFolder(part))
    .map(folderOfPart)

const pathsOfText = (text: string, name: string): string[] => {
  if (PATH_FIELD.test(name)) return [pathOf(text)]
  return COMMAND_FIELD.test(name) || name === '' ? pathsIn(text) : []
}

const pathOf = (value: string): string => {
  if (!value.startsWith('file://')) return value
  try {
    return decodeURIComponent(value.replace(/^file:\/\/(?:localhost)?/, ''))
  } catch {
    return value
  }
}

/** Programs that print what is in the files they are given. */
const PRINTING =
  /^(?:cat|bat|batcat|less|more|head|tail|tac|nl|sed|awk|gawk|grep|egrep|rg|cut|sort|strings|xxd|hexdump|od|base64|jq|yq|diff|type|gc|get-content|select-string|vim?|nano|openssl|ssh-keygen|gpg|tee)$/i
const MAX_PATCH_CHARS = 100_000

/** Files a command prints, writes by redirection, or a patch changes. */
const pathsIn = (text: string): string[] => {
  const patch = text.slice(0, MAX_PATCH_CHARS)
  const paths = [
    ...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.{1,500})$/gm),
    ...patch.matchAll(/^(?:\+\+\+|---) (?:[ab]\/)?([^\t\n]{1,500})/gm),
  ].flatMap(([, path]) => (path === undefined ? [] : [path.trim()]))
  for (const part of partsOf(text)) {
    const { program, given } = programOf(part)
    const named = PRINTING.test(program) ? given.flatMap(withoutOption) : []
    for (const path of [...named, ...part.written])
      paths.push(path, ...withinFolder(part.folder, path))
  }
  return paths
}

/** `--file=.env` names a file too. */
const withoutOption = (word: string): string[] => {
  if (!word.startsWith('-')) return [word]
  const value = word.split('=')[1]
  return value === undefined ? [] : [value]
}

/** The commands that a call runs, each with the folder it says it runs in. */
export const commandsOf = (input: Json): { text: string; folder: string }[] =>
  commandsWithin(input, { name: '', folder: '', depth: 0 })

type Where = { name: string; folder: string; depth: number }

const commandsWithin = (value: Json, { name, folder, depth }: Where): Commands => {
  if (depth > MAX_DEPTH || value === null) return []
  if (typeof value === 'string')
    return COMMAND_FIELD.test(name) || name === '' ? [{ text: value, folder }] : []
  if (typeof value !== 'object') return []
  if (!Array.isArray(value)) {
    const fields = fieldsOf(value)
    const own = folderOf(fields)
    const inner = own === '' ? folder : (withinFolder(folder, own)[0] ?? own)
    return fields.flatMap(([key, item]) =>
      commandsWithin(item, { name: key, folder: inner, depth: depth + 1 }),
    )
  }
  if (COMMAND_FIELD.test(name) && value.every((item) => typeof item === 'string'))
    return [{ text: lineOf(value), folder }]
  return value.flatMap((item) => commandsWithin(item, { name, folder, depth: depth + 1 }))
}

type Commands = ReturnType<typeof commandsOf>
