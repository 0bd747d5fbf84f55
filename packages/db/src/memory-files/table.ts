import type { MachineId, MemoryFileId, ProjectId, TeamId, UserId } from '@teamlore/shared'
import { bigint, boolean, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const memoryFilesTable = teamlore.table('memory_files', {
  id: id<MemoryFileId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  projectId: id<ProjectId>('project_id'),
  path: text('path').notNull(),
  privateTo: id<UserId>('private_to'),
  machineId: id<MachineId>('machine_id'),
  tool: text('tool'),
  text: text('text').notNull(),
  contentHash: text('content_hash').notNull(),
  isCut: boolean('is_cut').notNull(),
  gitBranch: text('git_branch'),
  seenOn: id<MachineId>('seen_on').notNull(),
  modifiedAt: time('modified_at').notNull(),
  firstSeenAt: time('first_seen_at').notNull(),
  lastSeenAt: time('last_seen_at').notNull(),
  goneAt: time('gone_at'),
  documents: integer('documents'),
})

export const memoryFileCopiesTable = teamlore.table(
  'memory_file_copies',
  {
    teamId: id<TeamId>('team_id').notNull(),
    machineId: id<MachineId>('machine_id').notNull(),
    rootPath: text('root_path').notNull(),
    path: text('path').notNull(),
    memoryFileId: id<MemoryFileId>('memory_file_id').notNull(),
    privateTo: id<UserId>('private_to'),
    tool: text('tool'),
    text: text('text').notNull(),
    contentHash: text('content_hash').notNull(),
    isCut: boolean('is_cut').notNull(),
    gitBranch: text('git_branch'),
    modifiedAt: time('modified_at').notNull(),
    seenAt: time('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.machineId, t.rootPath, t.path] })],
)

export const memoryFileReportsTable = teamlore.table(
  'memory_file_reports',
  {
    teamId: id<TeamId>('team_id').notNull(),
    machineId: id<MachineId>('machine_id').notNull(),
    rootPath: text('root_path').notNull(),
    revision: bigint('revision', { mode: 'number' }).notNull(),
    receivedAt: time('received_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.machineId, t.rootPath] })],
)
