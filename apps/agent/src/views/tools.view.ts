import { count, plural } from '../output/format.ts'
import { dim, green, type Line, type Piece, yellow } from '../output/line.ts'
import { type Column, tableLines } from '../output/table.ts'
import { wrapLine } from '../output/wrap.ts'

/** One coding tool: whether it is read, and what there is of it. */
export type ToolRow = {
  tool: string
  label: string
  isOn: boolean
  /** Sessions in its own places on this machine, as far as they were counted. */
  found: number
  hasMore: boolean
  /** Sessions that were captured here, sent or not. */
  captured: number
}

const COLUMNS: readonly Column[] = [
  { title: 'TOOL' },
  { title: '', shrinksTo: 4 },
  { title: 'READ' },
  { title: 'FOUND HERE', align: 'right' },
  { title: 'CAPTURED', align: 'right' },
]

/** The tools that were used here, or are switched off; the others in one line. */
export const toolListLines = (
  rows: readonly ToolRow[],
  { width }: { width: number | undefined },
): Line[] => {
  const shown = rows.filter(
    ({ isOn, found, captured }) => !isOn || found > 0 || captured > 0 || rows.length === 1,
  )
  const others = rows.filter((row) => !shown.includes(row)).map(({ tool }) => tool)
  return [
    ...(shown.length === 0
      ? [['No coding tool has left a session on this machine yet.']]
      : tableLines(COLUMNS, shown.map(cellsOf), { width, title: dim })),
    ...(others.length === 0
      ? []
      : wrapLine([dim(`Also read, once they leave something: ${others.join(', ')}.`)], { width })),
  ]
}

const cellsOf = ({ tool, label, isOn, found, hasMore, captured }: ToolRow): Piece[] => [
  tool,
  dim(label),
  isOn ? green('on') : yellow('off'),
  isOn ? `${count(found)}${hasMore ? ' or more' : ''}` : '–',
  count(captured),
]

type Change = { action: 'on' | 'off'; before: readonly string[] }

/** What became of what was asked for, and what it means. */
export const toolChangeLines = (names: readonly string[], { action, before }: Change): Line[] => {
  const asked = [...new Set(names)]
  const done = asked.filter((name) => before.includes(name) === (action === 'on'))
  const already = asked.filter((name) => !done.includes(name))
  const meaning =
    action === 'off'
      ? 'What was sent stays on the server, and what was read before and waits is sent still; nothing further is read.'
      : '`lore import` sends what was said meanwhile.'
  return [
    ...(already.length === 0
      ? []
      : [[`${already.join(', ')} ${already.length === 1 ? 'was' : 'were'} ${action} already.`]]),
    ...(done.length === 0
      ? []
      : [
          [
            `${plural(done.length, 'tool')} switched ${action}: ${done.join(', ')}. A watch that runs takes it up within a minute.`,
          ],
          [dim(meaning)],
        ]),
  ]
}
