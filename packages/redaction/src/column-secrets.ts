import { isPlaceholder } from './placeholders.ts'
import type { Finding } from './redaction.types.ts'
import { acceptsNamed, isPublicPart, isRandomEnough, letsNodeIn } from './secret-names.ts'

/** Names of columns in the tables that clients of clusters print, and the fields that such a table is asked for. */
export const COLUMN_ANCHORS: readonly string[] = [
  ...['TOKEN', 'PASSWORD', 'SECRET', 'API KEY', 'ACCESS KEY', 'SECRET KEY', 'API_KEY'].flatMap(
    (name) => [' ', '\t', '\n', '\r', '\\'].map((end) => name + end),
  ),
  ...['.data.token', '.data.password', '.data.secret', '.data.key'],
  ...[
    ':.data.',
    '{.data.',
    '{{.data.',
    '.data["',
    'r .data.',
    "r '.data.",
    'et tokens',
    'et token ',
    'token list',
    'tokens list',
  ],
  ...[
    'kubeadm token create',
    'kubeadm token generate',
    'kubectl create token',
    'create token ',
    'node-token',
  ],
]

const LINE_END = /\r?\n|(?:\\{1,7}r)?\\{1,7}n/g
const LINE_ENDS_HERE = new RegExp(LINE_END.source, 'y')
const NUMBER =
  /^(?:[\w./-]{1,120}[:-]\d{1,6}[:-]|[ \t]{0,8}\d{1,6}(?:[→:|-]|\t|\\{1,7}t))?[+-]?[ \t]{0,24}/
/** All that names of columns are made of: they are looked for around one, for a line may begin with anything. */
const IN_HEADER = /[A-Z0-9 _\t-]/
/** What stands in front of them: nothing else of the line, or what begins a text within it. */
const BEFORE_HEADER = /(?:^|[\r\n"'`→+|]|\d:|\\[nrt])$/
const HEADER = /^[A-Z][A-Z0-9]*(?:(?:[_-]| +|\t+)[A-Z0-9]+)+$/
const CELL = /[^\s]+(?: [^\s]+)*?(?= {2,}|\t|\\{1,7}t|\s*$)/g
/** With one blank between cells, as a template writes them. */
const WORD = /(?:\\{1,7}[nrt])?(?<word>[^\s\\"'`]+)/g
const LONGEST_LINE = 2_000
const MOST_ROWS = 500

const SECRET_COLUMN = /(?:^|[ _-])(?:TOKEN|PASSWORD|SECRET|(?:API|ACCESS|SECRET)[ _]KEY)$/

type Line = { start: number; text: string }
/** A line that says which values beneath it are secret, and where the line beneath begins. */
type Head = { end: number; keysOf?: (row: Line) => Finding[] }

/**
 * Values beneath the name of a secret in a table that is drawn with blanks alone. `places`: where such names stand, in the
 * order of the text; of a line that was looked at, the others are passed over.
 */
export const findColumnSecrets = (text: string, places: readonly number[]): Finding[] => {
  const found: Finding[] = []
  let seen = 0
  for (const place of places) {
    if (place < seen) continue
    const { end, keysOf } = headAt(text, place, seen)
    seen = end
    if (keysOf === undefined) continue
    for (const row of linesFrom(text, end)) {
      if (/^\s*$|^[$#] /.test(row.text)) break
      found.push(...keysOf(row))
      seen = row.start + row.text.length
    }
  }
  return found
}

const headAt = (text: string, place: number, seen: number): Head =>
  IN_HEADER.test(text.charAt(place)) ? headerAt(text, place, seen) : commandAt(text, place, seen)

/** Names of columns: in each row, the cell beneath that of the secret is one. */
const headerAt = (text: string, place: number, seen: number): Head => {
  let start = place
  while (start > Math.max(seen, place - LONGEST_LINE) && IN_HEADER.test(text.charAt(start - 1)))
    start -= 1
  let end = place
  while (end < place + LONGEST_LINE && IN_HEADER.test(text.charAt(end))) end += 1
  const front = text.slice(Math.max(0, start - 8), start)
  const run = text.slice(start, end)
  const indent = NUMBER.exec(run)?.[0] ?? ''
  const names = run.slice(indent.length).trimEnd()
  LINE_ENDS_HERE.lastIndex = end
  const isWhole =
    LINE_ENDS_HERE.test(text) && (BEFORE_HEADER.test(front) || /\t| {2}/.test(indent + names))
  if (!isWhole || !/[ \t]/.test(names) || !HEADER.test(names)) return { end }
  const columns = cellsOf({ start, text: names }).map(({ value }) => SECRET_COLUMN.exec(value)?.[0])
  const below = LINE_ENDS_HERE.lastIndex
  if (columns.every((name) => name === undefined)) return { end: below }
  return {
    end: below,
    keysOf: (row) =>
      cellsOf(row).flatMap((cell, index) => {
        const name = columns[index]
        if (name === undefined || (name === 'SECRET' && isNameOfSecret(cell.value))) return []
        return name.endsWith('PASSWORD') ? passwordsAmong([cell]) : keysAmong([cell], SHORTEST)
      }),
  }
}

/** A command that asks for keys: each word beneath it may be one. */
const commandAt = (text: string, place: number, seen: number): Head => {
  const before = text.slice(Math.max(seen, place - LONGEST_LINE), place)
  const lineEnd = [...before.matchAll(LINE_END)].at(-1)
  const line = lineEnd === undefined ? before : before.slice(lineEnd.index + lineEnd[0].length)
  LINE_END.lastIndex = 0
  const ahead = text.slice(place, place + LONGEST_LINE)
  const next = LINE_END.exec(ahead)
  const end = place + (next === null ? ahead.length : next.index + next[0].length)
  if (!/kubectl|\boc\b|kubeadm|k3s/.test(line + ahead.slice(0, next?.index))) return { end }
  return {
    end,
    keysOf: (row) =>
      keysAmong(wordsOf(row), SHORTEST_ASKED).filter((key) => !isNameOfRow(text, key)),
  }
}

/** What a thing is known by, and what is there to be shown. */
const isNameOfRow = (text: string, { start, end }: Finding): boolean => {
  const word = text.slice(start, end)
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(word) || isPublicPart(word)
}

/** `web-tls-x3aym`: the name of one, as a cluster makes it. */
const isNameOfSecret = (value: string): boolean => /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(value)

const SHORTEST = 12
const SHORTEST_ASKED = 24

/** Read one by one, each of a bounded length: a text full of such names must not be walked over at each. */
function* linesFrom(text: string, from: number): Generator<Line, undefined> {
  let start = from
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

type Cell = { value: string; place: { start: number; end: number } }

const keysAmong = (cells: readonly Cell[], shortest: number): Finding[] =>
  cells.flatMap(({ value, place }) => (isKey(value, shortest) ? [{ ...place, rule: 'table' }] : []))

/** As people and programs choose one: also with signs that no key has. */
const passwordsAmong = (cells: readonly Cell[]): Finding[] =>
  cells.flatMap(({ value, place }) =>
    /\d/.test(value) && acceptsNamed('password', value) ? [{ ...place, rule: 'table' }] : [],
  )

const cellAt = (value: string, start: number): Cell => ({
  value,
  place: { start, end: start + value.length },
})

const wordsOf = ({ start, text }: Line): Cell[] =>
  [...text.matchAll(WORD)].map(({ 0: whole, index, groups }) => {
    const word = groups?.['word'] ?? ''
    return cellAt(word, start + index + whole.length - word.length)
  })

/** Without what ends a text that the row is the last of. */
const cellsOf = ({ start, text }: Line): Cell[] =>
  [...text.matchAll(CELL)].map(({ 0: value, index }) =>
    cellAt(value.replace(/["'`\\].*$/, ''), start + index),
  )

const isKey = (value: string, shortest: number): boolean =>
  !isPlaceholder(value) &&
  (letsNodeIn(value) ||
    (/^[A-Za-z0-9+/._=-]+$/.test(value) && value.length >= shortest && isRandomEnough(value)))
