import type { IngestProject, LoreClient, Project } from '@teamlore/shared'
import { CliError, usageError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'

/** What is asked of the server to find the project of a folder. */
export type ProjectLists = {
  projects: Pick<LoreClient['projects'], 'list'>
  sessions: Pick<LoreClient['sessions'], 'list'>
}
type Folder = Pick<IngestProject, 'remote_url' | 'root_path'>

/** A remote that is a path names another repository on every machine, so the server knows no project by it. */
const IS_PATH = /^(?:file:|[./~\\]|[a-z]:[\\/])/i

/** The remote URL by which the server knows the project of a folder, however it is spelled; null where there is none. */
export const knownRemote = ({ remote_url }: Pick<Folder, 'remote_url'>): string | null =>
  remote_url === null || IS_PATH.test(remote_url) ? null : remote_url

/**
 * How the project that sessions of this folder are filed under is named to the server: by its remote URL. Without one it is named by
 * its id, since folders that have nothing to do with each other are called alike.
 *
 * @throws CliError where the server knows no such project, or cannot say which of several it is.
 */
export const projectOfFolder = async (
  client: ProjectLists,
  folder: Folder,
  hint?: string,
): Promise<string> => {
  const remote = knownRemote(folder)
  if (remote !== null) return remote
  const [only, another] = await projectsOfPath(client, folder.root_path)
  if (only === undefined) throw unknownProject(folder, hint)
  if (another === undefined) return only
  throw usageError(
    `The server knows several projects of the folder ${folder.root_path}, and it has no git remote.`,
    'Name the one you mean with --project and its id: `lore projects` lists them.',
  )
}

export const UNKNOWN_PROJECT = 'cli.unknown_project'

export const unknownProject = (
  folder: Folder,
  hint = 'Send a session of it first, or name another with --project.',
) =>
  new CliError({
    code: UNKNOWN_PROJECT,
    message: `The server knows no project of this folder yet (${knownRemote(folder) ?? folder.root_path}).`,
    hint,
    exitCode: EXIT.usage,
  })

/**
 * Ids of the projects that lie there: by their path, else by the sessions that ran there. One of them may have a remote, since a clone
 * without is filed where the repository with the same first commit is.
 */
const projectsOfPath = async (client: ProjectLists, root: string): Promise<string[]> => {
  const all = await allProjects(client)
  const here = all.filter(({ root_path }) => root_path === root)
  if (here.length > 0) return here.map(({ id }) => id)
  // The list names one path of each project, and its repository may lie in several.
  const name = lastPart(root)
  const found: string[] = []
  for (const { id } of all.filter((project) => lastPart(project.name) === name)) {
    const { items } = await client.sessions.list({ project: id, started_by: 'anyone', limit: 200 })
    const ranHere = items.some(
      ({ cwd, project }) => project?.id === id && cwd !== null && isWithin(cwd, root),
    )
    if (ranHere) found.push(id)
  }
  return found
}

const allProjects = async (client: ProjectLists): Promise<Project[]> => {
  const found: Project[] = []
  let cursor: string | undefined
  do {
    const page = await client.projects.list({ limit: 200, ...(cursor ? { cursor } : {}) })
    found.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}

const lastPart = (path: string): string =>
  path.split(/[\\/]/).findLast((part) => part !== '') ?? path

/** Whether a folder is another, or lies below it. */
export const isWithin = (folder: string, root: string): boolean =>
  folder === root || folder.startsWith(`${root}/`) || folder.startsWith(`${root}\\`)
