import { CliError } from '../../errors/cli-error.ts'
import { describeError } from '../../errors/describe-error.ts'
import type { FileEdit } from '../../hooks/edits/file-edit.ts'
import type { ToolPlan } from '../../hooks/edits/tool-plan.ts'
import { gitHooks } from '../../hooks/git-hooks.ts'
import type { HookPlaces } from '../../hooks/hook-places.ts'
import type { HookTool } from '../../hooks/hook-tools.ts'
import { planFor } from '../../hooks/tool-hooks.ts'
import { findConnection } from '../../platform/connection.ts'
import type { ResolveProject } from '../../project/resolve-project.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type HooksOptions = {
  tool?: readonly string[] | undefined
  project?: boolean | undefined
  user?: boolean | undefined
  dryRun?: boolean | undefined
  /** Whether agents are asked what their sessions found; as before by default. */
  handover?: boolean | undefined
}

export type HooksDeps = {
  lore: readonly [node: string, script: string]
  cwd: () => string
  resolveProject: ResolveProject
  /** Does what hooks asked for; started by a hook. */
  work: (context: CommandContext, places: HookPlaces) => Promise<void>
}

/** One tool, for one project or for all that its user does. */
export type HookTarget = { tool: HookTool; project: string | undefined }

export type HookRun = {
  context: CommandContext
  deps: HooksDeps
  places: HookPlaces
  options: HooksOptions
}

export const planOf = (
  run: HookRun,
  { tool, project }: HookTarget,
): Promise<ToolPlan> | ToolPlan => {
  const { context, deps, places } = run
  const { surroundings } = context
  const shim = surroundings.platform === 'win32' ? places.windowsShim : places.shim
  if (tool === 'git') return gitHooks(project ?? deps.cwd(), places.shim)
  return planFor(tool, { surroundings, project, shim, lore: deps.lore })
}

/** A folder that is no repository, or no more, has no hooks of git to take out. */
export const editsOf = async (run: HookRun, target: HookTarget): Promise<readonly FileEdit[]> => {
  if (target.tool !== 'git') return (await planOf(run, target)).edits
  try {
    return (await planOf(run, target)).edits
  } catch (error) {
    if (error instanceof CliError) return []
    throw error
  }
}

/** Hooks do their part without a login, but there is nobody to send to and to get a brief from. Said where it is so. */
export const warnUnlessLoggedIn = async (context: CommandContext): Promise<boolean> => {
  const connection = await findConnection(context).catch((error: unknown) => {
    const { message, hint = '' } = describeError(error)
    context.warn(`${message} ${hint}`.trim())
    return null
  })
  if (connection === undefined)
    context.warn(
      'You are not logged in, so hooks send nothing and have no brief to give. Run `lore login --server URL`; nothing has to be installed again.',
    )
  return connection !== undefined && connection !== null
}
