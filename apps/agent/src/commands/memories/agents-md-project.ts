import type { IngestProject, LoreClient } from '@teamlore/shared'
import { usageError } from '../../errors/cli-error.ts'
import { type Connection, openConnection } from '../../platform/connection.ts'
import { projectOfFolder, unknownProject } from '../../project/project-of-folder.ts'
import { createProjectResolver } from '../../project/resolve-project.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { projectOf, projectsOf } from '../shared/find-project.ts'
import { inKnownProject } from './register-project.ts'

export type Opened = Pick<Connection, 'client' | 'stored'> & { id: string; root: string }

/** The project that is meant, and where its files are. `adds`: it becomes known where it is not yet, as something of it is sent. */
export const openProject = async (
  context: CommandContext,
  named: string | undefined,
  { adds = false } = {},
): Promise<Opened> => {
  const { client, stored } = await openConnection(context)
  const folder = await createProjectResolver()(context.cwd())
  const root = folder?.root_path ?? context.cwd()
  if (named !== undefined) return { client, stored, id: (await projectOf(client, named)).id, root }
  if (folder === null)
    throw usageError(
      'This folder is of no project.',
      'Name one with --project, or go to its repository.',
    )
  const find = () => idOfFolder(client, folder)
  const id = adds ? await inKnownProject(context, client, { here: folder }, find) : await find()
  return { client, stored, id, root }
}

/** @throws CliError where the server knows no such project. */
const idOfFolder = async (client: LoreClient, folder: IngestProject): Promise<string> => {
  const ref = await projectOfFolder(client, folder)
  if (ref.startsWith('prj_')) return ref
  const { items } = await client.sessions.list({ project: ref, started_by: 'anyone', limit: 1 })
  const id =
    items[0]?.project?.id ??
    (await client.memories.list({ project: ref, limit: 1 })).items[0]?.project?.id ??
    (await projectsOf(client)).find(({ root_path }) => root_path === folder.root_path)?.id
  if (id === undefined) throw unknownProject(folder)
  return id
}
