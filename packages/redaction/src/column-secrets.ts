import { isPlaceholder } from './placeholders.ts'
import type { Finding } from './redaction.types.ts'
import { isRandomEnough } from './secret-names.ts'

/** Names of columns in the tables that clients of clusters print, and the fields that such a table is asked for. */
export const COLUMN_ANCHORS: readonly string[] = [
  ...['TOKEN', 'PASSWORD', 'SECRET'].flatMap((name) =>
    [' ', '\n', '\r', '\\'].map((end) => name + end),
  ),
  ...['.data.token', '.data.password', '.data.secret', '.data.key'],
  'kubeadm token create',
]

const LINE_END = /\r?\n|(?:\\{1,7}r)?\\{1,7}n/g
const NUMBER =
  /^(?:[\w./-]{1,120}[:-]\d{1,6}[:-]|[ \t]{0,8}\d{1,6}(?:[→:|-]|\t|\\{1,7}t))?[+-]?[ \t]{0,24}/
const HEADER =
  /^[A-Z][A-Z0-9]*(?:[ _-][A-Z0-9]+)*(?:(?: {2,}|\t| (?=[A-Z]))[A-Z][A-Z0-9]*(?:[ _-][A-Z0-9]+)*){1,12} *$/
const CELL = /[^\s]+(?: [^\s]+)*?(?= {2,}|\t|\\{1,7}t|\s*$)/g
/** With one blank between cells, as a template writes them. */
const WORD = /[^\s\\"'`]+/g
const LONGEST_LINE = 2_000
const MOST_ROWS = 500

type Line = { start: number; text: string }

/** Values beneath the name of a secret in a table that is drawn with blanks alone. */
export const findColumnSecrets = (text: string, places: readonly number[]): Finding[] => {
  const found: Finding[] = []
  let seen = 0
  for (const place of places) {
    if (place < seen) continue
    const lines = linesFrom(text, place)
    const head = lines.next().value
    const keysOf = head ? readerBelow(head) : undefined
    if (!head || keysOf === undefined) continue
    seen = head.start + head.text.length
    for (const row of lines) {
      if (/^\s*$|^[$#] /.test(row.text)) break
      found.push(...keysOf(row))
      seen = row.start + row.text.length
    }
  }
  return found
}

/** How a row beneath a line is read: by the column of that name, or whole where a command asked for keys. */
const readerBelow = (head: Line): ((row: Line) => Finding[]) | undefined => {
  if (!HEADER.test(head.text.trimEnd()))
    return /kubectl|\boc\b|kubeadm/.test(head.text)
      ? (row) => keysAmong(wordsOf(row), SHORTEST_ASKED)
      : undefined
  const column = cellsOf(head).findIndex(({ value }) =>
    /(?:^|[ _-])(?:TOKEN|PASSWORD|SECRET)$/.test(value),
  )
  if (column < 0) return undefined
  return (row) => keysAmong(cellsOf(row).slice(column, column + 1), SHORTEST)
}

const SHORTEST = 12
const SHORTEST_ASKED = 24

type Cell = { value: string; place: { start: number; end: number } }

const keysAmong = (cells: readonly Cell[], shortest: number): Finding[] =>
  cells.flatMap(({ value, place }) => (isKey(value, shortest) ? [{ ...place, rule: 'table' }] : []))

/** Read one by one, each of a bounded length: a text full of such names must not be walked over at each. */
function* linesFrom(text: string, place: number): Generator<Line, undefined> {
  const before = text.slice(Math.max(0, place - LONGEST_LINE), place)
  let start = place - before.length + startOfLine(before)
  for (let row = 0; row < MOST_ROWS && start < text.length; row++) {
    const ahead = text.slice(start, start + 2 * LONGEST_LINE)
    LINE_END.lastIndex = 0
    const end = LINE_END.exec(ahead)
    if (end === null && ahead.length === 2 * LONGEST_LINE) return
    const whole = ahead.slice(0, end?.index)
    const front = NUMBER.exec(whole)?.[0].length ?? 0
    yield { start: start + front, text: whole.slice(front) }
    if (end === null || whole.trim() === '') return
    start += end.index + end[0].length
  }
}

const startOfLine = (before: string): number => {
  const ends = [...before.matchAll(LINE_END)].at(-1)
  const quote = before.search(/["'`](?=[A-Z][A-Z ]*$)/)
  const line = ends === undefined ? 0 : ends.index + ends[0].length
  return Math.max(line, quote + 1)
}

const partsOf = ({ start, text }: Line, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(({ 0: value, index }) => ({
    value,
    place: { start: start + index, end: start + index + value.length },
  }))

const wordsOf = (line: Line) => partsOf(line, WORD)

const cellsOf = (line: Line) =>
  partsOf(line, CELL).map(({ value, place }) => {
    const bare = value.replace(/["'`\\].*$/, '')
    return { value: bare, place: { ...place, end: place.start + bare.length } }
  })

const BOOTSTRAP = /^[a-z0-9]{6}\.[a-z0-9]{16}$/

const isKey = (value: string, shortest: number): boolean =>
  !isPlaceholder(value) &&
  (BOOTSTRAP.test(value) ||
    (/^[A-Za-z0-9+/._=-]+$/.test(value) && value.length >= shortest && isRandomEnough(value)))
