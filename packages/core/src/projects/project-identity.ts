import { createHash } from 'node:crypto'
import type { ProjectFilter } from '@teamlore/db'
import type { IngestProject, MachineId, ProjectId } from '@teamlore/shared'
import { firstVisible } from '@teamlore/shared/names'
import { parseRemoteUrl } from './remote-url.ts'

export type ProjectIdentity = {
  /** `git:…`, `root:…` or `path:…`, unique in the team; `folder:…` of a folder kept apart. */
  identity: string
  name: string
  remoteUrl: string | null
  rootCommit: string | null
}

const MAX_BYTES = 1_000

/** PostgreSQL indexes rows of up to some 2,700 bytes; a text anywhere near that is known by its hash. */
export const bounded = (text: string): string =>
  Buffer.byteLength(text) <= MAX_BYTES
    ? text
    : `sha256:${createHash('sha256').update(text).digest('hex')}`

export const remoteIdentity = (identity: string): string => `git:${bounded(identity)}`
export const rootIdentity = (rootCommit: string): string => `root:${rootCommit}`
export const pathIdentity = (machineId: MachineId, rootPath: string): string =>
  `path:${machineId}:${bounded(rootPath)}`

/** Of a folder that the project `parent` keeps apart. */
export const folderIdentity = (parent: ProjectId, folder: string): string =>
  `${FOLDER}${parent}:${bounded(folder.toLowerCase())}`

const FOLDER = 'folder:'

/** The project that the project of this identity is a folder of, if it is one. */
export const parentOf = (identity: string): ProjectId | undefined =>
  identity.startsWith(FOLDER) ? (identity.split(':', 2)[1] as ProjectId | undefined) : undefined

const MAX_NAME_CHARS = 200

export const nameOfPath = (path: string): string => {
  const last = path
    .split(/[\\/]+/)
    .filter((part) => part !== '')
    .at(-1)
  return firstVisible(last, path)?.slice(0, MAX_NAME_CHARS) ?? 'Unnamed project'
}

/** Which project a session belongs to: its remote URL, else its first commit, else the folder on this machine. */
export const identifyProject = (project: IngestProject, machineId: MachineId): ProjectIdentity => {
  const { remote_url, root_commit, root_path } = project
  const remote = remote_url === null ? undefined : parseRemoteUrl(remote_url)
  if (remote !== undefined) {
    return {
      identity: remoteIdentity(remote.identity),
      name: firstVisible(remote.name)?.slice(-MAX_NAME_CHARS) ?? 'Unnamed project',
      remoteUrl: remote.url,
      rootCommit: root_commit,
    }
  }
  return {
    identity: root_commit === null ? pathIdentity(machineId, root_path) : rootIdentity(root_commit),
    name: nameOfPath(root_path),
    remoteUrl: null,
    rootCommit: root_commit,
  }
}

/** What a `project` filter may mean: an id, a name, or a remote URL in any spelling. */
export const projectFilter = (value: string | undefined): ProjectFilter | undefined => {
  if (value === undefined) return undefined
  const remote = parseRemoteUrl(value) ?? parseRemoteUrl(`https://${value}`)
  return { value, identity: remote === undefined ? null : remoteIdentity(remote.identity) }
}
