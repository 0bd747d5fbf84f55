import type { MachineId, ProjectId, TeamId, UserId } from '@teamlore/shared'
import type { CodeGraphFile } from '@teamlore/shared/code'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { projectsTable } from '../projects/table.ts'
import { batchesOf } from '../sql/batches.ts'
import { decoded, flag, text } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { isAmong } from '../sql/lists.ts'
import { codeFilesTable, codeGraphsTable, codeImportsTable } from './table.ts'

/** Whose graph: a project's, or somebody's own of it. */
export type CodeGraphKey = { projectId: ProjectId; privateTo: UserId | null }

export type StoredBuild = {
  machineId: MachineId
  build: string
  commit: string | null
  branch: string | null
  isDefaultBranch: boolean
  builtAt: Date
}

const BUILD = {
  machineId: codeGraphsTable.machineId,
  build: codeGraphsTable.build,
  commit: codeGraphsTable.commitSha,
  branch: codeGraphsTable.branch,
  isDefaultBranch: codeGraphsTable.isDefaultBranch,
  builtAt: codeGraphsTable.builtAt,
}

export const createCodeGraphRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...buildsOn(tx, scope),
  ...codeFilesOn(tx, scope),
})

const isOfGraph = (
  table: typeof codeGraphsTable | typeof codeFilesTable | typeof codeImportsTable,
  teamId: TeamId,
  { projectId, privateTo }: CodeGraphKey,
) =>
  and(
    eq(table.teamId, teamId),
    eq(table.projectId, projectId),
    sql`${table.privateTo} is not distinct from ${privateTo}`,
  )

const buildsOn = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Lets one build after the other change the graph of a project. */
  async lock({ projectId }: CodeGraphKey): Promise<void> {
    await tx
      .select({ id: projectsTable.id })
      .from(projectsTable)
      .where(and(eq(projectsTable.teamId, teamId), eq(projectsTable.id, projectId)))
      .for('update')
  },

  async find(key: CodeGraphKey): Promise<StoredBuild | undefined> {
    const [build] = await tx
      .select(BUILD)
      .from(codeGraphsTable)
      .where(isOfGraph(codeGraphsTable, teamId, key))
    return build
  },

  async note({ projectId, privateTo }: CodeGraphKey, built: StoredBuild): Promise<void> {
    const { commit: commitSha, machineId, build, branch, isDefaultBranch, builtAt } = built
    const latest = { commitSha, machineId, build, branch, isDefaultBranch, builtAt }
    await tx
      .insert(codeGraphsTable)
      .values({ teamId, projectId, privateTo, ...latest })
      .onConflictDoUpdate({
        target: [codeGraphsTable.teamId, codeGraphsTable.projectId, codeGraphsTable.privateTo],
        set: latest,
      })
  },
})

const importsOn = (tx: DbExecutor, { teamId }: DbScope) => ({
  async replace(key: CodeGraphKey, files: readonly CodeGraphFile[]): Promise<void> {
    const paths = files.map(({ path }) => path)
    await tx
      .delete(codeImportsTable)
      .where(
        and(isOfGraph(codeImportsTable, teamId, key), isAmong(codeImportsTable.srcPath, paths)),
      )
    const imports = files.flatMap(({ path, imports: found }) =>
      found.map(({ to, kind }) => ({ path, to, kind })),
    )
    for (const batch of batchesOf(imports))
      await tx.execute(sql`
        insert into teamlore.code_imports (team_id, project_id, private_to, src_path, dst_path, kind)
        select ${teamId}, ${key.projectId}, ${key.privateTo}, path, "to", kind
        from jsonb_to_recordset(${json(batch)}) as r(path text, "to" text, kind text)
        on conflict (project_id, private_to, src_path, dst_path) do nothing`)
  },
})

const codeFilesOn = (tx: DbExecutor, scope: DbScope) => {
  const { teamId } = scope
  const imports = importsOn(tx, scope)
  return {
    /** Files with their imports; `addOnly` leaves alone what is there. @returns paths of those that changed. */
    async put(
      { projectId, privateTo }: CodeGraphKey,
      files: readonly CodeGraphFile[],
      { build, at, addOnly }: { build: string; at: Date; addOnly: boolean },
    ): Promise<string[]> {
      const changed: string[] = []
      for (const batch of batchesOf(files)) {
        const onConflict = addOnly
          ? sql`do nothing`
          : sql`do update set language = excluded.language, hash = excluded.hash,
              lines = excluded.lines, unresolved = excluded.unresolved, symbols = excluded.symbols,
              build = excluded.build, updated_at = case when f.hash = excluded.hash
                then f.updated_at else excluded.updated_at end`
        const written = await decoded(
          tx,
          { path: text, changed: flag },
          sql`insert into teamlore.code_files as f (team_id, project_id, private_to, path, language, hash,
              lines, unresolved, symbols, build, updated_at)
            select ${teamId}, ${projectId}, ${privateTo}, path, language, hash, lines, unresolved, symbols,
              ${build}, ${at.toISOString()}::timestamptz
            from jsonb_to_recordset(${json(batch)}) as r(path text, language text, hash text, lines int,
              unresolved int, symbols jsonb)
            on conflict (project_id, private_to, path) ${onConflict}
            returning f.path, f.updated_at = ${at.toISOString()}::timestamptz as changed`,
        )
        changed.push(...written.filter((row) => row.changed).map(({ path }) => path))
        const taken = new Set(written.map(({ path }) => path))
        await imports.replace(
          { projectId, privateTo },
          batch.filter(({ path }) => taken.has(path)),
        )
      }
      return changed
    },

    /** Takes files out, with what they import. @returns paths of those that were there. */
    async remove(key: CodeGraphKey, paths: readonly string[]): Promise<string[]> {
      if (paths.length === 0) return []
      await tx
        .delete(codeImportsTable)
        .where(
          and(isOfGraph(codeImportsTable, teamId, key), isAmong(codeImportsTable.srcPath, paths)),
        )
      const gone = await tx
        .delete(codeFilesTable)
        .where(and(isOfGraph(codeFilesTable, teamId, key), isAmong(codeFilesTable.path, paths)))
        .returning({ path: codeFilesTable.path })
      return gone.map(({ path }) => path)
    },

    /** Paths that the build did not name. */
    async unnamed(key: CodeGraphKey, build: string): Promise<string[]> {
      const found = await tx
        .select({ path: codeFilesTable.path })
        .from(codeFilesTable)
        .where(and(isOfGraph(codeFilesTable, teamId, key), ne(codeFilesTable.build, build)))
      return found.map(({ path }) => path)
    },
  }
}
