import { count, plural, tilde } from '../output/format.ts'
import { leftOutText } from '../output/left-out-text.ts'
import { bold, dim, type Line, yellow } from '../output/line.ts'
import { wrapLine } from '../output/wrap.ts'
import type { ScanReport } from '../scan/scan.types.ts'
import { troubleLines } from './troubles.view.ts'

type Options = { width: number | undefined; home: string }

/** Of each kind, so that every kind stays in sight; `--json` has more. */
const SHOWN = 3

export const scanLines = (report: ScanReport, options: Options): Line[] => [
  ...wrapLine(headline(report), { width: options.width }),
  ...report.kinds.flatMap(({ kind, count: found, excerpts }): Line[] => [
    ['  ', bold(kind), dim(`  ${count(found)}`)],
    ...excerpts
      .slice(0, SHOWN)
      .flatMap(({ path, text }) => [
        ...wrapLine([text], { width: options.width, indent: '      ' }).map(
          (line, at): Line => (at === 0 ? ['    ', ...line] : line),
        ),
        ['      ', dim(tilde(path, options.home))] as Line,
      ]),
    ...(found > SHOWN ? [['    ', dim(`and ${count(found - SHOWN)} more`)] as Line] : []),
  ]),
  ...leftOutLines(report, options),
  ...troubleLines(
    yellow(`${count(report.failed.length)} could not be read`),
    report.failed.map(({ name, reason }) => ({ what: tilde(name, options.home), why: reason })),
    options,
  ),
]

const headline = ({ kinds, sessions, files, memoryFiles }: ScanReport): Line => {
  const total = kinds.reduce((sum, kind) => sum + kind.count, 0)
  const where = [
    sessions === 0 ? '' : `${plural(sessions, 'session')} in ${plural(files, 'file')}`,
    memoryFiles === 0 ? '' : plural(memoryFiles, 'memory file'),
  ]
    .filter((part) => part !== '')
    .join(' and ')
  if (where === '') return [yellow('No sessions were found.')]
  if (total === 0) return [`Nothing to take out of ${where}.`]
  return [
    bold(`${plural(total, 'secret')}`),
    ` would be taken out of ${where}. None is shown here.`,
  ]
}

const leftOutLines = ({ leftOut }: ScanReport, { width }: Options): Line[] =>
  leftOut.sessions + leftOut.contents + leftOut.memoryFiles === 0
    ? []
    : wrapLine(['  ', bold('left out'), `  ${leftOutText(leftOut)}`], { width, indent: '    ' })
