import type { Block } from '@teamlore/shared'

const COLOURS = '(?:\\u001b\\[[0-9;]{0,12}[mK]){0,4}'
const PATH = '(?:[A-Za-z]:(?=[\\\\/]))?[^\\s:"<>|][^:"<>|\\n\\u001b]{0,400}'
/** `.env:3:…`, `.env:…`, and `.env-2-…` as lines around what was found have it; also between colours. */
const SIGN = `${COLOURS}(?::(?:${COLOURS}\\d{1,7}${COLOURS}:|(?=[\\u001b\\S]))|-${COLOURS}\\d{1,7}${COLOURS}-)${COLOURS}`
const FOUND = new RegExp(`^(${COLOURS})(${PATH}?)(${SIGN})(?=.)`)
/** A file by itself, above the lines found in it. */
const HEADING = new RegExp(`^${COLOURS}(${PATH})${COLOURS}$`)
/** Before the path where git was asked for what was once. */
const REVISION = /^[\w./~^@{}-]{1,100}:(?=[^\s:])/
/** `# a.txt`, `File: a.txt`, `==> a.txt <==`, `--- a.txt ---`, `/work/a.txt:` above what tools found in it. */
const MARKED =
  /^[ \t]{0,8}(?:(?:#{1,3}|File:|Path:|==>|---) ([^\n"<>|]{1,1000}?)(?: <==| ---|:)?|((?:[A-Za-z]:)?[\\/~.][^\n:"<>|]{1,1000}):)[ \t]*$/
/** As a field of a line that is JSON or XML. */
const IN_FIELD = /"path":\{"text":"([^"\n]{1,1000})"|\bpath="([^"\n]{1,1000})"/
const BELOW_HEADING = new RegExp(`^${COLOURS}\\d{1,7}${COLOURS}[:-]${COLOURS}(?=.)`)

/** Times, fields and words stand in front of colons as well, far more often than files. */
const LIKE_A_FILE = /[./]|^id_|^kubeconfig/

type NoteOf = (path: string) => string | undefined

/**
 * Leaves out what a search over a folder found in files that are not to be captured: its call named none of them.
 * Undefined where there is nothing to leave out.
 *
 * @param noteOf what stands for the content of a file that is left out.
 */
export const withoutFoundLines = (text: string, noteOf: NoteOf): string | undefined => {
  const known = new Map<string, string | undefined>()
  const noteFor: NoteOf = (path) => {
    if (!LIKE_A_FILE.test(path)) return undefined
    if (!known.has(path)) known.set(path, noteOf(path))
    return known.get(path)
  }
  const state: Lines = { above: '', within: undefined }
  const lines = text.split('\n').flatMap((line) => withoutKeptLines(line, state, noteFor))
  const left = lines.join('\n')
  return left === text ? undefined : left
}

/** The line above, and what stands for those below a name, where something does. */
type Lines = { above: string; within: string | undefined }

const withoutKeptLines = (line: string, state: Lines, noteFor: NoteOf): string[] => {
  const [, marked, ended] = MARKED.exec(line) ?? []
  const named = marked ?? ended ?? ''
  if (LIKE_A_FILE.test(named)) {
    state.within = noteFor(named.trim())
    return state.within === undefined ? [line] : [line, state.within]
  }
  if (state.within !== undefined) return []
  const head = BELOW_HEADING.exec(line)?.[0]
  if (head === undefined) state.above = line
  const heading = head === undefined ? undefined : HEADING.exec(state.above)?.[1]
  const note = heading === undefined ? undefined : noteFor(heading)
  return [note === undefined ? (withoutFound(line, noteFor) ?? line) : head + note]
}

const withoutFound = (line: string, noteFor: NoteOf): string | undefined => {
  const field = IN_FIELD.exec(line)
  const fieldNote = field === null ? undefined : noteFor(field[1] ?? field[2] ?? '')
  if (fieldNote !== undefined) return fieldNote
  const [revision = ''] = REVISION.exec(line) ?? []
  for (const from of new Set([0, revision.length])) {
    const [head, , path] = FOUND.exec(line.slice(from)) ?? []
    const note = path === undefined ? undefined : noteFor(path)
    if (head !== undefined && note !== undefined) return line.slice(0, from) + head + note
  }
  return undefined
}

const SEARCHING = /grep|search|findstr|select-string|read_many|\b(?:rg|ag|ack|find)\b/i
const MAX_COMMAND_CHARS = 5_000

/** Whether a call looks for something in files, as far as its name or a command in it shows. */
export const isSearch = ({ name, input }: Extract<Block, { type: 'tool_call' }>): boolean => {
  const values = input !== null && typeof input === 'object' ? Object.values(input) : [input]
  return [name, ...values].some(
    (value) =>
      (typeof value === 'string' || Array.isArray(value)) &&
      SEARCHING.test(String(value).slice(0, MAX_COMMAND_CHARS)),
  )
}
