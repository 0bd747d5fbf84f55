import { posix } from 'node:path'
import type { Block } from '@teamlore/shared'

type Json = Extract<Block, { type: 'tool_call' }>['input']

/** Fields in which coding tools name the file a call is about, letters alone and small. */
const PATH_FIELD =
  /^(?:absolute|relative|target|source|old|new|notebook)?(?:file)?(?:path|name|uri)s?$|^(?:target)?files?$|^relativeworkspacepath$|^effectiveuri$/
const COMMAND_FIELD = /^(?:command|cmd|script|commandline|input|code|patch|diff|arguments)$/
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
    return pathsIn(value.join(' '))
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
      ? foldersIn(value.join(' '))
      : value.flatMap((item) => foldersOf(item, name, depth + 1))
  const fields = fieldsOf(value)
  const folder = folderOf(fields)
  return fields
    .flatMap(([key, item]) => foldersOf(item, key, depth + 1))
    .map((one) => (one === '' ? folder : (withinFolder(folder, one)[0] ?? one)))
}

const foldersIn = (text: string): string[] =>
  partsOf(text.slice(0, MAX_COMMAND_CHARS)).flatMap(({ words, folder }) => {
    const program = programOf(words.find((word) => !PREFIX.test(word)))
    if (program === '' || CHANGES_FOLDER.test(program)) return []
    // `git -C ../other diff`
    const option = words.indexOf('-C')
    const target = option === -1 ? undefined : words[option + 1]
    return [target === undefined ? folder : (withinFolder(folder, target)[0] ?? target)]
  })

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
  /^(?:cat|bat|batcat|less|more|head|tail|tac|nl|sed|awk|gawk|grep|egrep|rg|cut|sort|strings|xxd|hexdump|od|base64|jq|yq|diff|type|gc|get-content|select-string|vim?|nano|openssl|ssh-keygen|gpg)$/i
const PREFIX = /^(?:sudo|env|time|nice|command|exec|bash|sh|zsh|-l?c|[A-Za-z_]\w*=\S*)$/
const MAX_COMMAND_CHARS = 100_000

/** Files a command prints, writes by redirection, or a patch changes. Others it only names: what they hold stays unseen. */
const pathsIn = (text: string): string[] => {
  const command = text.slice(0, MAX_COMMAND_CHARS)
  const paths = [
    ...command.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.{1,500})$/gm),
    ...command.matchAll(/^(?:\+\+\+|---) (?:[ab]\/)?([^\t\n]{1,500})/gm),
  ].flatMap(([, path]) => (path === undefined ? [] : [path.trim()]))
  const parts = partsOf(command)
  for (const { words, folder } of parts) {
    const first = words.findIndex((word) => !PREFIX.test(word))
    if (!PRINTING.test(programOf(words[first]))) continue
    for (const path of words.slice(first + 1).flatMap(withoutOption))
      paths.push(path, ...withinFolder(folder, path))
  }
  let at = 0
  for (const { index, 1: path = '' } of command.matchAll(WRITTEN)) {
    while ((parts[at + 1]?.from ?? Number.POSITIVE_INFINITY) <= index) at++
    paths.push(path, ...withinFolder(parts[at]?.folder ?? '', path))
  }
  return paths
}

const WRITTEN = /(?:>{1,2}|\btee(?: -a)?)[ \t]{0,4}["']?([^\s"'<>|;&]{1,500})/g
const CHANGES_FOLDER = /^(?:cd|pushd|popd|chdir|set-location|sl)$/i
const FOLDER =
  /\b(?:cd|pushd|chdir|set-location|sl)(?:\s{1,9}(?:-[-A-Za-z]*|\/d))*\s{1,9}(?:"([^"]{1,500})"|'([^']{1,500})'|([^\s"']{1,500}))/i

type CommandPart = { from: number; words: string[]; folder: string }

/** The commands in a line, each with the folder that those before it went to; empty where none did. */
const partsOf = (command: string): CommandPart[] => {
  const parts: CommandPart[] = []
  const outer: string[] = []
  let folder = ''
  let from = 0
  for (const part of command.split(/([;&|\n()`])/)) {
    if (part === '(') outer.push(folder)
    // Whoever went elsewhere between brackets is back after them.
    else if (part === ')') folder = outer.pop() ?? folder
    const words = part.split(/[\s"']+/).filter((word) => word !== '')
    parts.push({ from, words: [...words, ...spacedIn(part)], folder })
    if (CHANGES_FOLDER.test(programOf(words.find((word) => !PREFIX.test(word)))))
      folder = folderAfter(folder, part)
    from += part.length
  }
  return parts
}

/** What stands in quotes for the space in it is one word as well. */
const spacedIn = (part: string): string[] =>
  [...part.matchAll(/(["'])(.{1,500}?)\1/g)].flatMap(([, , word = '']) =>
    /\s/.test(word) ? [word] : [],
  )

const programOf = (word = ''): string => word.split('/').at(-1) ?? ''

const folderAfter = (folder: string, part: string): string => {
  const [, double, single, bare] = FOLDER.exec(part) ?? []
  const target = double ?? single ?? bare
  return target === undefined ? '' : (withinFolder(folder, target)[0] ?? target)
}

const MAX_PATH_CHARS = 4_096

/** The path as seen from where the folder is named; none where it says by itself where it is. */
const withinFolder = (folder: string, path: string): string[] => {
  if (folder === '' || folder.length + path.length > MAX_PATH_CHARS) return []
  return /^(?:[/\\~]|[A-Za-z]:)/.test(path)
    ? []
    : [posix.join(folder.replaceAll('\\', '/'), path.replaceAll('\\', '/'))]
}

/** `-f.env` and `--file=.env` name a file too. */
const withoutOption = (word: string): string[] => {
  if (word.startsWith('<')) return [word.replace(/^<+/, '')]
  if (!word.startsWith('-')) return [word]
  const value = word.split('=')[1]
  return value === undefined ? [] : [value]
}
