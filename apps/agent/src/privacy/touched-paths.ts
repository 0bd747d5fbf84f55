import type { Block } from '@teamlore/shared'

type Json = Extract<Block, { type: 'tool_call' }>['input']

/** Fields in which coding tools name the file a call is about, letters alone and small. */
const PATH_FIELD =
  /^(?:absolute|relative|target|source|old|new|notebook)?(?:file)?(?:path|name|uri)s?$|^(?:target)?files?$|^relativeworkspacepath$|^effectiveuri$/
const COMMAND_FIELD = /^(?:command|cmd|script|commandline|input|code|patch|diff|arguments)$/
const MAX_DEPTH = 20

/** Paths of files that a call of a tool reads or writes, as far as it tells. */
export const pathsTouchedBy = (input: Json): string[] => pathsOf(input, '', 0)

const pathsOf = (value: Json, name: string, depth: number): string[] => {
  if (depth > MAX_DEPTH || value === null || typeof value !== 'object')
    return typeof value === 'string' ? pathsOfText(value, name) : []
  if (!Array.isArray(value))
    return Object.entries(value).flatMap(([key, item]) =>
      pathsOf(item, key.replace(/[^A-Za-z]/g, '').toLowerCase(), depth + 1),
    )
  // ["bash", "-lc", "cat .env"]
  if (COMMAND_FIELD.test(name) && value.every((item) => typeof item === 'string'))
    return pathsIn(value.join(' '))
  return value.flatMap((item) => pathsOf(item, name, depth + 1))
}

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
    ...command.matchAll(/(?:>{1,2}|\btee(?: -a)?)[ \t]{0,4}["']?([^\s"'<>|;&]{1,500})/g),
  ]
    .concat([...command.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.{1,500})$/gm)])
    .concat([...command.matchAll(/^(?:\+\+\+|---) (?:[ab]\/)?([^\t\n]{1,500})/gm)])
    .flatMap(([, path]) => (path === undefined ? [] : [path.trim()]))
  for (const part of command.split(/[;&|\n()`]|\$\(/)) {
    const words = part.split(/[\s"']+/).filter((word) => word !== '')
    const first = words.findIndex((word) => !PREFIX.test(word))
    const program = words[first]?.split('/').at(-1) ?? ''
    if (PRINTING.test(program)) paths.push(...words.slice(first + 1).flatMap(withoutOption))
  }
  return paths
}

/** `-f.env` and `--file=.env` name a file too. */
const withoutOption = (word: string): string[] => {
  if (word.startsWith('<')) return [word.replace(/^<+/, '')]
  if (!word.startsWith('-')) return [word]
  const value = word.split('=')[1]
  return value === undefined ? [] : [value]
}
