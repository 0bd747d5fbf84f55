import { type Line, type Piece, textOf, widthOfLine, withText } from './line.ts'
import { printable } from './printable.ts'
import { truncate } from './text-width.ts'

export type Column = {
  title: string
  /** Numbers stand under each other by their last digit. */
  align?: 'right'
  /** Gives way first when the terminal is narrow, down to this many columns. */
  shrinksTo?: number
}

const GAP = 2

/**
 * Rows under titles, each column as wide as its widest cell. Where that is wider than `width`, the columns that may
 * shrink do so, the widest first; without a width nothing is cut.
 */
export const tableLines = (
  columns: readonly Column[],
  rows: readonly (readonly Piece[])[],
  { width, title }: { width: number | undefined; title: (text: string) => Piece },
): Line[] => {
  const header = columns.map((column) => title(column.title))
  const widths = columns.map((_, at) =>
    Math.max(...[header, ...rows].map((row) => widthOfLine([row[at] ?? '']))),
  )
  if (width !== undefined) shrink(widths, columns, width - GAP * (columns.length - 1))
  return [header, ...rows].map((row) => rowLine(columns, row, widths))
}

const shrink = (widths: number[], columns: readonly Column[], room: number): void => {
  let excess = widths.reduce((sum, width) => sum + width, 0) - room
  while (excess > 0) {
    const widest = columns.reduce<number | undefined>((best, { shrinksTo }, at) => {
      const width = widths[at] ?? 0
      if (shrinksTo === undefined || width <= shrinksTo) return best
      return best === undefined || width > (widths[best] ?? 0) ? at : best
    }, undefined)
    if (widest === undefined) return
    widths[widest] = (widths[widest] ?? 0) - 1
    excess -= 1
  }
}

const rowLine = (
  columns: readonly Column[],
  row: readonly Piece[],
  widths: readonly number[],
): Line => {
  const line: Piece[] = []
  columns.forEach((column, at) => {
    const cell = row[at] ?? ''
    const width = widths[at] ?? 0
    const text = truncate(printable(textOf(cell)), width)
    const fill = ' '.repeat(Math.max(0, width - widthOfLine([text])))
    const isLast = at === columns.length - 1
    if (column.align === 'right') line.push(fill)
    line.push(withText(cell, text))
    if (!isLast) line.push((column.align === 'right' ? '' : fill) + ' '.repeat(GAP))
  })
  return line
}
