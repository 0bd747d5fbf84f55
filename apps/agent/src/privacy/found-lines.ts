import type { Block } from '@teamlore/shared'

const COLOURS = '(?:\\u001b\\[[0-9;]{0,12}[mK]){0,4}'
const PATH = '[\\w@.~/\\\\+-]{1,400}'
/** `.env:3:…`, `.env:…`, and `.env-2-…` as lines around what was found have it; also between colours. */
const SIGN = `${COLOURS}(?::(?:${COLOURS}\\d{1,7}${COLOURS}:|(?=[\\u001b\\S]))|-${COLOURS}\\d{1,7}${COLOURS}-)${COLOURS}`
const FOUND = new RegExp(`^(${COLOURS})(${PATH}?)(${SIGN})(?=.)`)
/** A file by itself, above the lines found in it. */
const HEADING = new RegExp(`^${COLOURS}(${PATH})${COLOURS}$`)
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
  let above = ''
  let isChanged = false
  const lines = text.split('\n').map((line) => {
    const head = BELOW_HEADING.exec(line)?.[0]
    if (head === undefined) above = line
    const heading = head === undefined ? undefined : HEADING.exec(above)?.[1]
    const note = heading === undefined ? undefined : noteFor(heading)
    const left = note === undefined ? withoutFound(line, noteFor) : head + note
    if (left === undefined) return line
    isChanged = true
    return left
  })
  return isChanged ? lines.join('\n') : undefined
}

const withoutFound = (line: string, noteFor: NoteOf): string | undefined => {
  const [head, , path] = FOUND.exec(line) ?? []
  if (head === undefined || path === undefined) return undefined
  const note = noteFor(path)
  return note === undefined ? undefined : head + note
}

const SEARCHING = /grep|search|findstr|select-string|\b(?:rg|ag|ack|find)\b/i
const MAX_COMMAND_CHARS = 5_000

/** Whether a call looks for something in files, as far as its name or a command in it tells. */
export const isSearch = ({ name, input }: Extract<Block, { type: 'tool_call' }>): boolean => {
  const values = input !== null && typeof input === 'object' ? Object.values(input) : [input]
  return [name, ...values].some(
    (value) =>
      (typeof value === 'string' || Array.isArray(value)) &&
      SEARCHING.test(String(value).slice(0, MAX_COMMAND_CHARS)),
  )
}
