import { describeError } from '../../errors/describe-error.ts'
import type { ExitCode } from '../../errors/exit-codes.ts'
import { dim, type Line, red } from '../../output/line.ts'
import type { Output } from '../../output/output.ts'
import { printableLines } from '../../output/printable.ts'

type Options = { output: Output; isJson: boolean; isDebugging: boolean }

/** Shows people on stderr what went wrong and, with `--json`, scripts on stdout. */
export const reportError = (error: unknown, { output, isJson, isDebugging }: Options): ExitCode => {
  const { code, message, hint, exitCode, details } = describeError(error)
  output.note(...errorLines(message, hint))
  if (isDebugging) output.note(...stackLines(error))
  // What is undefined is not in the document.
  if (isJson) output.json({ error: { code, message, hint, details } })
  return exitCode
}

export const errorLines = (message: string, hint: string | undefined): Line[] => [
  ...printableLines(message).map(
    (line, at): Line => (at === 0 ? [red('lore'), `  ${line}`] : [`      ${line}`]),
  ),
  ...(hint === undefined ? [] : [[`      ${hint}`]]),
]

const stackLines = (error: unknown): Line[] => {
  const lines: Line[] = []
  for (let at: unknown = error; at instanceof Error && lines.length < 200; at = at.cause)
    lines.push(...printableLines(at.stack ?? at.message).map((line): Line => [dim(line)]))
  return lines
}
