import type { ProjectId } from '@teamlore/shared'
import type { CodeGraph, ImportKind } from '@teamlore/shared/code'
import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { type ProjectFilter, projectsNamed } from '../projects/filter.ts'
import { decoded, text, textOf } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { iso, isoOf } from '../sql/page.ts'
import { codeFolderReads } from './folder.ts'
import { codeFilesTable, codeImportsTable } from './table.ts'

export type NamedProject = { id: ProjectId; name: string }
export type CodeEdge = { path: string; kind: ImportKind }
export type ListedCodeFile = {
  path: string
  language: string
  lines: number
  hash: string
  unresolved: number
  updated_at: string
}

/** Where the team and somebody alone have a graph of one project, their own is the newer one only to them. */
const MAX_EDGES = 500
const MAX_NEIGHBOURS = 5_000

export const createCodeGraphReadModel = (tx: DbExecutor, scope: DbScope) => ({
  ...graphOn(tx, scope),
  ...edgesOn(tx, scope),
  ...codeFolderReads(tx, scope),
})

const graphOn = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOf = (projectId: ProjectId) =>
    and(eq(codeFilesTable.teamId, teamId), eq(codeFilesTable.projectId, projectId))
  return {
    /** The project that is meant; of several of one name, the one whose code is known, then the newest. */
    async project(filter: ProjectFilter): Promise<NamedProject | undefined> {
      const [found] = await rows<NamedProject>(
        tx,
        sql`select p.id, p.name from teamlore.projects p
        where p.team_id = ${teamId} and p.id in ${projectsNamed(teamId, filter)}
        order by exists (select from teamlore.code_graphs g
          where g.team_id = p.team_id and g.project_id = p.id) desc, p.id desc limit 1`,
      )
      return found
    },

    async overview(projectId: ProjectId): Promise<Omit<CodeGraph, 'project'> | undefined> {
      const of = sql`team_id = ${teamId} and project_id = ${projectId}`
      const [graph] = await rows<Omit<CodeGraph, 'project' | 'languages'>>(
        tx,
        sql`select commit_sha as "commit", branch, is_default_branch, ${iso(sql`built_at`)} as built_at,
          (select count(*) from teamlore.code_files where ${of})::int as files,
          (select coalesce(sum(unresolved), 0) from teamlore.code_files where ${of})::int as unresolved,
          (select count(*) from teamlore.code_imports where ${of})::int as imports
        from teamlore.code_graphs where ${of} order by built_at desc limit 1`,
      )
      if (graph === undefined) return undefined
      const { language } = codeFilesTable
      const languages = await tx
        .select({ language, files: count() })
        .from(codeFilesTable)
        .where(isOf(projectId))
        .groupBy(language)
        .orderBy(desc(count()), language)
      return { ...graph, languages }
    },

    async file(projectId: ProjectId, path: string): Promise<ListedCodeFile | undefined> {
      const { language, lines, hash, unresolved, updatedAt, privateTo } = codeFilesTable
      const [file] = await tx
        .select({
          path: codeFilesTable.path,
          language,
          lines,
          hash,
          unresolved,
          updated_at: isoOf(updatedAt),
        })
        .from(codeFilesTable)
        .where(and(isOf(projectId), eq(codeFilesTable.path, path)))
        .orderBy(sql`${privateTo} nulls first`)
        .limit(1)
      return file
    },
  }
}

const edgesOn = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What each of some files imports and is imported by, and whether the graph knows it. */
  async neighbours(
    projectId: ProjectId,
    paths: readonly string[],
  ): Promise<{ path: string; isKnown: boolean; imports: string[]; importedBy: string[] }[]> {
    const of = sql`i.team_id = ${teamId} and i.project_id = ${projectId}`
    const names = sql`array(select jsonb_array_elements_text(${json(paths)}))`
    const found = await decoded(
      tx,
      { path: text, other: text, way: textOf<'in' | 'out' | 'self'>() },
      sql`(select i.src_path as path, i.dst_path as other, 'out' as way from teamlore.code_imports i
          where ${of} and i.src_path = any(${names}) limit ${MAX_NEIGHBOURS})
        union all (select i.dst_path, i.src_path, 'in' from teamlore.code_imports i
          where ${of} and i.dst_path = any(${names}) limit ${MAX_NEIGHBOURS})
        union all (select i.path, i.path, 'self' from teamlore.code_files i
          where ${of} and i.path = any(${names}))`,
    )
    return paths.map((path) => {
      const own = found.filter((row) => row.path === path)
      const others = (way: 'in' | 'out' | 'self') =>
        own.filter((row) => row.way === way).map(({ other }) => other)
      return {
        path,
        isKnown: others('self').length > 0,
        imports: others('out'),
        importedBy: others('in'),
      }
    })
  },

  /** What a file imports, and what imports it, as far as a list is read. */
  async edges(
    projectId: ProjectId,
    path: string,
  ): Promise<{ imports: CodeEdge[]; importedBy: CodeEdge[]; counts: [number, number] }> {
    const { srcPath, dstPath, kind } = codeImportsTable
    const read = (which: PgColumn, other: typeof srcPath | typeof dstPath) =>
      tx
        .select({
          path: other,
          kind: sql<ImportKind>`min(${kind})`,
          total: sql<number>`count(*) over ()::int`,
        })
        .from(codeImportsTable)
        .where(
          and(
            eq(codeImportsTable.teamId, teamId),
            eq(codeImportsTable.projectId, projectId),
            eq(which, path),
          ),
        )
        .groupBy(other)
        .orderBy(other)
        .limit(MAX_EDGES)
    const imports = await read(srcPath, dstPath)
    const importedBy = await read(dstPath, srcPath)
    const plain = ({ path: to, kind }: CodeEdge): CodeEdge => ({ path: to, kind })
    return {
      imports: imports.map(plain),
      importedBy: importedBy.map(plain),
      counts: [imports[0]?.total ?? 0, importedBy[0]?.total ?? 0],
    }
  },
})
