import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { openConnection } from '../../platform/connection.ts'
import { projectOfFolder } from '../../project/project-of-folder.ts'
import { createProjectResolver } from '../../project/resolve-project.ts'
import { insightLines } from '../../views/insights.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { ensureKnownProject } from '../shared/known-project.ts'

export type InsightsOptions = {
  days?: number | undefined
  all?: boolean | undefined
  project?: string | undefined
}

const HINT = 'Name one with --project, or ask of all of them with --all.'

/** `lore insights`: what sessions and people wrote, and what is left of it. */
export const runInsights = async (
  context: CommandContext,
  { days, all = false, project: named }: InsightsOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { client } = await openConnection(context)
  const here = all || named !== undefined ? null : await createProjectResolver()(context.cwd())
  const project = named ?? (here === null ? undefined : await projectOfFolder(client, here, HINT))
  const insights = await client.insights({ days, project })
  if (insights.commits.all === 0) await ensureKnownProject(client, named)
  if (isJson) output.json(insights)
  else output.print(...insightLines(insights))
  return EXIT.ok
}
