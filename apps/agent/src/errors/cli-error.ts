import { EXIT, type ExitCode } from './exit-codes.ts'

type Fields = {
  /** Dotted and stable, for scripts that read `--json`. */
  code: string
  /** A sentence: what is wrong. */
  message: string
  /** A sentence: what to do next. */
  hint?: string | undefined
  exitCode?: ExitCode | undefined
  /** More for scripts. */
  details?: Record<string, unknown> | undefined
  cause?: unknown
}

/** Something the user can act on. */
export class CliError extends Error {
  override name = 'CliError'
  readonly code: string
  readonly hint: string | undefined
  readonly exitCode: ExitCode
  readonly details: Record<string, unknown> | undefined

  constructor({ code, message, hint, exitCode = EXIT.failed, details, cause }: Fields) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.hint = hint
    this.exitCode = exitCode
    this.details = details
  }
}

/** The command line or a setting is not as it should be. */
export const usageError = (message: string, hint?: string): CliError =>
  new CliError({ code: 'cli.usage', message: shortened(message), hint, exitCode: EXIT.usage })

/** What somebody typed stands between quotation marks; as much of it as shows which it is. */
const shortened = (message: string): string =>
  message.replace(/"([^"]{200})[^"]+"/g, (_, begin: string) => `"${begin.slice(0, 60)}…"`)
