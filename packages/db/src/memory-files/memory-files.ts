import type { MachineId, MemoryFileId, ProjectId, TeamId, UserId } from '@teamlore/shared'
import { and, eq, isNull, not, notExists, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import { hasLost } from '../documents/lost.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { decoded, textOf } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { isAmong } from '../sql/lists.ts'
import { memoryFileCopiesTable, memoryFileReportsTable, memoryFilesTable } from './table.ts'

/** A folder whose memory files a machine reports: a clone of a project, or what a person has for all projects. */
export type MemoryFolder = { machineId: MachineId; rootPath: string; projectId: ProjectId | null }

export type NewMemoryFileCopy = {
  /** Taken for the file when it is new. */
  newId: MemoryFileId
  path: string
  privateTo: UserId | null
  /** Set where each machine's is a file of its own. */
  ownMachine: MachineId | null
  tool: string | null
  text: string
  contentHash: string
  isCut: boolean
  gitBranch: string | null
  modifiedAt: Date
}

/** What a file says now, and what is known of it. */
export type StoredMemoryFile = {
  id: MemoryFileId
  projectId: ProjectId | null
  path: string
  privateTo: UserId | null
  tool: string | null
  text: string
  gitBranch: string | null
  modifiedAt: Date
}

type LockedMemoryFile = StoredMemoryFile & { isGone: boolean }

type StoredRow = {
  id: MemoryFileId
  project_id: ProjectId | null
  path: string
  private_to: UserId | null
  tool: string | null
  text: string
  git_branch: string | null
  modified_ms: number
}

const anyOf = (values: readonly string[]): SQL =>
  sql`any(array(select jsonb_array_elements_text(${json(values)})))`

const storedColumns = (of: SQL): SQL => sql`
  ${of}.id, ${of}.project_id, ${of}.path, ${of}.private_to, ${of}.tool, ${of}.text, ${of}.git_branch,
  (extract(epoch from ${of}.modified_at) * 1000)::bigint as modified_ms`

/** What of a file follows from the copy that counts. */
const FOLLOWING = sql.raw(
  ['tool', 'text', 'content_hash', 'is_cut', 'git_branch', 'modified_at'].join(', '),
)

const isInFolder = (teamId: TeamId, { machineId, rootPath }: MemoryFolder) =>
  and(
    eq(memoryFileCopiesTable.teamId, teamId),
    eq(memoryFileCopiesTable.machineId, machineId),
    eq(memoryFileCopiesTable.rootPath, rootPath),
  )

export const createMemoryFileRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createReports(tx, scope),
  ...createCopies(tx, scope),
  ...createFiles(tx, scope),
})

const createReports = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Lets one report after the other change the files of a project, or of a machine where there is no project. */
  async lock({ projectId, machineId }: MemoryFolder): Promise<void> {
    const [table, id] = projectId === null ? ['machines', machineId] : ['projects', projectId]
    await tx.execute(sql`
      select from teamlore.${sql.identifier(table)}
      where team_id = ${teamId} and id = ${id} for no key update`)
  },

  /** The highest revision that was reported of a folder; 0 when none was. */
  async revision({ machineId, rootPath }: MemoryFolder): Promise<number> {
    const [report] = await tx
      .select({ revision: memoryFileReportsTable.revision })
      .from(memoryFileReportsTable)
      .where(
        and(
          eq(memoryFileReportsTable.teamId, teamId),
          eq(memoryFileReportsTable.machineId, machineId),
          eq(memoryFileReportsTable.rootPath, rootPath),
        ),
      )
    return report?.revision ?? 0
  },

  async noteReport(
    { machineId, rootPath }: MemoryFolder,
    revision: number,
    now: Date,
  ): Promise<void> {
    const report = { revision, receivedAt: now }
    await tx
      .insert(memoryFileReportsTable)
      .values({ teamId, machineId, rootPath, ...report })
      .onConflictDoUpdate({
        target: [memoryFileReportsTable.machineId, memoryFileReportsTable.rootPath],
        set: report,
      })
  },
})

const createCopies = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Makes these the memory files of a folder, and no others.
   *
   * @returns ids of the files that have, or had, a copy there.
   */
  async setCopies(
    folder: MemoryFolder,
    copies: readonly NewMemoryFileCopy[],
    now: Date,
  ): Promise<MemoryFileId[]> {
    const { machineId, rootPath, projectId } = folder
    const at = sql`${now.toISOString()}::timestamptz`
    const reported = sql`
      jsonb_to_recordset(${json(copies.map(toRecord))}) as r(
        id text, path text, private_to text, machine_id text, tool text, text text, content_hash text,
        is_cut boolean, git_branch text, modified_at timestamptz)`
    const had = await tx
      .select({ id: memoryFileCopiesTable.memoryFileId })
      .from(memoryFileCopiesTable)
      .where(isInFolder(teamId, folder))
    await tx.execute(sql`
      insert into teamlore.memory_files (id, team_id, project_id, path, private_to, machine_id, text,
        content_hash, is_cut, seen_on, modified_at, first_seen_at, last_seen_at)
      select r.id, ${teamId}, ${projectId}, r.path, r.private_to, r.machine_id, '', '', false,
        ${machineId}, r.modified_at, ${at}, ${at}
      from ${reported}
      on conflict (team_id, project_id, path, private_to, machine_id) do nothing`)
    const has = await decoded(
      tx,
      { id: textOf<MemoryFileId>() },
      sql`
      insert into teamlore.memory_file_copies (team_id, machine_id, root_path, path, memory_file_id,
        private_to, seen_at, ${FOLLOWING})
      select ${teamId}, ${machineId}, ${rootPath}, r.path, f.id, r.private_to, ${at}, r.tool, r.text,
        r.content_hash, r.is_cut, r.git_branch, r.modified_at
      from ${reported}
      join teamlore.memory_files f on f.team_id = ${teamId} and f.path = r.path
        and f.project_id is not distinct from ${projectId}::text
        and f.private_to is not distinct from r.private_to
        and f.machine_id is not distinct from r.machine_id
      on conflict (machine_id, root_path, path) do update set
        (memory_file_id, private_to, seen_at, ${FOLLOWING}) = (excluded.memory_file_id,
          excluded.private_to, excluded.seen_at, excluded.tool, excluded.text, excluded.content_hash,
          excluded.is_cut, excluded.git_branch, excluded.modified_at)
      returning memory_file_id as id`,
    )
    const paths = copies.map(({ path }) => path)
    await tx
      .delete(memoryFileCopiesTable)
      .where(and(isInFolder(teamId, folder), not(isAmong(memoryFileCopiesTable.path, paths))))
    return [...new Set([...had, ...has].map(({ id }) => id))]
  },
})

const createFiles = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Has each of these files say what the copy says that was changed last.
   *
   * @returns those that say something else now, and those whose rows in the search index were lost.
   */
  async settle(ids: readonly MemoryFileId[], now: Date): Promise<StoredMemoryFile[]> {
    const found = await rows<StoredRow>(
      tx,
      sql`
      with before as (
        select id, gone_at, documents, ${FOLLOWING} from teamlore.memory_files
        where team_id = ${teamId} and id = ${anyOf(ids)}
      ), best as (
        select distinct on (memory_file_id) memory_file_id as id, machine_id, ${FOLLOWING}
        from teamlore.memory_file_copies
        where team_id = ${teamId} and memory_file_id = ${anyOf(ids)}
        order by memory_file_id, modified_at desc, content_hash, machine_id, root_path
      ), settled as (
        update teamlore.memory_files f set
          tool = best.tool, text = best.text, content_hash = best.content_hash, is_cut = best.is_cut,
          git_branch = best.git_branch, modified_at = best.modified_at, seen_on = best.machine_id,
          last_seen_at = ${now.toISOString()}::timestamptz, gone_at = null
        from best where f.id = best.id
        returning f.id, f.project_id, f.private_to, f.path, f.tool, f.text, f.content_hash, f.is_cut,
          f.git_branch, f.modified_at
      )
      select ${storedColumns(sql`s`)} from settled s join before b using (id)
      where b.gone_at is not null
        or (b.tool, b.content_hash, b.is_cut, b.git_branch, b.modified_at)
          is distinct from (s.tool, s.content_hash, s.is_cut, s.git_branch, s.modified_at)
        or ${hasLost(sql`b`, sql`s.text ~ '[[:alnum:]]'`)}
      order by s.path`,
    )
    return found.map(toStored)
  },

  /** Waits for whoever is writing this file and keeps others waiting to the end of the transaction. */
  async lockFile(id: MemoryFileId): Promise<LockedMemoryFile | undefined> {
    const [row] = await rows<StoredRow & { is_gone: boolean }>(
      tx,
      sql`
      select ${storedColumns(sql`f`)}, f.gone_at is not null as is_gone from teamlore.memory_files f
      where f.team_id = ${teamId} and f.id = ${id} for no key update`,
    )
    return row && { ...toStored(row), isGone: row.is_gone }
  },

  /** Marks those of these files as gone of which no copy is left. @returns those that were there until now. */
  async markGone(ids: readonly MemoryFileId[], now: Date): Promise<MemoryFileId[]> {
    const copies = tx
      .select({ path: memoryFileCopiesTable.path })
      .from(memoryFileCopiesTable)
      .where(eq(memoryFileCopiesTable.memoryFileId, memoryFilesTable.id))
    const gone = await tx
      .update(memoryFilesTable)
      .set({ goneAt: now })
      .where(
        and(
          eq(memoryFilesTable.teamId, teamId),
          isAmong(memoryFilesTable.id, ids),
          isNull(memoryFilesTable.goneAt),
          notExists(copies),
        ),
      )
      .returning({ id: memoryFilesTable.id })
    return gone.map(({ id }) => id)
  },
})

const toStored = (row: StoredRow): StoredMemoryFile => ({
  id: row.id,
  projectId: row.project_id,
  path: row.path,
  privateTo: row.private_to,
  tool: row.tool,
  text: row.text,
  gitBranch: row.git_branch,
  modifiedAt: new Date(row.modified_ms),
})

const toRecord = (copy: NewMemoryFileCopy) => ({
  id: copy.newId,
  path: copy.path,
  private_to: copy.privateTo,
  machine_id: copy.ownMachine,
  tool: copy.tool,
  text: copy.text,
  content_hash: copy.contentHash,
  is_cut: copy.isCut,
  git_branch: copy.gitBranch,
  modified_at: copy.modifiedAt.toISOString(),
})
