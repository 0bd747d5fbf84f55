import type { CliError } from '../../errors/cli-error.ts'
import { describeError } from '../../errors/describe-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { bytes, plural, tilde } from '../../output/format.ts'
import type { Line } from '../../output/line.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type Written = { session: string; path: string; messages: number; bytes: number }
/** Of no session: a file beside them. */
export type Refused = { session: string | null; error: CliError }
export type Exported = { written: Written[]; refused: Refused[] }

export const writtenLines = (written: readonly Written[], home: string): Line[] =>
  written.map(({ path, messages, bytes: size }) => [
    `${tilde(path, home)}  ${plural(messages, 'message')}, ${bytes(size)}`,
  ])

/** The others are written all the same. */
export const warnOfRefused = (
  { warn }: Pick<CommandContext, 'warn'>,
  refused: readonly Refused[],
): ExitCode => {
  for (const { error } of refused) {
    const { message, hint = '' } = describeError(error)
    warn(`${message} ${hint}`.trim())
  }
  return refused.length === 0 ? EXIT.ok : EXIT.failed
}
