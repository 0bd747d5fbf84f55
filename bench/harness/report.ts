import { type MachineFacts, machineFacts } from './machine-facts.ts'

export type Cell = string | number | null
export type Row = Record<string, Cell>

export type Report = {
  bench: string
  machine: MachineFacts
  /** One object per measured thing; keys are the names of the figures. */
  figures: Record<string, unknown>[]
  /** The same for people. */
  tables: Row[][]
  notes: string[]
}

export const newReport = (bench: string): Report => ({
  bench,
  machine: machineFacts(),
  figures: [],
  tables: [],
  notes: [],
})

const shown = (cell: Cell | undefined): string => {
  if (cell === null || cell === undefined) return '–'
  if (typeof cell === 'string') return cell
  if (Number.isInteger(cell)) return String(cell)
  return Math.abs(cell) < 10 ? cell.toFixed(4).replace(/0{1,3}$/, '') : cell.toFixed(1)
}

/** A table for people: columns in the order in which rows name them. */
export const tableOf = (rows: readonly Row[]): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = rows.map((row) => columns.map((column) => shown(row[column])))
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((line) => line[index]?.length ?? 0)),
  )
  const isNumeric = columns.map((column) => rows.some((row) => typeof row[column] === 'number'))
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, index) =>
        isNumeric[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [line(columns), line(widths.map((width) => '─'.repeat(width))), ...cells.map(line)].join(
    '\n',
  )
}

/** Prints a finished report: one JSON document, or tables. */
export const printReport = ({ tables, ...report }: Report, { json }: { json: boolean }): void => {
  if (json) {
    process.stdout.write(`${JSON.stringify(report)}\n`)
    return
  }
  const { cpu, cores, memory_gb, platform, node, load } = report.machine
  const parts = [
    `${report.bench} on ${cores} × ${cpu}, ${memory_gb} GB, ${platform}, Node ${node}, load ${load}`,
    ...tables.map(tableOf),
    ...report.notes,
  ]
  process.stdout.write(`\n${parts.join('\n\n')}\n`)
}

/** Progress goes to standard error, so that standard output stays one document. */
export const progress = (text: string): void => {
  process.stderr.write(`${text}\n`)
}
