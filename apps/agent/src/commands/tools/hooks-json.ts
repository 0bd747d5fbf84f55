import type { CliError } from '../../errors/cli-error.ts'
import { type FileChange, isChange } from '../../hooks/change-files.ts'
import type { HookTool } from '../../hooks/hook-tools.ts'

/** What became of the hooks of one tool, for one project or for all that its user does. */
export type HookOutcome = {
  tool: HookTool
  project: string | undefined
  changes: FileChange[]
  notes: readonly string[]
  /** What of somebody else's kept a part of ours out. */
  kept?: readonly string[]
  error?: CliError
}

type Options = { isDryRun: boolean; isLoggedIn: boolean }

export const outcomesJson = (
  outcomes: readonly HookOutcome[],
  { isDryRun, isLoggedIn }: Options,
) => ({
  dry_run: isDryRun,
  logged_in: isLoggedIn,
  tools: outcomes.map(({ tool, project, changes, notes, kept = [], error }) => ({
    tool,
    project: project ?? null,
    files: changes.filter(isChange).map(({ path, before, after }) => ({
      path,
      change: before === undefined ? 'made' : after === undefined ? 'removed' : 'changed',
    })),
    notes: [...notes, ...kept],
    error:
      error === undefined ? null : { code: error.code, message: error.message, hint: error.hint },
  })),
})
