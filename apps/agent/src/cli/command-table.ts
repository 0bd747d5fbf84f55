import type { ConceptsOptions } from '../commands/concepts.command.ts'
import type { ContextOptions } from '../commands/context.command.ts'
import type { DaemonAction } from '../commands/daemon.command.ts'
import type { ExportOptions } from '../commands/export.command.ts'
import type { HooksAction, HooksOptions } from '../commands/hooks.command.ts'
import type { ImportCommandOptions } from '../commands/import.command.ts'
import type { InitOptions } from '../commands/init.command.ts'
import type { LoginOptions } from '../commands/login.command.ts'
import type { ScanCommandOptions } from '../commands/scan.command.ts'
import type { SearchOptions } from '../commands/search.command.ts'
import type { SessionsOptions } from '../commands/sessions.command.ts'
import type { ShowOptions } from '../commands/show.command.ts'
import type { TimelineOptions } from '../commands/timeline.command.ts'
import type { ToolsAction } from '../commands/tools.command.ts'
import type { CommandContext } from './command-context.ts'
import type { ExitCode } from './exit-codes.ts'

/** What each command does, loaded when it is called: `lore --version` needs none of it. */
export type CommandTable = {
  login: (context: CommandContext, options: LoginOptions) => Promise<ExitCode>
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
  mcp: (context: CommandContext) => Promise<ExitCode>
  status: (context: CommandContext) => Promise<ExitCode>
  doctor: (context: CommandContext) => Promise<ExitCode>
  sessions: (context: CommandContext, options: SessionsOptions) => Promise<ExitCode>
  show: (context: CommandContext, id: string, options: ShowOptions) => Promise<ExitCode>
  search: (
    context: CommandContext,
    words: readonly string[],
    options: SearchOptions,
  ) => Promise<ExitCode>
  timeline: (
    context: CommandContext,
    id: string | undefined,
    options: TimelineOptions,
  ) => Promise<ExitCode>
  context: (
    context: CommandContext,
    words: readonly string[],
    options: ContextOptions,
  ) => Promise<ExitCode>
  export: (
    context: CommandContext,
    ids: readonly string[],
    options: ExportOptions,
  ) => Promise<ExitCode>
  concepts: (
    context: CommandContext,
    prefix: string | undefined,
    options: ConceptsOptions,
  ) => Promise<ExitCode>
}
