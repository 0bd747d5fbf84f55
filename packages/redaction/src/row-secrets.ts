import type { Finding } from './redaction.types.ts'
import { isNumberedAt, isValue, secretColumn, secretsBelow } from './table-secrets.ts'

/** Statements of SQL that name columns, and give their values further on. */
export const ROW_ANCHORS: readonly string[] = [
  ...[
    'insert into ',
    'insert ignore into ',
    'insert overwrite ',
    'insert into\\n',
    'insert into\n',
  ],
  // `replace into`: what begins as often as `rep` is looked for by its end.
  ...['lace into ', 'upsert into ', 'copy '],
]

/** What programs write in front of a line. */
const HEAD =
  '(?<=(?:\\n|\\\\n)[ \\t]{0,8})(?:\\d{1,6}[\\t→:|-]|[\\w./-]{1,120}[:-]\\d{1,6}[:-]|[+-])'
/** Between the parts of a statement. There is one way to read it, so what fails does so at once. */
const GAP = `\\s{0,40}(?:(?:\\\\{1,7}[nrt]|${HEAD})\\s{0,40}){0,8}`
/** `dbo.Users`, `"public"."users"`, `[dbo].[Users]` */
const TABLE = `[\\w.$"\`\\[\\]\\\\-]{1,160}`
const COLUMN = `(?:\\\\{0,7}["\`]|\\[)?[A-Za-z_](?:[\\w$-]| (?=[\\w$-])){0,60}(?:\\\\{0,7}["\`]|\\])?`
const COLUMNS = `\\((?<columns>${GAP}${COLUMN}${GAP}(?:,${GAP}${COLUMN}${GAP}){0,80})\\)`
const INSERT = new RegExp(
  `(?:insert(?: ignore)?|replace|upsert) (?:into|overwrite)(?=[\\s\\\\])${GAP}${TABLE}${GAP}${COLUMNS}[^()'"]{0,80}?values?${GAP}(?=\\()`,
  'iy',
)
const COPY = new RegExp(
  `copy ${TABLE} ${COLUMNS} from stdin[^\\n;\\\\]{0,80};(?<end>\\r?\\n|\\\\{1,7}n)`,
  'iy',
)
const BETWEEN_ROWS = new RegExp(`${GAP},?${GAP}\\(`, 'y')

const LONGEST_VALUE = 4_000

/** Values given to columns that hold secrets. `places`: where such statements may begin, in the order of the text. */
export const findRowSecrets = (text: string, places: readonly number[]): Finding[] => {
  const found: Finding[] = []
  let seen = 0
  for (const place of places) {
    const start = /l/i.test(text.charAt(place)) ? place - 3 : place
    if (start < seen) continue
    seen = Math.max(insertedAt(text, start, found), copiedAt(text, start, found))
  }
  return found
}

const columnsOf = (names: string): (string | undefined)[] =>
  names
    .replace(/\\{1,7}[nrt]/g, ' ')
    .split(',')
    .map(secretColumn)

const insertedAt = (text: string, place: number, found: Finding[]): number => {
  INSERT.lastIndex = place
  const names = INSERT.exec(text)?.groups?.['columns']
  if (names === undefined) return place
  const columns = columnsOf(names)
  let end = INSERT.lastIndex
  if (columns.every((name) => name === undefined)) return end
  for (;;) {
    BETWEEN_ROWS.lastIndex = end
    if (!BETWEEN_ROWS.test(text)) return end
    end = rowAt(text, { from: BETWEEN_ROWS.lastIndex, columns }, found)
  }
}

/** A text in quotes, where a quote is doubled or escaped; anything else up to the next comma, and a call whole. */
const QUOTED = "[nNeE]?'(?<text>(?:[^'\\\\]|''|\\\\\\S){0,4000})'"
const DOUBLE = '\\\\{0,7}"(?<double>[^"\\\\]{0,4000})\\\\{0,7}"'
const BARE = `[^,()'"\\s\\\\][^,()'"]{0,200}(?:\\([^()]{0,200}\\))?[^,()'"]{0,40}`
const VALUE = new RegExp(
  `${GAP}(?:${QUOTED}|${DOUBLE}|${BARE})(?:::[\\w ]{1,30})?${GAP}(?<sign>[,)])`,
  'dy',
)

/** Adds the secrets of a row and returns where it ends. */
const rowAt = (
  text: string,
  { from, columns }: { from: number; columns: readonly (string | undefined)[] },
  found: Finding[],
): number => {
  let at = from
  for (const name of columns) {
    VALUE.lastIndex = at
    const value = VALUE.exec(text)
    if (value === null) return at
    const [start, end] = value.indices?.groups?.['text'] ??
      value.indices?.groups?.['double'] ?? [0, 0]
    if (name !== undefined && end - start < LONGEST_VALUE && isValue(name, text.slice(start, end)))
      found.push({ start, end, rule: 'table' })
    at = VALUE.lastIndex
    if (value.groups?.['sign'] === ')') break
  }
  return at
}

/** `COPY users (…) FROM stdin;` and lines of values parted by tabs, as `pg_dump` writes them. */
const copiedAt = (text: string, place: number, found: Finding[]): number => {
  COPY.lastIndex = place
  const { columns: names, end = '' } = COPY.exec(text)?.groups ?? {}
  if (names === undefined) return place
  const columns = columnsOf(names)
  const from = COPY.lastIndex
  if (columns.every((name) => name === undefined)) return from
  const separator = end.endsWith('\n') ? '\t' : end.replace('n', 't')
  return secretsBelow(
    text,
    { columns, separator, lineEnd: end, isNumbered: isNumberedAt(text, place), from },
    found,
  )
}
