import type { MachineId, ProjectId, TeamId, UserId } from '@teamlore/shared'
import { boolean, integer, jsonb, text, unique } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

const owned = {
  teamId: id<TeamId>('team_id').notNull(),
  projectId: id<ProjectId>('project_id').notNull(),
  privateTo: id<UserId>('private_to'),
}

export const codeGraphsTable = teamlore.table(
  'code_graphs',
  {
    ...owned,
    machineId: id<MachineId>('machine_id').notNull(),
    build: text('build').notNull(),
    commitSha: text('commit_sha'),
    branch: text('branch'),
    isDefaultBranch: boolean('is_default_branch').notNull(),
    builtAt: time('built_at').notNull(),
  },
  (t) => [unique().on(t.teamId, t.projectId, t.privateTo)],
)

export const codeFilesTable = teamlore.table(
  'code_files',
  {
    ...owned,
    path: text('path').notNull(),
    language: text('language').notNull(),
    hash: text('hash').notNull(),
    lines: integer('lines').notNull(),
    unresolved: integer('unresolved').notNull(),
    symbols: jsonb('symbols').$type<StoredSymbol[]>().notNull(),
    build: text('build').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [unique().on(t.projectId, t.privateTo, t.path)],
)

export const codeImportsTable = teamlore.table(
  'code_imports',
  {
    ...owned,
    srcPath: text('src_path').notNull(),
    dstPath: text('dst_path').notNull(),
    kind: text('kind').notNull(),
  },
  (t) => [unique().on(t.projectId, t.privateTo, t.srcPath, t.dstPath)],
)

/** A definition by the hash of its name: where it stands, and what it says as a hash. */
type StoredSymbol = { name: string; hash: string; start: number; end: number }
