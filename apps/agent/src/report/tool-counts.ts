import type { CaptureMachine, CaptureTool } from '@teamlore/shared'
import type { CaptureProblem, CaptureState } from '../platform/capture-state.ts'

/** One tool, as this machine and as the server count it. */
export type ToolCounts = {
  tool: string
  label: string
  here: {
    sessions: number
    read: number
    waiting: number
    quarantined: number
    /** What of it cannot be read or was refused, as long as it is so. */
    problem: CaptureProblem | null
  } | null
  server: { held: number; found: number; distilled: number; sessions: number } | null
  /** Messages captured here that are neither on their way nor there. */
  missing: number
}

/** Joins what is known here with what the server counts. This machine's own figures are newer than its report. */
export const toolCountsOf = (
  state: CaptureState | undefined,
  machine: CaptureMachine | undefined,
): ToolCounts[] => {
  const here = new Map(state?.tools.map((tool) => [tool.tool, tool]))
  const there = new Map(machine?.tools.map((tool) => [tool.tool, tool]))
  return [...new Set([...here.keys(), ...there.keys()])].sort().map((tool) => {
    const own = here.get(tool)
    const its = there.get(tool)
    const onTheWay = (own?.spooled ?? 0) + (own?.quarantined ?? 0)
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
              quarantined: own.quarantined,
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
          : Math.max(0, own.messages - onTheWay - arrivedOf(its)),
    }
  })
}

/** What the server has, or had until it was forgotten. */
const arrivedOf = (its: CaptureTool | undefined): number =>
  its === undefined ? 0 : its.server.messages + its.server.forgotten
