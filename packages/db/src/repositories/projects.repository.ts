import type { MachineId, ProjectId, UserId, Visibility } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

export type StoredProject = {
  id: ProjectId
  identity: string
  rootCommit: string | null
  defaultVisibility: Visibility
}

export type NewProject = {
  id: ProjectId
  identity: string
  name: string
  remoteUrl: string | null
  rootCommit: string | null
}

type ProjectRow = {
  id: ProjectId
  identity: string
  root_commit: string | null
  default_visibility: Visibility
}

const COLUMNS = sql.raw('p.id, p.identity, p.root_commit, p.default_visibility')

const toStored = (row: ProjectRow): StoredProject => ({
  id: row.id,
  identity: row.identity,
  rootCommit: row.root_commit,
  defaultVisibility: row.default_visibility,
})

export const createProjectRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  async findByIdentity(identity: string): Promise<StoredProject | undefined> {
    const [row] = await rows<ProjectRow>(
      tx,
      sql`
      select ${COLUMNS} from teamlore.projects p
      where p.team_id = ${teamId} and p.identity = ${identity}`,
    )
    return row && toStored(row)
  },

  /** Projects that began with this commit; forks share it. */
  async findByRootCommit(rootCommit: string): Promise<StoredProject[]> {
    const found = await rows<ProjectRow>(
      tx,
      sql`
      select ${COLUMNS} from teamlore.projects p
      where p.team_id = ${teamId} and p.root_commit = ${rootCommit} order by p.id limit 2`,
    )
    return found.map(toStored)
  },

  /** The project that a machine of the user keeps in this folder, or the repository it keeps around it. */
  async findByFolder(userId: UserId, folder: string): Promise<StoredProject | undefined> {
    const isAround = sql`p.remote_url is not null or p.root_commit is not null`
    const [row] = await rows<ProjectRow>(
      tx,
      sql`
      select ${COLUMNS} from teamlore.project_paths k
      join teamlore.machines m on m.team_id = k.team_id and m.id = k.machine_id
      join teamlore.projects p on p.team_id = k.team_id and p.id = k.project_id
      where k.team_id = ${teamId} and m.user_id = ${userId}
        and (k.root_path = ${folder} or ((${isAround})
          and (starts_with(${folder}, k.root_path || '/') or starts_with(${folder}, k.root_path || '\\'))))
      order by length(k.root_path) desc, k.machine_id limit 1`,
    )
    return row && toStored(row)
  },

  /** The project, whether it was new or somebody made it at this moment. */
  async insert(project: NewProject): Promise<StoredProject | undefined> {
    await tx.execute(sql`
      insert into teamlore.projects (id, team_id, identity, name, remote_url, root_commit)
      values (${project.id}, ${teamId}, ${project.identity}, ${project.name}, ${project.remoteUrl},
        ${project.rootCommit})
      on conflict (team_id, identity) do nothing`)
    return this.findByIdentity(project.identity)
  },

  /** A project that turned out to be better known: it keeps its id and its sessions. */
  async identify(
    id: ProjectId,
    { identity, name, remoteUrl, rootCommit }: Omit<NewProject, 'id'>,
  ): Promise<void> {
    await tx.execute(sql`
      update teamlore.projects set identity = ${identity}, name = ${name},
        remote_url = coalesce(${remoteUrl}, remote_url),
        root_commit = coalesce(${rootCommit}, root_commit)
      where team_id = ${teamId} and id = ${id}`)
  },

  /** Remembers where a machine keeps the project. */
  async addPath(path: { machineId: MachineId; rootPath: string; projectId: ProjectId }) {
    await tx.execute(sql`
      insert into teamlore.project_paths (team_id, machine_id, root_path, project_id)
      select ${teamId}, ${path.machineId}, ${path.rootPath}, ${path.projectId}
      where not exists (
        select from teamlore.project_paths k where k.team_id = ${teamId}
          and k.machine_id = ${path.machineId} and k.root_path = ${path.rootPath}
          and k.project_id = ${path.projectId})
      on conflict (team_id, machine_id, root_path) do update set project_id = excluded.project_id`)
  },
})
