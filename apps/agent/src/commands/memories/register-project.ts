import { ApiError, type IngestProject, type LoreClient } from '@teamlore/shared'
import { CliError } from '../../errors/cli-error.ts'
import { commonFolder } from '../../git/repository.ts'
import { identifyMachine } from '../../platform/machine.ts'
import { readProjectIgnore } from '../../privacy/project-ignore.ts'
import { UNKNOWN_PROJECT, unknownProject } from '../../project/project-of-folder.ts'
import { packBody } from '../../wire/wire.ts'
import type { CommandContext } from '../shared/command-context.ts'

/** Writes something of a project, which becomes known first where the server knows none of the folder. */
export const inKnownProject = async <T>(
  context: CommandContext,
  client: Pick<LoreClient, 'commits'>,
  { here, hint }: { here: IngestProject; hint?: string },
  write: () => Promise<T>,
): Promise<T> =>
  write().catch(async (error: unknown) => {
    if (!isUnknownProject(error)) throw error
    if (!(await registerProject(context, client, here))) throw unknownProject(here, hint)
    return write()
  })

/**
 * Makes a repository a project of the team before any session of it is there, as its first commits would. A folder that is no
 * repository is none, nor is one that a `.loreignore` keeps on this machine.
 *
 * @returns whether the server has it now.
 */
const registerProject = async (
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

/** What is answered where the server knows no project of the folder. */
const isUnknownProject = (error: unknown): boolean =>
  (error instanceof ApiError && error.code === 'memory.project_unknown') ||
  (error instanceof CliError && error.code === UNKNOWN_PROJECT)
