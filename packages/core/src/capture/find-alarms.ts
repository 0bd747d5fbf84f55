import { type CaptureAlarm, type CaptureProblem, isOlderVersion } from '@teamlore/shared'
import { plural } from '@teamlore/shared/plural'
import { clockSkewOf, type MachineFigures, type ToolFigures } from './capture-figures.ts'
import { memoryFileAlarms } from './memory-file-alarms.ts'
import { remedyOfLostRows } from './remedy-of-lost-rows.ts'

export type AlarmRules = {
  /** A machine that said nothing for so long is asked after. */
  silentHours: number
  serverVersion: string
}

type Judged = Pick<CaptureAlarm, 'code' | 'severity' | 'message' | 'remedy'>

const WAITING_MINUTES = 15
const SKEW_SECONDS = 120
const RECENT_HOURS = 24
const WELL_MINUTES = 10
const NEARLY_FULL = 0.9
const HOUR_MS = 3_600_000

/** What somebody should look at, on the machine as a whole and in each of its tools. */
export const findAlarms = (
  machine: MachineFigures,
  rules: AlarmRules,
  now: Date,
): CaptureAlarm[] => [
  ...machineAlarms(machine, rules, now).map((alarm) => ({
    ...alarm,
    machine_id: machine.id,
    tool: null,
  })),
  ...machine.tools.flatMap((tool) =>
    toolAlarms(machine, tool, now).map((alarm) => ({
      ...alarm,
      machine_id: machine.id,
      tool: tool.tool,
    })),
  ),
]

const machineAlarms = (machine: MachineFigures, rules: AlarmRules, now: Date): Judged[] =>
  [
    pausedAlarm(machine),
    fullAlarm(machine),
    silentAlarm(machine, rules, now),
    errorAlarm(machine.name, machine.report?.content, now),
    skewAlarm(machine),
    versionAlarm(machine, rules),
    ...(machine.memoryFiles === null ? [] : memoryFileAlarms(machine.name, machine.memoryFiles)),
  ].filter((alarm) => alarm !== undefined)

const toolAlarms = ({ name }: MachineFigures, tool: ToolFigures, now: Date): Judged[] =>
  [
    notArrivedAlarm(name, tool),
    notIndexedAlarm(name, tool),
    waitingAlarm(name, tool),
    quarantineAlarm(name, tool),
    distilAlarm(name, tool),
    errorAlarm(`${tool.label} on ${name}`, tool.agent, now),
  ].filter((alarm) => alarm !== undefined)

const pausedAlarm = ({ name, report }: MachineFigures): Judged | undefined => {
  const reason = report?.content.paused ?? null
  if (reason === null) return undefined
  return {
    code: 'capture.paused',
    severity: 'error',
    message: `Nothing new is captured on ${name}: ${reason}`,
    remedy: 'Fix what it says; the rest waits in the files of the tools and follows by itself.',
  }
}

const fullAlarm = ({ name, report }: MachineFigures): Judged | undefined => {
  const spool = report?.content.spool
  if (spool === undefined || spool.limit_bytes === 0) return undefined
  const share = spool.bytes / spool.limit_bytes
  if (share < NEARLY_FULL) return undefined
  return {
    code: 'capture.spool_full',
    severity: 'error',
    message: `What waits on ${name} takes ${Math.round(share * 100)} % of the room it may have.`,
    remedy:
      'See why it cannot send (run `lore doctor` there), or give it more room with LORE_SPOOL_MB.',
  }
}

const silentAlarm = (
  { name, last_seen_at, report, tools }: MachineFigures,
  { silentHours }: AlarmRules,
  now: Date,
): Judged | undefined => {
  const heard = Math.max(
    ...[last_seen_at, report?.receivedAt].map((at) => (at ? Date.parse(at) : 0)),
  )
  const hasSessions = tools.some(
    ({ server, agent }) => server.sessions + (agent?.sessions ?? 0) > 0,
  )
  const hours = Math.floor((now.getTime() - heard) / HOUR_MS)
  if (!hasSessions || hours < silentHours) return undefined
  const age = hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day')
  return {
    code: 'capture.silent',
    severity: 'warning',
    message: `${name} has been silent for ${age}.`,
    remedy:
      'Where it is still in use, run `lore doctor` on it, then `lore daemon install`. Where not, revoke its key.',
  }
}

const skewAlarm = (machine: MachineFigures): Judged | undefined => {
  const skew = clockSkewOf(machine) ?? 0
  if (Math.abs(skew) <= SKEW_SECONDS) return undefined
  const minutes = Math.max(1, Math.round(Math.abs(skew) / 60))
  return {
    code: 'capture.clock_skew',
    severity: 'warning',
    message: `The clock of ${machine.name} is ${minutes} min ${skew > 0 ? 'ahead of' : 'behind'} that of the server.`,
    remedy: 'Have it set by the network (NTP): times of its sessions are wrong by as much.',
  }
}

const versionAlarm = (
  { name, agent_version }: MachineFigures,
  { serverVersion }: AlarmRules,
): Judged | undefined =>
  isOlderVersion(agent_version, serverVersion)
    ? {
        code: 'capture.agent_old',
        severity: 'warning',
        message: `${name} runs lore ${agent_version}, older than this server (${serverVersion}).`,
        remedy: 'Install the new version there, then `lore daemon install`.',
      }
    : undefined

type Trouble = { last_error: CaptureProblem | null; last_success_at: string | null }

const errorAlarm = (
  where: string,
  trouble: Trouble | null | undefined,
  now: Date,
): Judged | undefined => {
  const error = trouble?.last_error ?? null
  if (error === null || isOver(error, trouble?.last_success_at ?? null, now)) return undefined
  return {
    code: 'capture.last_error',
    severity: 'warning',
    message: `${where}: ${error.message}`,
    remedy: '`lore doctor` on that machine says what to do.',
  }
}

/** What went well for a while since is over; what nobody repaired within a day need not ring for ever. */
const isOver = ({ at }: CaptureProblem, successAt: string | null, now: Date): boolean =>
  now.getTime() - Date.parse(at) > RECENT_HOURS * HOUR_MS ||
  (successAt !== null && Date.parse(successAt) - Date.parse(at) > WELL_MINUTES * 60_000)

const notArrivedAlarm = (name: string, { label, not_arrived }: ToolFigures): Judged | undefined =>
  not_arrived === 0
    ? undefined
    : {
        code: 'capture.not_arrived',
        severity: 'error',
        message: `${messages(not_arrived)} of ${label} that ${name} has captured ${are(not_arrived)} not on the server.`,
        remedy:
          'Was a database restored, or did somebody else log in there? Remove the folder `import` in the state folder of that machine and run `lore import`: all is sent again, and only what lacks is taken. What no file there holds any more is only in a backup of the database.',
      }

const notIndexedAlarm = (name: string, { label, server }: ToolFigures): Judged | undefined =>
  server.not_indexed === 0
    ? undefined
    : {
        code: 'capture.not_indexed',
        severity: 'error',
        message: `${messages(server.not_indexed)} of ${label} from ${name} ${are(server.not_indexed)} on the server, but no search finds all of ${server.not_indexed === 1 ? 'it' : 'them'}.`,
        remedy: remedyOfLostRows('sessions', 'index-messages'),
      }

const waitingAlarm = (
  name: string,
  { label, agent, lag_seconds }: ToolFigures,
): Judged | undefined => {
  const minutes = Math.floor(lag_seconds / 60)
  if (agent === null || agent.spooled === 0 || minutes < WAITING_MINUTES) return undefined
  const age = minutes < 120 ? `${minutes} min` : plural(Math.floor(minutes / 60), 'hour')
  return {
    code: 'capture.waiting',
    severity: 'warning',
    message: `${messages(agent.spooled)} of ${label} ${agent.spooled === 1 ? 'waits' : 'wait'} on ${name}, the oldest for ${age}.`,
    remedy:
      'Nothing is lost. See that `lore watch` runs there and reaches this server: `lore doctor` shows it.',
  }
}

const quarantineAlarm = (name: string, { label, agent }: ToolFigures): Judged | undefined =>
  agent === null || agent.quarantined === 0
    ? undefined
    : {
        code: 'capture.quarantined',
        severity: 'warning',
        message: `${messages(agent.quarantined)} of ${label} ${agent.quarantined === 1 ? 'was' : 'were'} quarantined on ${name}, because the server would not have ${agent.quarantined === 1 ? 'it' : 'them'}.`,
        remedy:
          '`lore doctor` there says why. They are tried again with each start of `lore watch` and each `lore import`.',
      }

const distilAlarm = (name: string, { label, server }: ToolFigures): Judged | undefined =>
  server.distil_failed === 0
    ? undefined
    : {
        code: 'capture.distil_failed',
        severity: 'warning',
        message: `${plural(server.distil_failed, 'session')} of ${label} from ${name} could not be distilled.`,
        remedy:
          'Their words are found all the same. See Health for why, and try the dead jobs again there.',
      }

const messages = (n: number): string => plural(n, 'message')
const are = (n: number): string => (n === 1 ? 'is' : 'are')
