import type { CaptureMachine, CaptureOverview } from '@teamlore/shared'
import type { MirrorFigures } from '../memory-files/mirror-figures.ts'
import { ago, bytes, plural } from '../output/format.ts'
import { PAYLOADS } from '../payloads/payloads.ts'
import type { CaptureState } from '../platform/capture-state.ts'
import { type ToolCounts, toolCountsOf } from '../report/tool-counts.ts'
import type { LyingBatch, lookAtSpool } from '../spool/look-at-spool.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

type Lying = Awaited<ReturnType<typeof lookAtSpool>>

type State = {
  state: CaptureState | undefined
  /** Why nothing new is captured at the moment. */
  paused: string | null
  limitBytes: number
  now: Date
}

const OLD_MS = 15 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** What waits on this machine, what the server would not have, and what went wrong last. */
export const checkSpool = (
  { waiting, rejected, damaged }: Lying,
  { state, paused, limitBytes, now }: State,
): Finding[] => [
  ...waitingFinding(waiting, { limitBytes, now }),
  ...rejectedFindings(rejected),
  ...(damaged === 0
    ? []
    : [
        warning(
          'spool.damaged',
          `${plural(damaged, 'batch', 'batches')} could not be read any more and ${damaged === 1 ? 'was' : 'were'} put away.`,
          'What they held is read again from the files of the tools. Where it happens again, check the disk.',
        ),
      ]),
  ...(paused === null
    ? []
    : [failure('capture.paused', paused, 'Fix what it says; the rest follows by itself.')]),
  ...lastErrorFinding(state, now),
]

const sizeOf = (batches: readonly LyingBatch[]): number =>
  batches.reduce((sum, batch) => sum + batch.bytes, 0)

const waitingFinding = (
  waiting: readonly LyingBatch[],
  { limitBytes, now }: { limitBytes: number; now: Date },
): Finding[] => {
  const oldest = waiting.map(({ header }) => header.created_at).sort()[0]
  if (oldest === undefined) return [ok('spool', 'Nothing waits to be sent')]
  const size = sizeOf(waiting)
  const waits = `${plural(waiting.length, 'batch', 'batches')} of ${bytes(size)} ${waiting.length === 1 ? 'waits' : 'wait'} to be sent, the oldest from ${ago(oldest, now)}`
  if (size > limitBytes * 0.9)
    return [
      failure(
        'spool.full',
        `${waits}: nearly all the room they may have.`,
        'Fix what keeps them from being sent, or give them more room with LORE_SPOOL_MB.',
      ),
    ]
  if (now.getTime() - Date.parse(oldest) > OLD_MS)
    return [
      warning(
        'spool.old',
        `${waits}.`,
        'Nothing is lost. `lore import` sends them now and says what is in the way.',
      ),
    ]
  return [ok('spool', waits)]
}

const SHOWN = 3

/** `sessions and lorebooks` */
const kindsOf = (rejected: readonly LyingBatch[]): string =>
  [
    ...new Set(
      rejected.map(({ header: { kind } }) => (kind === 'sessions' ? kind : PAYLOADS[kind].label)),
    ),
  ].join(' and ')

const rejectedFindings = (rejected: readonly LyingBatch[]): Finding[] => {
  if (rejected.length === 0) return []
  const refusals = rejected.flatMap(({ header }) => header.refusals)
  const reasons = refusals
    .slice(0, SHOWN)
    .map(({ native_id, message }) => `${native_id}: ${message}`)
    .join(' ')
  const rest = refusals.length > SHOWN ? ` And ${refusals.length - SHOWN} more.` : ''
  return [
    warning(
      'spool.rejected',
      `${plural(refusals.length, 'piece')} of ${kindsOf(rejected)} ${refusals.length === 1 ? 'was' : 'were'} quarantined, because the server would not have ${refusals.length === 1 ? 'it' : 'them'}. ${reasons}${rest}`,
      'They are tried again by `lore import` and at each start of `lore watch`. Where the server’s version is older, have it updated.',
    ),
  ]
}

const lastErrorFinding = (state: CaptureState | undefined, now: Date): Finding[] => {
  const error = state?.last_error ?? null
  if (error === null || now.getTime() - Date.parse(error.at) >= DAY_MS) return []
  return [
    warning(
      'capture.last_error',
      `${ago(error.at, now)}: ${error.message}`,
      'It is tried again by itself. Where it stays, `lore import` shows it as it happens.',
    ),
  ]
}

/** Whether the memory files seen here are on their way or with the server. */
export const checkMemoryFiles = (figures: MirrorFigures | undefined): Finding[] => {
  if (figures === undefined || figures.files + figures.folders_waiting === 0) return []
  const { files, waiting, quarantined, folders_waiting, last_error } = figures
  if (folders_waiting === 0)
    return [ok('memory_files', `${plural(files, 'memory file')} seen, all sent`)]
  const reason = last_error === null ? '' : ` ${last_error.message}`
  return [
    quarantined > 0
      ? warning(
          'memory_files.quarantined',
          `${plural(quarantined, 'memory file')} of ${files} seen cannot be mirrored.${reason}`,
          'They are offered again every hour, and as soon as one of them changes.',
        )
      : warning(
          'memory_files.waiting',
          `${plural(waiting, 'memory file')} of ${files} seen ${waiting === 1 ? 'is' : 'are'} not sent yet.${reason}`,
          'Nothing is lost. `lore import` sends them now.',
        ),
  ]
}

/** What only both sides together can say. The rest of the server's alarms this machine has found out by itself. */
const OF_BOTH_SIDES = new Set([
  'capture.not_arrived',
  'capture.not_indexed',
  'capture.distil_failed',
  'capture.memory_files_not_arrived',
  'capture.memory_files_not_indexed',
])

/**
 * Whether what was sent is there. The figures kept here are newer than the last report, on which the server's alarms rest,
 * so both are asked.
 */
export const checkDifferences = (
  overview: CaptureOverview | undefined,
  machine: CaptureMachine | undefined,
  state: CaptureState | undefined,
): Finding[] => {
  if (overview === undefined) return []
  if (machine === undefined || machine.reported_at === null)
    return [
      warning(
        'capture.report',
        'The server has no report of this machine, so what was seen here cannot be compared with what it has.',
        'Run `lore import`, or have `lore watch` run: both report.',
      ),
    ]
  const alarms = overview.alarms.filter(
    ({ code, machine_id }) => machine_id === machine.id && OF_BOTH_SIDES.has(code),
  )
  const reported = new Set(
    alarms.flatMap(({ code, tool }) => (code === 'capture.not_arrived' ? [tool] : [])),
  )
  const missing = toolCountsOf(state, machine).filter(
    (tool) => tool.missing > 0 && !reported.has(tool.tool),
  )
  if (alarms.length + missing.length === 0) return [ok('capture.complete', completeText(machine))]
  return [
    ...alarms.map(({ code, severity, message, remedy }) =>
      (severity === 'error' ? failure : warning)(code, message, remedy),
    ),
    ...missing.map(notArrived),
  ]
}

const notArrived = ({ label, missing }: ToolCounts): Finding =>
  failure(
    'capture.not_arrived',
    `${plural(missing, 'message')} of ${label} that ${missing === 1 ? 'was' : 'were'} captured here ${missing === 1 ? 'is' : 'are'} not on the server.`,
    'Was a database restored, or sessions deleted there? Remove the folder `import` in the state folder of this machine and run `lore import`: all is sent again, and only what lacks is taken. What no file here holds any more is only in a backup of the server’s database.',
  )

/** The server lists tools of which it has nothing, too: each that the machine reported of. */
const completeText = ({ tools }: CaptureMachine): string => {
  const used = tools.filter(({ server }) => server.sessions + server.messages > 0)
  const messages = used.reduce((sum, { server }) => sum + server.messages, 0)
  return `All that was sent is on the server and can be searched: ${plural(messages, 'message')} of ${plural(used.length, 'tool')}`
}

/** The machine this is, as the server lists it; without a key of its own it goes by name. */
export const ownMachine = (
  overview: CaptureOverview | undefined,
  { id, name }: { id: string | undefined; name: string },
): CaptureMachine | undefined =>
  overview?.machines.find((machine) =>
    id === undefined ? machine.name === name : machine.id === id,
  )
