import type { OwnImportReport } from '../importers/own-export/import-own.types.ts'
import { count, duration, plural, tilde } from '../output/format.ts'
import { bold, dim, green, type Line, red, yellow } from '../output/line.ts'
import { wrapLine } from '../output/wrap.ts'
import { troubleLines } from './troubles.view.ts'

type Options = { width: number | undefined; home: string }

/** The report on an import of what is one's own from another team. */
export const ownImportLines = (report: OwnImportReport, options: Options): Line[] => [
  ...wrapLine(headline(report), { width: options.width }),
  ...notes(report, options).map((text): Line => ['  ', dim(text)]),
  ...troubleLines(
    red(`${count(report.failed.length)} failed`),
    report.failed.map(({ name, reason }) => ({ what: name, why: reason })),
    options,
  ),
  ...(report.isWhole
    ? []
    : wrapLine(
        [
          yellow('The file is not whole:'),
          ' its last line, which counts the others, is missing or counts other than is there. What it holds was read.',
        ],
        { width: options.width },
      )),
]

const headline = (report: OwnImportReport): Line => {
  const { sessions, memories, messages, team, dryRun, stopped, failed, tookMs } = report
  const what = `${plural(sessions, 'session')} with ${plural(messages.inserted + messages.updated + messages.unchanged, 'message')} and ${plural(memories, 'memory', 'memories')}`
  if (stopped) return [yellow('Stopped.'), ' What arrived is kept; run it again for the rest.']
  if (dryRun)
    return [bold(`Would bring ${what} from ${team}`), '. This was a dry run: nothing was sent.']
  return [
    failed.length === 0 ? green('Done.') : yellow('Done in part.'),
    ' Brought ',
    bold(`${what} from ${team}`),
    messages.unchanged === 0
      ? ''
      : `, of which ${plural(messages.unchanged, 'message')} were there`,
    ` in ${duration(tookMs)}.`,
  ]
}

const notes = (report: OwnImportReport, { home }: Options): string[] => {
  const { redactions, serverRedactions, leftOut, older, notBrought, badLines } = report
  const all: [n: number, text: string][] = [
    [1, `read ${tilde(report.path, home)}`],
    [redactions + serverRedactions, `${plural(redactions + serverRedactions, 'secret')} taken out`],
    [leftOut, `${plural(leftOut, 'session')} left out by .loreignore`],
    [older, `${plural(older, 'session')} from before --since`],
    [
      notBrought,
      `${plural(notBrought, 'memory', 'memories')} rejected or replaced, left where they are`,
    ],
    [badLines, `${plural(badLines, 'line')} could not be read`],
  ]
  return all.flatMap(([n, text]) => (n === 0 ? [] : [text]))
}

/** The report as scripts get it, in the spelling of the API. */
export const ownImportJson = (report: OwnImportReport, waitedMs: number) => ({
  path: report.path,
  team: report.team,
  is_whole: report.isWhole,
  bad_lines: report.badLines,
  sessions: report.sessions,
  messages: report.messages,
  edits: report.edits,
  memories: report.memories,
  not_brought: report.notBrought,
  redactions: report.redactions,
  server_redactions: report.serverRedactions,
  left_out: report.leftOut,
  older: report.older,
  failed: report.failed,
  dry_run: report.dryRun,
  stopped: report.stopped,
  waited_ms: waitedMs,
  took_ms: report.tookMs,
})
