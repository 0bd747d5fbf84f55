import { ApiError, type IngestProject, type LoreClient } from '@teamlore/shared'
import { commonFolder } from '../../git/repository.ts'
import { identifyMachine } from '../../platform/machine.ts'
import { readProjectIgnore } from '../../privacy/project-ignore.ts'
import { packBody } from '../../wire/wire.ts'
import type { CommandContext } from '../shared/command-context.ts'

/**
 * Makes a repository a project of the team before any session of it is there, as its first commits would. A folder that is no
 * repository is none, nor is one that a `.loreignore` keeps on this machine.
 *
 * @returns whether the server has it now.
 */
export const registerProject = async (
  { cwd, paths }: CommandContext,
  client: Pick<LoreClient, 'commits'>,
  project: IngestProject,
): Promise<boolean> => {
  if ((await commonFolder(cwd())) === null) return false
  if ((await readProjectIgnore(project.root_path)).isWhole) return false
  const machine = await identifyMachine(paths.machine)
  const request = { machine, project, commits: [], rewrites: [] }
  return client.commits.ingest(await packBody(JSON.stringify(request)), 'br').then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError) return false
      throw error
    },
  )
}
