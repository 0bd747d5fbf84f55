import type { DaemonAction } from '../commands/capture/daemon.command.ts'
import type { ScanCommandOptions } from '../commands/capture/scan.command.ts'
import type { CiOptions } from '../commands/code/ci.command.ts'
import type { GraphAction, GraphOptions } from '../commands/code/graph.command.ts'
import type { WhyOptions } from '../commands/code/why.command.ts'
import type { ImportCommandOptions } from '../commands/imports/import.command.ts'
import type { InitOptions } from '../commands/projects/init.command.ts'
import type { ContinueOptions } from '../commands/sessions/continue.tools.ts'
import type { LoginOptions } from '../commands/setup/login.command.ts'
import type { CommandContext } from '../commands/shared/command-context.ts'
import type { DistilWords } from '../commands/tools/distil-auto.command.ts'
import type { HooksOptions } from '../commands/tools/hook-run.ts'
import type { HooksAction } from '../commands/tools/hooks.command.ts'
import type { McpBridgeOptions } from '../commands/tools/mcp.command.ts'
import type { McpAction, McpOptions } from '../commands/tools/mcp-install.command.ts'
import type { ToolsAction } from '../commands/tools/tools.command.ts'
import type { ExitCode } from '../errors/exit-codes.ts'

/** What each command does that takes something of this machine, so that tests can hand it in. */
export type CommandTable = {
  login: (context: CommandContext, options: LoginOptions) => Promise<ExitCode>
  join: (context: CommandContext, code: string | undefined) => Promise<ExitCode>
  upgrade: (context: CommandContext) => Promise<ExitCode>
  init: (context: CommandContext, options: InitOptions) => Promise<ExitCode>
  scan: (context: CommandContext, options: ScanCommandOptions) => Promise<ExitCode>
  import: (context: CommandContext, options: ImportCommandOptions) => Promise<ExitCode>
  watch: (context: CommandContext) => Promise<ExitCode>
  daemon: (context: CommandContext, action: DaemonAction) => Promise<ExitCode>
  tools: (
    context: CommandContext,
    action: ToolsAction,
    names: readonly string[],
  ) => Promise<ExitCode>
  hooks: (context: CommandContext, action: HooksAction, options: HooksOptions) => Promise<ExitCode>
  graph: (
    context: CommandContext,
    action: GraphAction,
    file: string | undefined,
    options: GraphOptions,
  ) => Promise<ExitCode>
  why: (context: CommandContext, file: string | undefined, options: WhyOptions) => Promise<ExitCode>
  ci: (context: CommandContext, options: CiOptions) => Promise<ExitCode>
  continue: (context: CommandContext, id: string, options: ContinueOptions) => Promise<ExitCode>
  distil: (context: CommandContext, options: DistilWords) => Promise<ExitCode>
  mcp: (context: CommandContext, options: McpBridgeOptions) => Promise<ExitCode>
  changeMcp: (
    context: CommandContext,
    action: McpAction,
    options: McpOptions & { names: readonly string[] },
  ) => Promise<ExitCode>
  status: (context: CommandContext) => Promise<ExitCode>
  doctor: (context: CommandContext) => Promise<ExitCode>
}
