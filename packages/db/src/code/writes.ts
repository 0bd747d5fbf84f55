import type { MachineId, ProjectId, UserId } from '@teamlore/shared'
import type { CodeGraphFile } from '@teamlore/shared/code'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { batchesOf } from '../sql/batches.ts'
import { json } from '../sql/json.ts'

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

type GraphRow = {
  machine_id: MachineId
  build: string
  commit_sha: string | null
  branch: string | null
  is_default_branch: boolean
  built_ms: number
}

const toBuild = (row: GraphRow): StoredBuild => ({
  machineId: row.machine_id,
  build: row.build,
  commit: row.commit_sha,
  branch: row.branch,
  isDefaultBranch: row.is_default_branch,
  builtAt: new Date(Number(row.built_ms)),
})

export const createCodeGraphRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...buildsOn(tx, scope),
  ...codeFilesOn(tx, scope),
})

const ofGraph = (teamId: string, { projectId, privateTo }: CodeGraphKey): SQL => sql`
  f.team_id = ${teamId} and f.project_id = ${projectId} and f.private_to is not distinct from ${privateTo}`

const buildsOn = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Lets one build after the other change the graph of a project. */
  async lock({ projectId }: CodeGraphKey): Promise<void> {
    await tx.execute(sql`
        select from teamlore.projects where team_id = ${teamId} and id = ${projectId} for update`)
  },

  async find(key: CodeGraphKey): Promise<StoredBuild | undefined> {
    const [row] = await rows<GraphRow>(
      tx,
      sql`select machine_id, build, commit_sha, branch, is_default_branch,
            (extract(epoch from built_at) * 1000)::bigint as built_ms
          from teamlore.code_graphs f where ${ofGraph(teamId, key)}`,
    )
    return row && toBuild(row)
  },

  async note({ projectId, privateTo }: CodeGraphKey, built: StoredBuild): Promise<void> {
    await tx.execute(sql`
        insert into teamlore.code_graphs (team_id, project_id, private_to, machine_id, build, commit_sha,
          branch, is_default_branch, built_at)
        values (${teamId}, ${projectId}, ${privateTo}, ${built.machineId}, ${built.build}, ${built.commit},
          ${built.branch}, ${built.isDefaultBranch}, ${built.builtAt.toISOString()}::timestamptz)
        on conflict (team_id, project_id, private_to) do update set machine_id = excluded.machine_id,
          build = excluded.build, commit_sha = excluded.commit_sha, branch = excluded.branch,
          is_default_branch = excluded.is_default_branch, built_at = excluded.built_at`)
  },
})

const codeFilesOn = (tx: DbExecutor, { teamId }: DbScope) => {
  const replaceImports = async (
    key: CodeGraphKey,
    files: readonly CodeGraphFile[],
  ): Promise<void> => {
    const paths = files.map(({ path }) => path)
    await tx.execute(sql`
      delete from teamlore.code_imports f where ${ofGraph(teamId, key)}
        and f.src_path in (select jsonb_array_elements_text(${json(paths)}))`)
    const imports = files.flatMap(({ path, imports: found }) =>
      found.map(({ to, kind }) => ({ path, to, kind })),
    )
    for (const batch of batchesOf(imports))
      await tx.execute(sql`
        insert into teamlore.code_imports (team_id, project_id, private_to, src_path, dst_path, kind)
        select ${teamId}, ${key.projectId}, ${key.privateTo}, path, "to", kind
        from jsonb_to_recordset(${json(batch)}) as r(path text, "to" text, kind text)
        on conflict (project_id, private_to, src_path, dst_path) do nothing`)
  }
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
        const written = await rows<{ path: string; changed: boolean }>(
          tx,
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
        await replaceImports(
          { projectId, privateTo },
          batch.filter(({ path }) => taken.has(path)),
        )
      }
      return changed
    },

    /** Takes files out, with what they import. @returns paths of those that were there. */
    async remove(key: CodeGraphKey, paths: readonly string[]): Promise<string[]> {
      if (paths.length === 0) return []
      const named = sql`(select jsonb_array_elements_text(${json(paths)}))`
      await tx.execute(sql`
        delete from teamlore.code_imports f where ${ofGraph(teamId, key)} and f.src_path in ${named}`)
      const gone = await rows<{ path: string }>(
        tx,
        sql`delete from teamlore.code_files f where ${ofGraph(teamId, key)} and f.path in ${named} returning f.path`,
      )
      return gone.map(({ path }) => path)
    },

    /** Paths that the build did not name. */
    async unnamed(key: CodeGraphKey, build: string): Promise<string[]> {
      const found = await rows<{ path: string }>(
        tx,
        sql`select f.path from teamlore.code_files f where ${ofGraph(teamId, key)} and f.build <> ${build}`,
      )
      return found.map(({ path }) => path)
    },
  }
}
