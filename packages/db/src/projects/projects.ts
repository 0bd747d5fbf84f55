import type { MachineId, ProjectId, Visibility } from '@teamlore/shared'
import { and, eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { decoded, flag } from '../sql/decode.ts'
import { projectsTable } from './table.ts'

export type StoredProject = {
  id: ProjectId
  identity: string
  rootCommit: string | null
  /** `private` to somebody outside a restricted project, whatever is set. */
  defaultVisibility: Visibility
  keepsWorktreesApart: boolean
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
  keeps_worktrees_apart: boolean
}

const toStored = (row: ProjectRow): StoredProject => ({
  id: row.id,
  identity: row.identity,
  rootCommit: row.root_commit,
  defaultVisibility: row.default_visibility,
  keepsWorktreesApart: row.keeps_worktrees_apart,
})

const findByIdentity = async (
  tx: DbExecutor,
  identity: string,
): Promise<StoredProject | undefined> => {
  const [row] = await rows<ProjectRow>(
    tx,
    sql`select * from teamlore.project_by_identity(${identity})`,
  )
  return row && toStored(row)
}

export const createProjectRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createLookups(tx, scope),
  ...createWrites(tx, scope),
})

const createLookups = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What is captured goes to its project whoever captures it: these find one that is closed to the asker, too. */
  findByIdentity: (identity: string) => findByIdentity(tx, identity),

  /** What a project that is open to the asker is known by. */
  async identityOf(id: ProjectId): Promise<string | undefined> {
    const [row] = await tx
      .select({ identity: projectsTable.identity })
      .from(projectsTable)
      .where(and(eq(projectsTable.teamId, teamId), eq(projectsTable.id, id)))
    return row?.identity
  },

  /** Projects that began with this commit; forks share it. */
  async findByRootCommit(rootCommit: string): Promise<StoredProject[]> {
    const found = await rows<ProjectRow>(
      tx,
      sql`select * from teamlore.projects_by_root(${rootCommit}) order by id`,
    )
    return found.map(toStored)
  },

  /** The project that a machine of the asker keeps in this folder, or the repository it keeps around it. */
  async findByFolder(folder: string): Promise<StoredProject | undefined> {
    const [row] = await rows<ProjectRow>(
      tx,
      sql`select * from teamlore.project_in_folder(${folder})`,
    )
    return row && toStored(row)
  },

  /** Whether the last part of its name is that of a folder, in whichever case. */
  async isCalledLike(id: ProjectId, folder: string): Promise<boolean> {
    const [row] = await decoded(
      tx,
      { is_so: flag },
      sql`select teamlore.is_called_like(${id}, ${folder}) as is_so`,
    )
    return row?.is_so === true
  },
})

const createWrites = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** The project of a folder that its repository keeps apart, with the settings and the list of the repository. */
  async insertFolder(parent: ProjectId, folder: Pick<NewProject, 'id' | 'identity' | 'name'>) {
    await tx.execute(sql`
      select teamlore.add_project_folder(${parent}, ${folder.id}, ${folder.identity}, ${folder.name})`)
    return findByIdentity(tx, folder.identity)
  },

  /** The project, whether it was new or somebody made it at this moment. */
  async insert(project: NewProject): Promise<StoredProject | undefined> {
    await tx
      .insert(projectsTable)
      .values({ ...project, teamId })
      .onConflictDoNothing({ target: [projectsTable.teamId, projectsTable.identity] })
    return findByIdentity(tx, project.identity)
  },

  /** A project that turned out to be better known: it keeps its id and its sessions. */
  async identify(
    id: ProjectId,
    { identity, name, remoteUrl, rootCommit }: Omit<NewProject, 'id'>,
  ): Promise<void> {
    await tx
      .update(projectsTable)
      .set({
        identity,
        name,
        remoteUrl: remoteUrl ?? undefined,
        rootCommit: rootCommit ?? undefined,
      })
      .where(and(eq(projectsTable.teamId, teamId), eq(projectsTable.id, id)))
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
