import { ApiError, type LoreClient } from '@teamlore/shared'
import { usageError } from '../../errors/cli-error.ts'
import { projectsOf } from './find-project.ts'
import { didYouMean } from './nearest-name.ts'

/**
 * Of what found nothing in a project that was named: a slip in the name would look like good news. Asks what refuses a name that is
 * not known; whatever else it says is passed over, since the command has its answer.
 *
 * @throws CliError where the server knows no such project.
 */
export const ensureKnownProject = async (
  client: LoreClient,
  named: string | undefined,
): Promise<void> => {
  if (named === undefined) return
  const problem = await client.memories.log({ project: named, limit: 1 }).catch((error) => error)
  if (!(problem instanceof ApiError) || problem.code !== 'memory.project_unknown') return
  const names = (await projectsOf(client)).map(({ name }) => name)
  throw usageError(
    `--project: there is no project "${named}" that you see.`,
    `${didYouMean(named, names)}\`lore projects\` shows them.`,
  )
}
