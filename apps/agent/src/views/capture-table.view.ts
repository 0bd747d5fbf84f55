import { count } from '../output/format.ts'
import { dim, green, type Line, type Piece, red, yellow } from '../output/line.ts'
import { printable } from '../output/printable.ts'
import { type Column, tableLines } from '../output/table.ts'
import { wrapLine } from '../output/wrap.ts'
import { UNREADABLE } from '../platform/capture-state.ts'
import type { ToolCounts } from '../report/tool-counts.ts'

const COLUMNS: readonly Column[] = [
  { title: 'TOOL', shrinksTo: 8 },
  { title: 'SESSIONS', align: 'right' },
  { title: 'READ HERE', align: 'right' },
  { title: 'WAITING', align: 'right' },
  { title: 'QUARANTINED', align: 'right' },
  { title: 'ON SERVER', align: 'right' },
  { title: 'SEARCHABLE', align: 'right' },
  { title: 'DISTILLED', align: 'right' },
  { title: '' },
]

/** Tools nobody has used do not take a line, but where something of theirs is in the way. */
export const captureTableLines = (
  tools: readonly ToolCounts[],
  { width }: { width: number | undefined },
): Line[] => {
  const shown = tools.filter(
    ({ here, server }) => (here?.sessions ?? 0) + (server?.sessions ?? 0) > 0 || here?.problem,
  )
  if (shown.length === 0) return []
  return [
    [],
    ...tableLines(COLUMNS, shown.map(rowOf), { width, title: dim }),
    ...shown.flatMap((tool) => problemLines(tool, width)),
  ]
}

const problemLines = ({ label, here }: ToolCounts, width: number | undefined): Line[] =>
  here === null || here.problem === null
    ? []
    : wrapLine(
        [
          yellow(printable(label)),
          `: ${printable(here.problem.message)}; \`lore doctor\` says what to do`,
        ],
        { width, indent: '  ' },
      )

const rowOf = (row: ToolCounts): Piece[] => {
  const { label, here, server } = row
  const figure = (value: number | undefined): string => (value === undefined ? '–' : count(value))
  return [
    printable(label),
    figure(here?.sessions ?? server?.sessions),
    figure(here?.read),
    figure(here?.waiting),
    figure(here?.quarantined),
    figure(server?.held),
    figure(server?.found),
    server === null ? '–' : `${count(server.distilled)} of ${count(server.sessions)}`,
    verdictOf(row),
  ]
}

const verdictOf = ({ here, server, missing }: ToolCounts): Piece => {
  if (missing > 0) return red(`${count(missing)} missing`)
  if (server !== null && server.found < server.held)
    return red(`${count(server.held - server.found)} not found`)
  if ((here?.quarantined ?? 0) > 0) return yellow('quarantined')
  if (here?.problem?.code === UNREADABLE) return yellow('not all read')
  if ((here?.waiting ?? 0) > 0) return yellow('on its way')
  // An edit that was refused alone is no message.
  if (here?.problem) return yellow('quarantined')
  return here === null || server === null ? '' : green('all there')
}
