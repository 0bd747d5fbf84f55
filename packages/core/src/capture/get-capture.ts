import type { CaptureBacklog, UnitOfWork } from '@teamlore/db'
import type {
  CaptureAlarm,
  CaptureHealth,
  CaptureMachine,
  CaptureOverview,
  CaptureQuery,
} from '@teamlore/shared'
import { roleCovers } from '@teamlore/shared/roles'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { UPLOAD_PLATFORM } from '../machines/upload-machine.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { clockSkewOf, joinFigures, type MachineFigures } from './capture-figures.ts'
import { type AlarmRules, findAlarms } from './find-alarms.ts'
import { isOfMemoryFiles } from './memory-file-alarms.ts'

type Deps = Partial<AlarmRules> & {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  /** For how long what is dear to count is kept. */
  keepMs?: number
}

export const SILENT_HOURS = 72
const MAX_MACHINES = 500
const KEEP_MS = 120_000

/**
 * What became of every session on its way: what machines say they have seen beside what the server counts, and an alarm
 * for each difference. Members see their own machines, admins all.
 */
export const makeGetCapture = ({
  unitOfWork,
  now = systemClock,
  keepMs = KEEP_MS,
  silentHours = SILENT_HOURS,
  serverVersion = '',
}: Deps) => {
  const backlogs = createBacklogs({ unitOfWork, now, keepMs })

  return async (scope: TeamScope, { machine }: CaptureQuery): Promise<CaptureOverview> => {
    const userId = roleCovers(scope.role, 'admin') ? undefined : requirePerson(scope)
    const filter = {
      userId,
      machineId: machine,
      // Files that were handed in are nobody's capture: no agent ever reports on them.
      excludedPlatform: UPLOAD_PLATFORM,
      limit: MAX_MACHINES,
    }
    const backlog = await backlogs.of(scope)
    // Reports before counts: what arrives in between is then no difference.
    const found = await unitOfWork.inTeam(scope, async ({ captureOverview }) => ({
      ...(await captureOverview.machines(filter)),
      counts: await captureOverview.counts(),
      forgotten: await captureOverview.forgotten(),
      memoryFiles: await captureOverview.memoryFiles(),
    }))
    const moment = now()
    const machines = joinFigures(found.machines, { ...found, backlog }, moment)
    const judged = machines.map((one) => {
      const alarms = findAlarms(one, { silentHours, serverVersion }, moment)
      return { alarms, machine: toMachine(one, alarms) }
    })
    return {
      at: moment.toISOString(),
      server_version: serverVersion,
      alarms: judged.flatMap(({ alarms }) => alarms).sort(worstFirst),
      machines: judged.map((one) => one.machine).sort(mostUrgentFirst),
      left_out: found.left_out,
    }
  }
}

export type GetCapture = ReturnType<typeof makeGetCapture>

/** Keeps for a while what takes a look at every message of a team; for each who asks, as people oversee different machines. */
const createBacklogs = ({
  unitOfWork,
  now,
  keepMs,
}: Required<Pick<Deps, 'unitOfWork' | 'now' | 'keepMs'>>) => {
  const kept = new Map<string, { until: number; backlog: Promise<CaptureBacklog> }>()
  return {
    of: (scope: TeamScope): Promise<CaptureBacklog> => {
      const moment = now().getTime()
      const whose = roleCovers(scope.role, 'admin') ? 'all' : scope.userId
      const who = `${scope.teamId} ${whose} ${scope.given?.by ?? ''}`
      const before = kept.get(who)
      if (before !== undefined && before.until > moment) return before.backlog
      for (const [other, { until }] of kept) if (until <= moment) kept.delete(other)
      const backlog = unitOfWork.inTeam(scope, ({ captureOverview }) => captureOverview.backlog())
      kept.set(who, { until: moment + keepMs, backlog })
      backlog.catch(() => kept.delete(who))
      return backlog
    },
  }
}

const toMachine = (
  { report, tools, memoryFiles, ...facts }: MachineFigures,
  alarms: readonly CaptureAlarm[],
): CaptureMachine => {
  const { tools: _tools, memory_files: _files, ...agent } = report?.content ?? { tools: [] }
  return {
    ...facts,
    state: stateOf(alarms, report !== undefined),
    reported_at: report?.receivedAt ?? null,
    clock_skew_seconds: clockSkewOf({ ...facts, report }),
    agent: report === undefined ? null : (agent as CaptureMachine['agent']),
    tools: tools.map((tool) => ({
      ...tool,
      state: stateOf(
        alarms.filter((alarm) => alarm.tool === tool.tool),
        tool.agent !== null,
      ),
    })),
    memory_files: memoryFiles && {
      ...memoryFiles,
      state: stateOf(alarms.filter(isOfMemoryFiles), memoryFiles.agent !== null),
    },
  }
}

const stateOf = (alarms: readonly CaptureAlarm[], isReported: boolean): CaptureHealth => {
  if (alarms.some(({ severity }) => severity === 'error')) return 'error'
  if (alarms.some(({ code }) => code === 'capture.silent')) return 'silent'
  if (alarms.length > 0) return 'warning'
  return isReported ? 'ok' : 'unknown'
}

const URGENCY: Record<CaptureHealth, number> = {
  error: 0,
  warning: 1,
  silent: 2,
  unknown: 3,
  ok: 4,
}

const mostUrgentFirst = (a: CaptureMachine, b: CaptureMachine): number =>
  URGENCY[a.state] - URGENCY[b.state] || (a.name < b.name ? -1 : 1)

const worstFirst = (a: CaptureAlarm, b: CaptureAlarm): number =>
  Number(a.severity === 'warning') - Number(b.severity === 'warning')
