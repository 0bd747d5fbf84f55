import type { PeerImportReport } from '../importers/import-peer.types.ts'
import { count, duration, plural, tilde } from '../output/format.ts'
import { bold, dim, green, type Line, type Piece, red, yellow } from '../output/line.ts'
import { secretsText } from '../output/secrets-text.ts'
import { wrapLine } from '../output/wrap.ts'
import { troubleLines } from './troubles.view.ts'

type Options = { width: number | undefined; home: string }

const LABEL_WIDTH = 14
const KINDS = ['messages', 'observations', 'summaries'] as const

/** The report on an import from another memory. */
export const peerImportLines = (report: PeerImportReport, options: Options): Line[] => [
  ...wrapLine(headline(report), { width: options.width }),
  ...rows(report, options),
  ...troubleLines(
    red(`${count(report.failed.length)} failed`),
    report.failed.map(({ name, reason }) => ({ what: name, why: reason })),
    options,
  ),
  ...troubleLines(
    yellow(`${count(report.partiallyStored.length)} kept in part by the server`),
    report.partiallyStored.map(({ name, reason }) => ({ what: name, why: reason })),
    options,
  ),
]

const sum = (report: PeerImportReport, what: 'inserted' | 'updated' | 'unchanged'): number =>
  KINDS.reduce((total, kind) => total + report[kind][what], 0)

const headline = (report: PeerImportReport): Line => {
  const { peer, sessions, dryRun, stopped, failed, tookMs } = report
  const fresh = sum(report, 'inserted')
  const changed = sum(report, 'updated')
  const what = plural(sessions, 'session')
  if (stopped) return [yellow('Stopped.'), ' What arrived is kept; run it again for the rest.']
  if (dryRun)
    return [
      bold(`Would bring ${plural(fresh, 'record')} of ${what} from ${peer}`),
      '. This was a dry run: nothing was sent.',
    ]
  if (sessions === 0 && failed.length === 0)
    return [yellow('Nothing to bring'), `: ${peer} holds no sessions.`]
  if (fresh + changed === 0 && failed.length === 0)
    return [green('Nothing new'), `: all of ${what} from ${peer} is already on the server.`]
  return [
    failed.length === 0 ? green('Done.') : yellow('Done in part.'),
    ' Brought ',
    bold(`${plural(fresh, 'record')} of ${what} from ${peer}`),
    changed === 0 ? '' : ` and renewed ${count(changed)}`,
    ` in ${duration(tookMs)}.`,
  ]
}

const rows = (report: PeerImportReport, { width, home }: Options): Line[] => {
  const { joined, redactions, serverRedactions, leftOut, withoutFolder, older } = report
  const all: [isWanted: boolean, label: string, text: Piece][] = [
    [true, 'read', report.files.map((file) => tilde(file, home)).join(', ')],
    ...KINDS.map((kind): [boolean, string, Piece] => [
      report[kind].inserted + report[kind].updated + report[kind].unchanged > 0,
      kind,
      changeText(report[kind]),
    ]),
    [
      joined > 0,
      'joined',
      `${plural(joined, 'session')} that \`lore import\` reads from the coding tool itself: only what was made of them came along`,
    ],
    [redactions > 0, 'secrets', secretsText(redactions, report)],
    [
      serverRedactions > 0,
      '',
      yellow(
        `${count(serverRedactions)} more found and taken out by the server: is this \`lore\` up to date?`,
      ),
    ],
    [leftOut > 0, 'left out', `${plural(leftOut, 'session')} by .loreignore`],
    [
      withoutFolder > 0,
      'no folder',
      `${plural(withoutFolder, 'session')} named none that is here: no .loreignore could be asked about them`,
    ],
    [older > 0, 'older', `${plural(older, 'session')} from before --since`],
  ]
  return all.flatMap(([isWanted, label, text]) => (isWanted ? row(label, text, width) : []))
}

const changeText = ({ inserted, updated, unchanged }: PeerImportReport['messages']): string =>
  [
    [inserted, 'new'],
    [updated, 'renewed'],
    [unchanged, 'already there'],
  ]
    .flatMap(([n, what]) => (n === 0 ? [] : [`${count(Number(n))} ${what}`]))
    .join(', ')

const row = (label: string, text: Piece, width: number | undefined): Line[] =>
  wrapLine([text], { width, indent: ' '.repeat(LABEL_WIDTH + 2) }).map((line, at) =>
    at === 0 ? ['  ', dim(label.padEnd(LABEL_WIDTH)), ...line.slice(1)] : line,
  )

/** The report as scripts get it, in the spelling of the API. */
export const peerImportJson = (report: PeerImportReport, waitedMs: number) => {
  const { serverRedactions, leftOut, withoutFolder, partiallyStored, tookMs, dryRun, ...same } =
    report
  return {
    ...same,
    dry_run: dryRun,
    server_redactions: serverRedactions,
    left_out: leftOut,
    kept_in_part: partiallyStored,
    without_folder: withoutFolder,
    waited_ms: waitedMs,
    took_ms: tookMs,
  }
}
