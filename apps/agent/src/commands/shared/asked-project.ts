import type { LoreClient } from '@teamlore/shared'
import { projectOfFolder } from '../../project/project-of-folder.ts'
import { createProjectResolver } from '../../project/resolve-project.ts'
import type { CommandContext } from './command-context.ts'

const HINT = 'Name one with --project, or ask of all of them with --all.'

/** The project that is asked about: the one named, else that of this folder; undefined for all of them, as where this folder is none. */
export const askedProject = async (
  context: CommandContext,
  client: LoreClient,
  {
    project,
    all = false,
    hint = HINT,
  }: { project?: string | undefined; all?: boolean | undefined; hint?: string },
): Promise<string | undefined> => {
  if (project !== undefined || all) return project
  const here = await createProjectResolver()(context.cwd())
  return here === null ? undefined : projectOfFolder(client, here, hint)
}
