import type { Finding } from '../doctor/finding.ts'
import { plural } from '../output/format.ts'
import { dim, green, type Line, type Piece, red, yellow } from '../output/line.ts'
import { printable } from '../output/printable.ts'
import { wrapLine } from '../output/wrap.ts'

const SIGNS: Record<Finding['state'], Piece> = {
  ok: green('ok      '),
  warning: yellow('warning '),
  error: red('error   '),
}
const INDENT = ' '.repeat(8)

export const doctorLines = (
  findings: readonly Finding[],
  options: { width: number | undefined },
): Line[] => [
  ...findings.flatMap(({ state, message, remedy }) => [
    ...wrapped([printable(message)], options).map((line, at) =>
      at === 0 ? [SIGNS[state], ...line] : [INDENT, ...line],
    ),
    ...(remedy === null
      ? []
      : wrapped([dim(`→ ${printable(remedy)}`)], options).map((line) => [INDENT, ...line])),
  ]),
  [],
  [verdict(findings)],
]

const wrapped = (line: Line, { width }: { width: number | undefined }): Line[] =>
  wrapLine(line, { width: width === undefined ? undefined : width - INDENT.length })

const verdict = (findings: readonly Finding[]): Piece => {
  const errors = findings.filter(({ state }) => state === 'error').length
  const warnings = findings.filter(({ state }) => state === 'warning').length
  if (errors + warnings === 0) return green('All is well.')
  const summary = [
    errors > 0 ? plural(errors, 'error') : '',
    warnings > 0 ? plural(warnings, 'warning') : '',
  ]
    .filter((part) => part !== '')
    .join(' and ')
  return (errors > 0 ? red : yellow)(`${summary}.`)
}
