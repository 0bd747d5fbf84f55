import type { LoreClient } from '@teamlore/shared'
import { usageError } from '../../errors/cli-error.ts'
import { askedProject } from './asked-project.ts'
import type { CommandContext } from './command-context.ts'
import { projectOf, projectsOf } from './find-project.ts'

/** The id of the project that was named, else of that of this folder. `example` is the command with the name of one. */
export const projectIdOf = async (
  context: CommandContext,
  client: LoreClient,
  { typed, example }: { typed: string | undefined; example: string },
): Promise<string> => {
  const hint = `Name one: ${example}.`
  const named = await askedProject(context, client, { project: typed, hint })
  if (named === undefined) throw usageError('This folder is of no project.', hint)
  if (typed !== undefined || named.startsWith('prj_')) return (await projectOf(client, named)).id
  const { items } = await client.sessions.list({ project: named, started_by: 'anyone', limit: 1 })
  const id =
    items[0]?.project?.id ?? (await projectsOf(client)).find((one) => one.remote_url === named)?.id
  if (id === undefined) throw usageError('The server knows no project of this folder.', hint)
  return id
}
