import type { CaptureMachine, JobHealth, Me, Stats } from '@teamlore/shared'
import type { HookCounts } from '../hooks/hook-counts.ts'
import type { MirrorFigures } from '../memory-files/mirror-figures.ts'
import { ago, bytes, count, plural, tilde } from '../output/format.ts'
import { bold, dim, green, type Line, type Piece, red, yellow } from '../output/line.ts'
import { printable } from '../output/printable.ts'
import { wrapLine } from '../output/wrap.ts'
import type { CaptureState } from '../platform/capture-state.ts'
import type { LastImport } from '../platform/last-import.ts'
import { toolCountsOf } from '../report/tool-counts.ts'
import type { Removal } from '../tombstones/kept-tombstones.ts'
import { captureTableLines } from './capture-table.view.ts'
import { forgottenTexts } from './forgotten-text.ts'
import { hookCountText } from './hooks.view.ts'
import { mirrorPieces } from './mirror.view.ts'

/** What the server says, or why it does not. */
export type ServerSide =
  | {
      isReachable: true
      me: Me
      stats: Stats
      jobs: JobHealth
      machine: OwnMachine | undefined
      /** What it has of this machine, tool by tool. */
      captured: CaptureMachine | undefined
      /** Names of the projects whose code is sent and shown; undefined where it could not be asked. */
      sharing: readonly string[] | undefined
    }
  | {
      isReachable: false
      /** It is there, and would not say anything: it does not know the key, for instance. */
      hasAnswered: boolean
      problem: { code: string; message: string; hint?: string | undefined }
    }

export type OwnMachine = { id: string; name: string; sessions: number; lastSeenAt: string | null }

export type Status = {
  version: string
  server: string
  /** Where server and key come from. */
  source: 'login' | 'environment'
  /** Names of the coding tools that are switched off. */
  toolsOff: readonly string[]
  configDir: string
  remote: ServerSide
  /** What this machine keeps for the server; undefined when it is not known for which. */
  capture: CaptureSide | undefined
  lastImport: LastImport | undefined
  /** What hooks did on this machine; undefined when none ever ran. */
  hooks: HookCounts | undefined
}

export type CaptureSide = {
  /** Process of the watch that runs now. */
  pid: number | undefined
  /** What would have one run; undefined as long as one does. */
  advice: string | undefined
  state: CaptureState | undefined
  memoryFiles: MirrorFigures | undefined
  /** What of this machine was forgotten last, and let go of here. */
  forgotten: Removal | undefined
  /** Why nothing new is captured at the moment; null as long as all is well. */
  paused: string | null
}

type Options = { width: number | undefined; now: Date; home: string }

const LABEL_WIDTH = 13

export const statusLines = (status: Status, options: Options): Line[] => {
  const { server, source, configDir, remote, lastImport, version } = status
  const row = rower(options.width)
  return [
    ...row('Server', server, '  ', answerOf(remote)),
    ...row(
      'Logged in',
      source === 'environment'
        ? 'by LORE_SERVER and LORE_KEY'
        : `by \`lore login\`, kept in ${tilde(configDir, options.home)}`,
    ),
    ...(remote.isReachable ? remoteLines(remote, options) : []),
    ...captureRows(status, options),
    ...forgottenRows(status, options),
    ...(status.toolsOff.length === 0
      ? []
      : row(
          'Switched off',
          status.toolsOff.join(', '),
          '; `lore tools on NAME` has one read again',
        )),
    ...(remote.isReachable && remote.sharing !== undefined && remote.sharing.length > 0
      ? row(
          'Shares code',
          remote.sharing.join(', '),
          '; `lore projects show NAME` says what that is',
        )
      : []),
    ...(status.hooks === undefined ? [] : row('Hooks', hookCountText(status.hooks, options.now))),
    ...row('Last import', lastImportText(lastImport, options.now)),
    ...row('lore', version),
    ...captureTableLines(
      toolCountsOf(status.capture?.state, remote.isReachable ? remote.captured : undefined),
      options,
    ),
  ]
}

const RIGHTS: Record<Me['role'], string> = {
  viewer: 'a viewer',
  member: 'a member',
  admin: 'an admin',
  owner: 'an owner',
}

const rower =
  (width: number | undefined) =>
  (label: string, ...pieces: Piece[]): Line[] =>
    wrapLine(pieces, { width, indent: ' '.repeat(LABEL_WIDTH) }).map((line, at) =>
      at === 0 ? [dim(label.padEnd(LABEL_WIDTH)), ...line.slice(1)] : line,
    )

const answerOf = (remote: ServerSide): Piece => {
  if (remote.isReachable) return green('answers')
  return red(remote.hasAnswered ? 'answers with a refusal' : 'does not answer')
}

const remoteLines = (
  { me, stats, jobs, machine }: Extract<ServerSide, { isReachable: true }>,
  { width, now }: Options,
): Line[] => {
  const row = rower(width)
  return [
    ...row(
      'You',
      bold(me.user.name),
      ' in team ',
      bold(me.team.name),
      `, with the rights of ${RIGHTS[me.role]}`,
    ),
    ...(me.given_by === null
      ? []
      : row(
          'Given',
          yellow(
            `${me.given_by.name} made this credential for you: what is private to you is hidden from it, and so are restricted projects closed to ${me.given_by.name}.`,
          ),
          ' Where it is you who uses it, run `lore login` and confirm its code where you signed in yourself.',
        )),
    ...row('Machine', machineText(me.machine?.name, machine, now)),
    ...row('Knows', knowledgeText(stats)),
    ...row('Background', backlogText(jobs)),
    ...attention(jobs).flatMap((note) => row('', yellow(note))),
  ]
}

const machineText = (
  name: string | undefined,
  machine: Extract<ServerSide, { isReachable: true }>['machine'],
  now: Date,
): string => {
  if (machine !== undefined)
    return `${machine.name}, ${plural(machine.sessions, 'session')}, last seen ${ago(machine.lastSeenAt, now)}`
  return name ?? 'none: this is a personal key, `lore login` makes one for this machine'
}

/** As `lore sessions` lists them; those that programs started, apart. */
const sessionsOf = ({ sessions, tools }: Stats): string[] => {
  const people = tools.reduce((sum, tool) => sum + tool.sessions, 0)
  return people >= sessions
    ? [plural(sessions, 'session')]
    : [plural(people, 'session'), `${plural(sessions - people, 'other')} of programs`]
}

const knowledgeText = (stats: Stats): string =>
  [
    ...sessionsOf(stats),
    plural(stats.messages, 'message'),
    plural(stats.prompts, 'prompt'),
    plural(stats.findings ?? stats.observations, 'finding'),
    plural(stats.summaries, 'summary', 'summaries'),
    `in ${plural(stats.projects, 'project')}`,
  ].join(', ')

const backlogText = ({ backlog, outbox }: JobHealth): string => {
  const waiting = [
    backlog.sessions_to_distil > 0
      ? `${plural(backlog.sessions_to_distil, 'session')} to distil`
      : '',
    backlog.documents_to_embed > 0 ? `${plural(backlog.documents_to_embed, 'text')} to embed` : '',
    outbox.waiting > 0 ? `${plural(outbox.waiting, 'event')} to hand out` : '',
  ].filter((part) => part !== '')
  return waiting.length === 0 ? 'all done' : waiting.join(', ')
}

/** What somebody should look at. */
const attention = ({ dead, outbox, embedding, worker, limits }: JobHealth): string[] => [
  ...(dead.length > 0
    ? [
        `${plural(dead.length, 'job')} failed permanently, such as ${dead[0]?.name}: ${dead[0]?.reason}`,
      ]
    : []),
  ...(outbox.oldest_seconds !== null && outbox.oldest_seconds > 60
    ? [
        `the oldest event waits for ${count(Math.round(outbox.oldest_seconds / 60))} min: is the worker running?`,
      ]
    : []),
  // Without a worker nothing is embedded either, and both may say the same.
  ...new Set(
    [worker?.note ?? null, embedding.note, limits?.note ?? null].filter((note) => note !== null),
  ),
]

/** Whether sessions are sent by themselves, what waits, and what went wrong last. */
const captureRows = ({ capture }: Status, { width, now }: Options): Line[] => {
  if (capture === undefined) return []
  const row = rower(width)
  const { pid, advice = '', state, memoryFiles, paused } = capture
  return [
    ...(pid === undefined
      ? row(
          'Watch',
          yellow('not running'),
          `, so sessions are sent by imports alone; ${advice.charAt(0).toLowerCase()}${advice.slice(1)}`,
        )
      : row('Watch', green('running'), `, process ${pid}${lastSuccess(state, now)}`)),
    ...(paused === null ? [] : row('Paused', red(printable(paused)))),
    ...(state === undefined ? [] : waitingRows(state, row, now)),
    ...(memoryFiles === undefined ? [] : row('Memory files', ...mirrorPieces(memoryFiles, now))),
  ]
}

const lastSuccess = (state: CaptureState | undefined, now: Date): string =>
  state?.last_success_at ? `, last sent ${ago(state.last_success_at, now)}` : ''

const waitingRows = (
  { spool, rejected, last_error }: CaptureState,
  row: ReturnType<typeof rower>,
  now: Date,
): Line[] => [
  ...(spool.batches === 0
    ? []
    : row(
        'Waiting',
        `${bytes(spool.bytes)} of ${bytes(spool.limit_bytes)} in ${plural(spool.batches, 'batch', 'batches')}, the oldest from ${ago(spool.oldest_at, now)}`,
      )),
  ...(rejected.batches === 0
    ? []
    : row(
        'Quarantined',
        yellow(
          `${plural(rejected.batches, 'batch', 'batches')} that the server did not take; \`lore doctor\` says why`,
        ),
      )),
  ...(last_error === null
    ? []
    : row('Last error', yellow(`${ago(last_error.at, now)}: ${printable(last_error.message)}`))),
]

const forgottenRows = ({ capture }: Status, { width, now }: Options): Line[] => {
  const forgotten = capture?.forgotten
  if (forgotten === undefined) return []
  const texts = forgottenTexts(forgotten).join(' ')
  return rower(width)('Forgotten', `${ago(forgotten.at, now)}: ${texts}`)
}

const lastImportText = (last: Status['lastImport'], now: Date): string => {
  if (last === undefined)
    return 'none to this server yet; `lore import` sends the sessions of this machine'
  const nothing = last.failed > 0 || last.stopped ? 'nothing sent' : 'nothing new'
  const sent =
    last.sessions_sent === 0
      ? nothing
      : `${plural(last.sessions_sent, 'session')} with ${plural(last.messages_sent, 'message')} sent`
  return [
    `${ago(last.at, now)}, ${sent}`,
    last.failed > 0 ? `${count(last.failed)} failed` : '',
    last.stopped ? 'stopped before the end' : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}
