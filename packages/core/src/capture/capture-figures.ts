import type {
  CaptureBacklog,
  CaptureCounts,
  CaptureForgotten,
  CaptureMachineRow,
  CaptureMemoryCounts,
} from '@teamlore/db'
import type {
  CaptureMemory,
  CaptureServerSide,
  CaptureTool,
  CaptureToolReport,
} from '@teamlore/shared'

/** One machine with both sides of each of its tools, before anybody judged them. */
export type MachineFigures = CaptureMachineRow & {
  tools: ToolFigures[]
  memoryFiles: MemoryFigures | null
}
export type ToolFigures = Omit<CaptureTool, 'state'>
export type MemoryFigures = Omit<CaptureMemory, 'state'>

type Counted = {
  counts: readonly CaptureCounts[]
  forgotten: readonly CaptureForgotten[]
  memoryFiles: readonly CaptureMemoryCounts[]
  backlog: CaptureBacklog
}

const seconds = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 1_000)

/** Joins what machines said with what the server itself counts, by machine and tool. */
export const joinFigures = (
  machines: readonly CaptureMachineRow[],
  { counts, forgotten, memoryFiles, backlog }: Counted,
  now: Date,
): MachineFigures[] => {
  const counted = new Map(counts.map((row) => [keyOf(row), row]))
  const gone = new Map(forgotten.map((row) => [keyOf(row), row.messages]))
  const lost = new Map(backlog.lost.map((row) => [keyOf(row), row.messages]))
  const notIndexed = new Map(backlog.not_indexed.map((row) => [keyOf(row), row.messages]))
  const toEmbed = new Map(backlog.to_embed.map((row) => [keyOf(row), row.documents]))
  const memoryOf = new Map(memoryFiles.map((row) => [row.machine_id, row]))
  const toolsOf = new Map<string, Set<string>>()
  for (const { machine_id, tool } of counts)
    toolsOf.set(machine_id, (toolsOf.get(machine_id) ?? new Set()).add(tool))
  return machines.map((machine) => {
    const reported = new Map(machine.report?.content.tools?.map((tool) => [tool.tool, tool]))
    const names = [...new Set([...reported.keys(), ...(toolsOf.get(machine.id) ?? [])])].sort()
    const tools = names.map((tool) => {
      const key = keyOf({ machine_id: machine.id, tool })
      const server = serverSide(counted.get(key), {
        lost: lost.get(key) ?? 0,
        forgotten: gone.get(key) ?? 0,
        notIndexed: notIndexed.get(key) ?? 0,
        toEmbed: toEmbed.get(key) ?? 0,
      })
      return toolFigures(tool, reported.get(tool), { server, machine, now })
    })
    return { ...machine, tools, memoryFiles: memoryFigures(machine, memoryOf.get(machine.id)) }
  })
}

const memoryFigures = (
  { report }: CaptureMachineRow,
  counted: CaptureMemoryCounts | undefined,
): MemoryFigures | null => {
  const agent = report?.content.memory_files ?? null
  const { files = 0, not_indexed = 0, last_received_at = null } = counted ?? {}
  if (agent === null && files === 0) return null
  // Files come and go: what was sent since the machine reported is no difference.
  const isNewer = last_received_at !== null && last_received_at > (report?.receivedAt ?? '')
  return {
    agent,
    server: { files, not_indexed, last_received_at },
    not_arrived: isNewer ? 0 : Math.max(0, (agent?.acknowledged ?? 0) - files),
  }
}

const keyOf = ({ machine_id, tool }: { machine_id: string; tool: string }): string =>
  `${machine_id}\n${tool}`

type Backlog = { lost: number; forgotten: number; notIndexed: number; toEmbed: number }

const serverSide = (
  row: CaptureCounts | undefined,
  { lost, forgotten, notIndexed, toEmbed }: Backlog,
): CaptureServerSide => {
  // What a session says of itself is as of its last change: rows that went since are held no more.
  const messages = Math.max(0, (row?.messages ?? 0) - lost)
  return {
    sessions: row?.sessions ?? 0,
    messages,
    prompts: row?.prompts ?? 0,
    indexed: Math.max(0, messages - notIndexed),
    not_indexed: notIndexed,
    distilled: row?.distilled ?? 0,
    to_distil: row?.to_distil ?? 0,
    distil_failed: row?.distil_failed ?? 0,
    to_embed: toEmbed,
    forgotten,
    last_received_at: row?.last_received_at ?? null,
  }
}

type Context = { server: CaptureServerSide; machine: CaptureMachineRow; now: Date }

const toolFigures = (
  tool: string,
  reported: CaptureToolReport | undefined,
  { server, machine, now }: Context,
): ToolFigures => {
  if (reported === undefined)
    return { tool, label: tool, agent: null, server, not_arrived: 0, lag_seconds: 0 }
  const { tool: _, label, ...agent } = reported
  const onTheWay = agent.spooled + agent.quarantined
  return {
    tool,
    label,
    agent,
    server,
    // What was re-sent counts as on its way although the server has it, and what was forgotten as held until it is purged: rather no
    // alarm than a false one.
    not_arrived: Math.max(0, agent.messages - onTheWay - server.messages - server.forgotten),
    lag_seconds: lagOf(agent.oldest_unsent_at, machine, now),
  }
}

/** How long it waited by the machine's clock, and how long ago that was by ours: no skew comes in. */
const lagOf = (oldest: string | null, { report }: CaptureMachineRow, now: Date): number => {
  if (oldest === null || report === undefined) return 0
  const then = seconds(oldest, report.sentAt)
  return Math.max(0, then) + Math.max(0, seconds(report.receivedAt, now.toISOString()))
}

export const clockSkewOf = ({ report }: CaptureMachineRow): number | null =>
  report === undefined ? null : seconds(report.receivedAt, report.sentAt)
