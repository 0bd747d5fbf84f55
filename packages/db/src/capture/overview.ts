import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { decoded, number, text } from '../sql/decode.ts'
import { allOf, iso } from '../sql/page.ts'
import type { StoredCaptureReport } from './table.ts'

export type CaptureMachineRow = {
  id: string
  name: string
  platform: string
  agent_version: string
  owner: { id: string; name: string }
  last_seen_at: string | null
  /** Undefined when it never reported. */
  report: { sentAt: string; receivedAt: string; content: StoredCaptureReport } | undefined
}

export type CaptureMachineFilter = {
  /** Only machines of this user. */
  userId?: string | undefined
  machineId?: string | undefined
  /** Machines that call their system so are none of which capture is expected. */
  excludedPlatform?: string | undefined
  limit: number
}

export type CaptureCounts = {
  machine_id: string
  tool: string
  sessions: number
  messages: number
  prompts: number
  distilled: number
  to_distil: number
  distil_failed: number
  last_received_at: string | null
}

/** Single messages that arrived and were forgotten, by machine and tool, where there are any. */
export type CaptureForgotten = { machine_id: string; tool: string; messages: number }

/** By machine, where it has any. */
export type CaptureMemoryCounts = {
  machine_id: string
  files: number
  not_indexed: number
  last_received_at: string | null
}

/** By machine and tool, where there are any. */
export type CaptureBacklog = {
  /** Counted once, and not there any more. */
  lost: { machine_id: string; tool: string; messages: number }[]
  not_indexed: { machine_id: string; tool: string; messages: number }[]
  to_embed: { machine_id: string; tool: string; documents: number }[]
}

type MachineRow = Omit<CaptureMachineRow, 'owner' | 'report'> & {
  owner_id: string
  owner_name: string
  sent_at: string | null
  received_at: string | null
  report: StoredCaptureReport | null
}

const toMachine = (row: MachineRow): CaptureMachineRow => {
  const { owner_id, owner_name, sent_at, received_at, report, ...rest } = row
  const isReported = sent_at !== null && received_at !== null && report !== null
  return {
    ...rest,
    owner: { id: owner_id, name: owner_name },
    report: isReported ? { sentAt: sent_at, receivedAt: received_at, content: report } : undefined,
  }
}

/** How capture is doing, counted over all sessions of a machine: private ones are in the numbers, and only there. */
export const createCaptureReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Those heard of last come first. `left_out` says how many more there are. */
  async machines({
    userId,
    machineId,
    excludedPlatform,
    limit,
  }: CaptureMachineFilter): Promise<{ machines: CaptureMachineRow[]; left_out: number }> {
    const found = await rows<MachineRow & { total: number }>(
      tx,
      sql`
      select x.id, x.name, x.platform, x.agent_version, x.user_id as owner_id,
        coalesce(u.name, 'Former member') as owner_name, ${iso(sql`x.last_seen_at`)} as last_seen_at,
        ${iso(sql`r.sent_at`)} as sent_at, ${iso(sql`r.received_at`)} as received_at, r.report,
        count(*) over () as total
      from teamlore.machines x
      left join teamlore.users u on u.id = x.user_id
      left join teamlore.capture_reports r on r.machine_id = x.id and r.team_id = x.team_id
      where ${allOf([
        sql`x.team_id = ${teamId}`,
        excludedPlatform === undefined ? undefined : sql`x.platform <> ${excludedPlatform}`,
        userId === undefined ? undefined : sql`x.user_id = ${userId}`,
        machineId === undefined ? undefined : sql`x.id = ${machineId}`,
      ])}
      order by greatest(x.last_seen_at, r.received_at) desc nulls last, x.id desc limit ${limit}`,
    )
    const machines = found.map(({ total, ...row }) => toMachine(row))
    return { machines, left_out: (found[0]?.total ?? 0) - machines.length }
  },

  counts: (): Promise<CaptureCounts[]> =>
    rows<CaptureCounts>(
      tx,
      sql`
      select machine_id, tool, sessions, messages, prompts, distilled, to_distil, distil_failed,
        ${iso(sql`last_received_at`)} as last_received_at
      from teamlore.team_capture_counts order by machine_id, tool`,
    ),

  forgotten: (): Promise<CaptureForgotten[]> =>
    decoded(
      tx,
      { machine_id: text, tool: text, messages: number },
      sql`select machine_id, tool, messages from teamlore.team_capture_forgotten`,
    ),

  memoryFiles: (): Promise<CaptureMemoryCounts[]> =>
    rows<CaptureMemoryCounts>(
      tx,
      sql`
      select machine_id, files, not_indexed, ${iso(sql`last_received_at`)} as last_received_at
      from teamlore.team_capture_memory_files order by machine_id`,
    ),

  /** Looks at every message of the team: not for each request. */
  async backlog(): Promise<CaptureBacklog> {
    return {
      lost: await rows<CaptureBacklog['lost'][number]>(
        tx,
        sql`select machine_id, tool, messages from teamlore.team_capture_lost`,
      ),
      not_indexed: await rows<CaptureBacklog['not_indexed'][number]>(
        tx,
        sql`select machine_id, tool, messages from teamlore.team_capture_not_indexed`,
      ),
      to_embed: await rows<CaptureBacklog['to_embed'][number]>(
        tx,
        sql`select machine_id, tool, documents from teamlore.team_capture_to_embed`,
      ),
    }
  },
})
