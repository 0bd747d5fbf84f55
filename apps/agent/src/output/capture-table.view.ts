import type { CaptureMachine } from '@teamlore/shared'
import { type CaptureProblem, type CaptureState, UNREADABLE } from '../platform/capture-state.ts'
import { count } from './format.ts'
import { dim, green, type Line, type Piece, red, yellow } from './line.ts'
import { printable } from './printable.ts'
import { type Column, tableLines } from './table.ts'
import { wrapLine } from './wrap.ts'

/** One tool, as this machine and as the server count it. */
export type BothSides = {
  tool: string
  label: string
  here: {
    sessions: number
    read: number
    waiting: number
    set_aside: number
    /** What of it cannot be read or was refused, as long as it is so. */
    problem: CaptureProblem | null
  } | null
  server: { held: number; found: number; distilled: number; sessions: number } | null
  /** Messages captured here that are neither on their way nor there. */
  missing: number
}

/** Joins what is known here with what the server counts. This machine's own figures are newer than its report. */
export const bothSides = (
  state: CaptureState | undefined,
  machine: CaptureMachine | undefined,
): BothSides[] => {
  const here = new Map(state?.tools.map((tool) => [tool.tool, tool]))
  const there = new Map(machine?.tools.map((tool) => [tool.tool, tool]))
  return [...new Set([...here.keys(), ...there.keys()])].sort().map((tool) => {
    const own = here.get(tool)
    const its = there.get(tool)
    const onTheWay = (own?.spooled ?? 0) + (own?.set_aside ?? 0)
    return {
      tool,
      label: own?.label ?? its?.label ?? tool,
      here:
        own === undefined
          ? null
          : {
              sessions: own.sessions,
              read: own.messages,
              waiting: own.spooled,
              set_aside: own.set_aside,
              problem: own.last_error,
            },
      server:
        its === undefined
          ? null
          : {
              held: its.server.messages,
              found: its.server.indexed,
              distilled: its.server.distilled,
              sessions: its.server.sessions,
            },
      missing:
        own === undefined || machine === undefined
          ? 0
          : Math.max(0, own.messages - onTheWay - (its?.server.messages ?? 0)),
    }
  })
}

const COLUMNS: readonly Column[] = [
  { title: 'TOOL', shrinksTo: 8 },
  { title: 'SESSIONS', align: 'right' },
  { title: 'READ HERE', align: 'right' },
  { title: 'WAITING', align: 'right' },
  { title: 'SET ASIDE', align: 'right' },
  { title: 'ON SERVER', align: 'right' },
  { title: 'SEARCHABLE', align: 'right' },
  { title: 'DISTILLED', align: 'right' },
  { title: '' },
]

/** Tools nobody has used do not take a line, but where something of theirs is in the way. */
export const captureTableLines = (
  tools: readonly BothSides[],
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

const problemLines = ({ label, here }: BothSides, width: number | undefined): Line[] =>
  here === null || here.problem === null
    ? []
    : wrapLine(
        [
          yellow(printable(label)),
          `: ${printable(here.problem.message)}; \`lore doctor\` says what to do`,
        ],
        { width, indent: '  ' },
      )

const rowOf = (row: BothSides): Piece[] => {
  const { label, here, server } = row
  const figure = (value: number | undefined): string => (value === undefined ? '–' : count(value))
  return [
    printable(label),
    figure(here?.sessions ?? server?.sessions),
    figure(here?.read),
    figure(here?.waiting),
    figure(here?.set_aside),
    figure(server?.held),
    figure(server?.found),
    server === null ? '–' : `${count(server.distilled)} of ${count(server.sessions)}`,
    verdictOf(row),
  ]
}

const verdictOf = ({ here, server, missing }: BothSides): Piece => {
  if (missing > 0) return red(`${count(missing)} missing`)
  if (server !== null && server.found < server.held)
    return red(`${count(server.held - server.found)} not found`)
  if ((here?.set_aside ?? 0) > 0) return yellow('set aside')
  if (here?.problem?.code === UNREADABLE) return yellow('not all read')
  if ((here?.waiting ?? 0) > 0) return yellow('on its way')
  // An edit that was refused alone is no message.
  if (here?.problem) return yellow('set aside')
  return here === null || server === null ? '' : green('all there')
}
