import type { ToolFigures } from '../capture/import.types.ts'
import { count } from '../output/format.ts'
import { dim, type Line, type Piece, yellow } from '../output/line.ts'
import { type Column, tableLines } from '../output/table.ts'

const COLUMNS: readonly Column[] = [
  { title: 'TOOL', shrinksTo: 8 },
  { title: 'FILES', align: 'right' },
  { title: 'SESSIONS', align: 'right' },
  { title: 'MESSAGES', align: 'right' },
  { title: 'PROMPTS', align: 'right' },
  { title: 'EDITS', align: 'right' },
  { title: 'OUTPUT TOKENS', align: 'right' },
  { title: 'BAD LINES', align: 'right' },
]

/** What was read of each tool. Of a single one the totals have said it all. */
export const toolFiguresLines = (
  tools: readonly ToolFigures[],
  { width }: { width: number | undefined },
): Line[] =>
  tools.length < 2 ? [] : [[], ...tableLines(COLUMNS, tools.map(rowOf), { width, title: dim })]

const rowOf = (figures: ToolFigures): Piece[] => {
  const { tool, files, sessions, messages, prompts, edits, outputTokens, badLines } = figures
  const numbers = [files, sessions, messages, prompts, edits, outputTokens].map(count)
  return [tool, ...numbers, badLines > 0 ? yellow(count(badLines)) : count(badLines)]
}
