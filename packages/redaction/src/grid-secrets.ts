import type { Finding } from './redaction.types.ts'
import { isValue, secretColumn } from './table-secrets.ts'

/** What stands in the line beneath the names: of psql, of MySQL and of Markdown. */
export const GRID_ANCHORS: readonly string[] = [
  ...['-+-', '+--', '|--', '| --', '|:-'],
  // Drawn with lines of their own (`├──┼──┤`), which nothing is found by as fast as by a name above.
  ...['token  ', 'password  ', 'secret  ', 'api key  ', 'api_key  '].flatMap((name) => [
    ...[name, name.charAt(0).toUpperCase() + name.slice(1), name.toUpperCase()],
  ]),
]
/** Behind the number of the line or its file, as programs print them. */
const RULE =
  /^(?:[\w./-]{1,120}[:-]\d{1,6}[:-]|[ \t]{0,8}\d{1,6}(?:[→:|-]|\t|\\{1,7}t))?(?:[ \t]|\\{1,7}t){0,24}[-+|: ─━═┼╇┿╪╬╋╂├┤┡┩┝┥╞╡╠╣┣┫]{3,}$/
/** A text within JSON has the ends of its lines written out. */
const LINE_END = /\r?\n|(?:\\{1,7}r)?\\{1,7}n/

const LONGEST_LINE = 2_000
const MOST_ROWS = 1_000

type Line = { start: number; end: number }

/**
 * Values in a table drawn with signs, beneath the name of a secret. `places`: where a line between names and values may be,
 * in the order of the text.
 */
export const findGridSecrets = (text: string, places: readonly number[]): Finding[] => {
  const found: Finding[] = []
  let seen = 0
  for (const place of places) {
    if (place < seen) continue
    const rule = ruleAt(text, place)
    seen = rule.end
    if (!RULE.test(text.slice(rule.start, rule.end))) continue
    const columns = columnsAbove(text, rule)
    if (columns.some((name) => name !== undefined)) seen = secretsBelow(text, rule, columns, found)
  }
  return found
}

/** The line itself, or the one beneath the names of columns. */
const ruleAt = (text: string, place: number): Line => {
  const line = lineAt(text, place)
  if (!/[│┃║]/.test(text.slice(line.start, line.end))) return line
  const lineEnd = LINE_END.exec(text.slice(line.end, line.end + 18))
  return lineEnd?.index === 0 ? lineAt(text, line.end + lineEnd[0].length) : line
}

const lineAt = (text: string, at: number): Line => {
  const from = Math.max(0, at - LONGEST_LINE)
  const before = text.slice(from, at)
  const start = Math.max(before.lastIndexOf('\n') + 1, before.lastIndexOf('\\n') + 2, 0)
  const behind = text.slice(at, at + LONGEST_LINE)
  const end = LINE_END.exec(behind)?.index ?? behind.length
  return { start: from + (start === 1 ? 0 : start), end: at + end }
}

/** The names of columns that hold secrets, each at its place. */
const columnsAbove = (text: string, rule: Line): (string | undefined)[] => {
  if (rule.start === 0) return []
  return cellsOf(text, lineAbove(text, rule)).map(({ start, end }) =>
    secretColumn(text.slice(start, end).replaceAll('*', '')),
  )
}

const lineAbove = (text: string, { start }: Line): Line => {
  const end = /(?:\r?\n|(?:\\{1,7}r)?\\{1,7}n)$/.exec(text.slice(Math.max(0, start - 18), start))
  return lineAt(text, start - (end?.[0].length ?? 1))
}

/** Adds what it finds and returns where the table ends. */
const secretsBelow = (
  text: string,
  rule: Line,
  columns: readonly (string | undefined)[],
  found: Finding[],
): number => {
  let end = rule.end
  for (let row = 0; row < MOST_ROWS; row++) {
    const lineEnd = LINE_END.exec(text.slice(end, end + 18))
    if (lineEnd?.index !== 0) break
    const line = lineAt(text, end + lineEnd[0].length)
    const cells = cellsOf(text, line)
    if (cells.length !== columns.length) break
    for (const [index, name] of columns.entries()) {
      const cell = cells[index] as Line
      if (name !== undefined && isValue(name, text.slice(cell.start, cell.end)))
        found.push({ ...cell, rule: 'table' })
    }
    end = line.end
  }
  return end
}

/** What stands between the bars, without blanks and the signs of code around it. */
const cellsOf = (text: string, { start, end }: Line): Line[] => {
  const line = text.slice(start, end)
  const cells: Line[] = []
  let at = 0
  for (const cell of line.split(/[|│┃║]/)) {
    const inner = (/^[^"\\]*/.exec(cell)?.[0] ?? '').trim().replace(/^[`*]+|[`*]+$/g, '')
    const from = start + at + cell.indexOf(inner)
    cells.push({ start: from, end: from + inner.length })
    at += cell.length + 1
  }
  return cells.length < 2 ? [] : cells
}
