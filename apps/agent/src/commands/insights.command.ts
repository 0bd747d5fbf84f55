import { EXIT, type ExitCode } from '../errors/exit-codes.ts'
import { openConnection } from '../platform/connection.ts'
import { createProjectResolver } from '../project/resolve-project.ts'
import { insightLines } from '../views/insights.view.ts'
import type { CommandContext } from './command-context.ts'
import { projectName } from './project-path.ts'

export type InsightsOptions = {
  days?: number | undefined
  all?: boolean | undefined
  project?: string | undefined
}

/** `lore insights`: what sessions and people wrote, and what is left of it. */
export const runInsights = async (
  context: CommandContext,
  { days, all = false, project: named }: InsightsOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { client } = await openConnection(context)
  const here = all || named !== undefined ? null : await createProjectResolver()(context.cwd())
  const project = named ?? (here === null ? undefined : projectName(here))
  const told = await client.insights({ days, project })
  if (isJson) output.json(told)
  else output.print(...insightLines(told))
  return EXIT.ok
}
