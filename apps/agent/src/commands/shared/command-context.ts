import type { Surroundings } from '@teamlore/sources/surroundings'
import type { Config } from '../../env.ts'
import type { Output } from '../../output/output.ts'
import type { Paths } from '../../platform/paths.ts'

/** What the process gives a command; tests give their own. */
export type CliIo = {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean | undefined }
  stdout: NodeJS.WritableStream & { isTTY?: boolean | undefined; columns?: number | undefined }
  stderr: NodeJS.WritableStream & { isTTY?: boolean | undefined; columns?: number | undefined }
  /** The settings, read when first wanted: `--version` needs none. */
  loadConfig: () => Promise<Config>
  now: () => Date
  home: string
  /** Where the command is run. */
  cwd: () => string
  /** Calls back at Ctrl-C, instead of ending the process, until the returned function is called. */
  onInterrupt: (listener: () => void) => () => void
}

export type CommandContext = {
  config: Config
  paths: Paths
  output: Output
  isJson: boolean
  stdin: CliIo['stdin']
  now: () => Date
  home: string
  /** Where the command is run. */
  cwd: () => string
  /** Where the coding tools of this machine keep their files. */
  surroundings: Surroundings
  onInterrupt: CliIo['onInterrupt']
  /** A note on stderr about something that is not as it should be. */
  warn: (message: string) => void
}
