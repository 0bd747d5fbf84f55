import { holdsNothing } from '../capture/holds-nothing.ts'
import type { ImportReport } from '../capture/import.types.ts'
import { bytes, count, duration, plural, tilde } from '../output/format.ts'
import { leftOutText } from '../output/left-out-text.ts'
import { bold, dim, green, type Line, type Piece, red, yellow } from '../output/line.ts'
import { secretsText } from '../output/secrets-text.ts'
import { wrapLine } from '../output/wrap.ts'
import { toolFiguresLines } from './tool-figures.view.ts'
import { troubleLines } from './troubles.view.ts'

type Options = {
  width: number | undefined
  home: string
  /** What was named to be read, instead of the places of the tools. */
  path?: string | readonly string[] | undefined
}

const LABEL_WIDTH = 14

/** The end of an import, as somebody wants to read it who wants to go home. */
export const importReportLines = (report: ImportReport, options: Options): Line[] =>
  options.path !== undefined && holdsNothing(report)
    ? emptyHandedLines(report, options.path, options)
    : [
        ...wrapLine(headline(report), { width: options.width }),
        ...(isUneventful(report)
          ? knownLosses(report, options)
          : [...totals(report, options), ...troubles(report, options)]),
        ...toolFiguresLines(report.tools, options),
      ]

/** Who names a file wants to know what is wrong with it. */
const emptyHandedLines = (
  report: ImportReport,
  path: string | readonly string[],
  options: Options,
): Line[] => {
  const { skippedFiles } = report
  const [only] = skippedFiles
  const named = [path].flat().map((one) => tilde(one, options.home))
  if (only !== undefined && only.path === path && skippedFiles.length === 1)
    return [
      ...wrapLine([`${named.join(' and ')}: ${only.reason.replace(/\.$/, '')}.`], options),
      [red('Nothing was sent.')],
    ]
  return [
    ...troubleLines(
      yellow(
        `${plural(skippedFiles.length, 'file')} ${skippedFiles.length === 1 ? 'holds' : 'hold'} no session`,
      ),
      skippedFiles.map((file) => ({ what: tilde(file.path, options.home), why: file.reason })),
      options,
    ),
    ...wrapLine(
      [red('Nothing was sent'), `: there is no session in ${named.join(' or ')}.`],
      options,
    ),
  ]
}

/** Nothing was to be sent: what was to be said of these files was said when they were. */
const isUneventful = ({ sent, unchanged, failed, stopped }: ImportReport): boolean =>
  sent.sessions === 0 && unchanged.sessions > 0 && failed.length === 0 && !stopped

const knownLosses = ({ badLines }: ImportReport, { width }: Options): Line[] => {
  const lines = badLines.reduce((sum, bad) => sum + bad.count, 0)
  if (lines === 0) return []
  const text = `${plural(lines, 'line')} in ${plural(badLines.length, 'file')} could not be read, as before; --json names them.`
  return wrapLine([dim(text)], { width, indent: '  ' })
}

const sessionsWithMessages = (sessions: number, messages: number): string =>
  `${plural(sessions, 'session')} with ${plural(messages, 'message')}`

const headline = (report: ImportReport): Line => {
  const { files, sent, unchanged, failed, dryRun, stopped } = report
  const held = `${plural(unchanged.sessions, 'session')} in ${plural(files, 'file')}`
  if (stopped) return [yellow('Stopped.'), ` ${stoppedSentence(report)}`]
  if (sent.sessions > 0)
    return dryRun
      ? [
          bold(`Would send ${sessionsWithMessages(sent.sessions, sent.messages)}`),
          '. This was a dry run: nothing was sent.',
        ]
      : [
          failed.length === 0 ? green('Done.') : yellow('Done in part.'),
          ' Sent ',
          bold(sessionsWithMessages(sent.sessions, sent.messages)),
          ` in ${duration(report.tookMs)}.`,
        ]
  if (failed.length > 0)
    return [
      red('Nothing was sent.'),
      ` ${plural(failed.length, 'thing')} could not be done, see below.`,
    ]
  if (unchanged.sessions > 0)
    return [
      green('Nothing new'),
      `: ${held} ${unchanged.sessions === 1 ? 'is' : 'are'} already on the server.`,
    ]
  return [
    yellow('Nothing new'),
    `: no sessions were found${files === 0 ? '' : ` in ${plural(files, 'file')}`}.`,
  ]
}

const stoppedSentence = ({ sent, dryRun }: ImportReport): string => {
  if (sent.sessions === 0) return 'Nothing had been sent yet.'
  const what = sessionsWithMessages(sent.sessions, sent.messages)
  return dryRun
    ? `${what} would have been sent so far.`
    : `${what} arrived and are kept; run it again for the rest.`
}

const row = (label: string, pieces: readonly Piece[], width: number | undefined): Line[] =>
  wrapLine(pieces, { width, indent: ' '.repeat(LABEL_WIDTH + 2) }).map((line, at) =>
    at === 0 ? ['  ', dim(label.padEnd(LABEL_WIDTH)), ...line.slice(1)] : line,
  )

const totals = (report: ImportReport, { width }: Options): Line[] => {
  const { files, sessions, messages, prompts, edits, sent, unchanged, redactions } = report
  const { dryRun, serverRedactions, leftOut, older } = report
  const read = [
    plural(sessions, 'session'),
    plural(messages, 'message'),
    plural(prompts, 'prompt'),
    plural(edits, 'edit'),
  ].join(', ')
  const rows: [isWanted: boolean, label: string, text: Piece][] = [
    [sessions > 0, 'read', `${plural(files, 'file')}: ${read}`],
    [
      sent.sessions > 0 && !dryRun,
      'sent',
      `${bytes(sent.bytes)} in ${plural(sent.requests, 'request')}`,
    ],
    [unchanged.sessions > 0, 'already there', plural(unchanged.sessions, 'session')],
    [redactions > 0, 'secrets', secretsText(redactions, { dryRun })],
    [leftOut.sessions + leftOut.contents > 0, 'left out', leftOutText(leftOut)],
    [
      older > 0,
      'older',
      `${plural(older, 'file')} from before --since; without it they are read too`,
    ],
    [
      serverRedactions > 0,
      '',
      yellow(
        `${count(serverRedactions)} more found and taken out by the server: is this \`lore\` up to date?`,
      ),
    ],
  ]
  return rows.flatMap(([isWanted, label, text]) => (isWanted ? row(label, [text], width) : []))
}

const troubles = (report: ImportReport, options: Options): Line[] => {
  const { failed, partiallyStored, badLines, skippedFiles, unknownRecords } = report
  const { width, home } = options
  const badTotal = badLines.reduce((sum, { count: lines }) => sum + lines, 0)
  return [
    ...troubleLines(
      red(`${count(failed.length)} failed`),
      failed.map(({ name, reason }) => ({ what: tilde(name, home), why: reason })),
      options,
    ),
    ...troubleLines(
      yellow(`${count(partiallyStored.length)} kept in part by the server`),
      partiallyStored.map(({ name, reason }) => ({ what: name, why: reason })),
      options,
    ),
    ...troubleLines(
      yellow(
        `${plural(badTotal, 'line')} could not be read and ${badTotal === 1 ? 'was' : 'were'} left out`,
      ),
      badLines.map(({ path, count: lines, firstLine }) => ({
        what: `${tilde(path, home)}:${firstLine}`,
        why: lines === 1 ? '' : `and ${count(lines - 1)} more further on`,
      })),
      options,
    ),
    ...troubleLines(
      dim(`${plural(skippedFiles.length, 'file')} skipped`),
      skippedFiles.map(({ path, reason }) => ({ what: tilde(path, home), why: reason })),
      options,
    ),
    ...(unknownRecords > 0
      ? row(
          'unknown',
          [
            `${plural(unknownRecords, 'record')} of a kind this version does not know, kept as found where part of the conversation, else left out`,
          ],
          width,
        )
      : []),
  ]
}
