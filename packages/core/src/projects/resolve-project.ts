import type { StoredProject, TeamRepositories } from '@teamlore/db'
import type { IngestProject, MachineId, ProjectId } from '@teamlore/shared'
import {
  folderIdentity,
  identifyProject,
  nameOfPath,
  type ProjectIdentity,
  pathIdentity,
  rootIdentity,
} from './project-identity.ts'

type Repositories = Pick<TeamRepositories, 'projects'>

/** Folders of one name are one project, on whichever machine they lie. */
const inFolder = async (
  { projects }: Repositories,
  parent: StoredProject,
  folder: string,
  id: ProjectId,
): Promise<StoredProject | undefined> => {
  const identity = folderIdentity(parent.id, folder)
  return (
    (await projects.findByIdentity(identity)) ??
    (await projects.insertFolder(parent.id, { id, identity, name: folder }))
  )
}

/**
 * What answers to something taken in name as its project: none. That a repository has a project, and which, is for those whom the
 * project is open to, and who sends something of it may stand outside.
 */
export const NO_PROJECT = ''

/** Longer folders are not remembered: an index row holds no more. */
const MAX_PATH_BYTES = 2_000

/** A weaker identity this repository may have been known by before its remote or first commit was. */
const formerIdentities = (
  project: IngestProject,
  machineId: MachineId,
  { identity }: ProjectIdentity,
): string[] => {
  const byPath = pathIdentity(machineId, project.root_path)
  const byRoot = project.root_commit === null ? [] : [rootIdentity(project.root_commit)]
  return [...byRoot, byPath].filter((former) => former !== identity)
}

const findFormer = async (
  { projects }: Repositories,
  candidates: readonly string[],
): Promise<StoredProject | undefined> => {
  for (const candidate of candidates) {
    const found = await projects.findByIdentity(candidate)
    if (found !== undefined) return found
  }
  return undefined
}

const findKnown = async (
  { projects }: Repositories,
  { identity, remoteUrl, rootCommit }: ProjectIdentity,
): Promise<StoredProject | undefined> => {
  const found = await projects.findByIdentity(identity)
  if (found !== undefined || remoteUrl !== null || rootCommit === null) return found
  // A clone without a remote is the project that began with its first commit, unless several did (forks).
  const [only, another] = await projects.findByRootCommit(rootCommit)
  return another === undefined ? only : undefined
}

/** The project of a repository where there is one that the asker may know; none is made, and nothing is noted of it. */
export const knownProject = async (
  repos: Repositories,
  project: IngestProject,
  machineId: MachineId,
): Promise<StoredProject | undefined> => {
  const known = identifyProject(project, machineId)
  const found =
    (await findKnown(repos, known)) ??
    (await findFormer(repos, formerIdentities(project, machineId, known)))
  if (found?.keepsWorktreesApart !== true) return found
  const folder = nameOfPath(project.root_path)
  if (await repos.projects.isCalledLike(found.id, folder)) return found
  return repos.projects.findByIdentity(folderIdentity(found.id, folder))
}

/**
 * The project a session ran in, made when it is new. One that becomes better known (a remote was
 * added, a first commit made) stays the same project.
 */
export const resolveProject = async (
  repos: Repositories,
  project: IngestProject,
  { machineId, newProjectId }: { machineId: MachineId; newProjectId: () => ProjectId },
): Promise<StoredProject> => {
  const known = identifyProject(project, machineId)
  let found = await findKnown(repos, known)
  if (found === undefined) {
    const former = await findFormer(repos, formerIdentities(project, machineId, known))
    if (former !== undefined) await repos.projects.identify(former.id, known)
    found = former ?? (await repos.projects.insert({ id: newProjectId(), ...known }))
  }
  if (found?.keepsWorktreesApart === true) {
    const folder = nameOfPath(project.root_path)
    // The folder that is called like the repository is the project of the repository.
    if (!(await repos.projects.isCalledLike(found.id, folder)))
      found = await inFolder(repos, found, folder, newProjectId())
  }
  if (found === undefined) throw new Error('A project just written is not there.')
  if (Buffer.byteLength(project.root_path) <= MAX_PATH_BYTES) {
    await repos.projects.addPath({
      machineId,
      rootPath: project.root_path,
      projectId: found.id,
    })
  }
  return found
}
