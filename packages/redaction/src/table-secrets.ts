import type { Finding } from './redaction.types.ts'
import { acceptsNamed, isPasswordName, isSecretName } from './secret-names.ts'

const Q = '(?:\\\\{0,7}")?'
const NAME = `${Q}[A-Za-z][\\w .-]{0,40}${Q}`
const SEPARATOR = '(?:[,;]|\\t|\\\\{1,7}t)'
/** Names alone, parted without blanks behind the sign: those in front of a place, and those behind it. */
const BEFORE = new RegExp(`(?:${NAME}${SEPARATOR}){1,40}$`)
const BEHIND = new RegExp(
  `(?<names>${NAME}(?:${SEPARATOR}${NAME}){0,40})(?<end>\\r?\\n|\\\\{1,7}r\\\\{1,7}n|\\\\{1,7}n)`,
  'y',
)
const NUMBERED =
  /(?:[ \t]{0,8}\d{1,6}(?:[→:|-]|\t|\\{1,7}t)|[\w./-]{1,120}[:-]\d{1,6}[:-])[+-]?[ \t]{0,24}/
const NUMBER_BEFORE = new RegExp(`${NUMBERED.source}$`)
const NUMBER = new RegExp(NUMBERED.source, 'y')
const INDENT = /[+-]?[ \t]{0,24}/y

const LONGEST_HEADER = 600
const LONGEST_NAME = 60
const LONGEST_SEPARATOR = 8
const LONGEST_ROW = 4_000
const MOST_ROWS = 1_000

/** Values of tables of text (CSV, TSV) beneath the name of a secret. `places`: where such names stand, in the order of the text. */
export const findTableSecrets = (text: string, places: readonly number[]): Finding[] => {
  const found: Finding[] = []
  let seen = 0
  for (const place of places) {
    if (place < seen) continue
    const header = headerAt(text, place)
    if (header !== null) seen = secretsBelow(text, header, found)
  }
  return found
}

const FIRST = new RegExp(SEPARATOR)
const LAST = new RegExp(`${SEPARATOR}$`)
/** The letter of an escape is no part of a name. */
const OWN = /(?:(?<=\\[nrt])|(?<!\\))(?:\\{0,7}")?(?:[A-Za-z][\w .-]{0,40})?$/

export type Header = {
  /** The name of each column that holds secrets. */
  columns: (string | undefined)[]
  separator: string
  lineEnd: string
  isNumbered: boolean
  from: number
}

const headerAt = (text: string, place: number): Header | null => {
  if (!/\n|\\n/.test(text.slice(place, place + LONGEST_HEADER))) return null
  BEHIND.lastIndex = place
  const groups = BEHIND.exec(text)?.groups
  if (groups === undefined) return null
  const from = BEHIND.lastIndex
  const head = text.slice(Math.max(0, place - LONGEST_HEADER), place)
  // The name itself may begin in front of the place.
  const own = OWN.exec(head.slice(-LONGEST_NAME))?.[0] ?? ''
  const front = head.slice(0, head.length - own.length)
  const isFirst = !LAST.test(front.slice(-LONGEST_SEPARATOR))
  const before = isFirst ? '' : withoutIndent(front, BEFORE.exec(front)?.[0] ?? '')
  const names = before + own + (groups['names'] ?? '')
  // Next to the name: an escaped tab in front of all of them moves the line in.
  const separator = (LAST.exec(before) ?? FIRST.exec(groups['names'] ?? ''))?.[0]
  if (separator === undefined) return null
  const columns = names.split(separator).map(secretColumn)
  if (columns.length < 2 || columns.every((name) => name === undefined)) return null
  const isNumbered = NUMBER_BEFORE.test(head.slice(0, head.length - before.length - own.length))
  return { columns, separator, lineEnd: groups['end'] ?? '', isNumbered, from }
}

/** Whether the line that begins in front of a place has a number. */
export const isNumberedAt = (text: string, place: number): boolean =>
  NUMBER_BEFORE.test(text.slice(Math.max(0, place - 200), place))

/** `\\n\\t` of a text within JSON: an escape, and a tab that moves the line in. */
const withoutIndent = (front: string, names: string): string =>
  front.endsWith(`\\${names}`) ? names.replace(/^[nrt](?:\\{1,7}t)*/, '') : names

export const secretColumn = (cell: string): string | undefined => {
  const name = cell
    .replace(/[\\"`[\]]/g, '')
    .trim()
    .replaceAll(' ', '_')
  return isSecretName(name.replace(/_?(?:hash|digest)$/i, '')) ? name : undefined
}

/** Adds what it finds and returns where the table ends: at the first line that has not as many columns. */
export const secretsBelow = (text: string, header: Header, found: Finding[]): number => {
  const { columns, lineEnd, isNumbered } = header
  let from = header.from
  for (let row = 0; row < MOST_ROWS; row++) {
    const next = text.slice(from, from + LONGEST_ROW).indexOf(lineEnd)
    const end = next < 0 ? Math.min(text.length, from + LONGEST_ROW) : from + next
    const start = startOfRow(text, from, isNumbered)
    const cells = cellsOf(text, { start, end }, header.separator)
    if (cells.length !== columns.length) return from
    for (const [index, name] of columns.entries()) {
      const cell = cells[index] as Cell
      const value = text.slice(cell.start, cell.end)
      if (name !== undefined && isValue(name, value)) found.push({ ...cell, rule: 'table' })
    }
    if (next < 0) return end
    from = end + lineEnd.length
  }
  return from
}

const startOfRow = (text: string, from: number, isNumbered: boolean): number => {
  const front = isNumbered ? NUMBER : INDENT
  front.lastIndex = from
  return from + (front.exec(text)?.[0].length ?? 0)
}

type Cell = { start: number; end: number }
const QUOTED = /(?<open>\\{0,7}")(?<value>[^"\\\n]*)\\{0,7}"/y

/** Without their quotes. A text within JSON ends in one, and so does its last row. */
const cellsOf = (text: string, { start, end }: Cell, separator: string): Cell[] => {
  const cells: Cell[] = []
  let at = start
  while (at <= end) {
    QUOTED.lastIndex = at
    const quoted = QUOTED.exec(text)
    const open = quoted?.groups?.['open']
    if (quoted !== null && open !== undefined && QUOTED.lastIndex <= end) {
      const from = at + open.length
      cells.push({ start: from, end: from + (quoted.groups?.['value'] ?? '').length })
      at = QUOTED.lastIndex
    } else {
      const next = text.indexOf(separator, at)
      const until = next < 0 || next > end ? end : next
      const closing = /["'`]/.exec(text.slice(at, until))
      cells.push({ start: at, end: closing === null ? until : at + closing.index })
      at = until
    }
    if (!text.startsWith(separator, at) || at >= end) break
    at += separator.length
  }
  return cells
}

/** A call, a type or a text of several words stands in code that only looks like a table. */
export const isValue = (name: string, value: string): boolean =>
  isHashOfPassword(name, value) ||
  (isSecretName(name) && !/[(){}<>=\s]|\\/.test(value) && acceptsNamed(name, value))

/** As stores of users hold them: `$2b$12$…`, `$argon2id$…`, `pbkdf2_sha256$…`. */
const isHashOfPassword = (name: string, value: string): boolean =>
  isPasswordName(name) &&
  /^(?:\$(?:2[abxy]|argon2(?:id?|d)|scrypt|y|5|6|1|apr1)\$|pbkdf2_|scrypt:)[\w./+$=,:-]{20,200}$/.test(
    value,
  )
