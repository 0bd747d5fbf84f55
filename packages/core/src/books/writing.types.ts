import type { GoneEntity, StoredBook, TeamRepositories } from '@teamlore/db'
import type { BookProject, BookSchema, Problem } from '@teamlore/lorebook'
import type { newId } from '@teamlore/shared'
import type { IngestBookRequest } from '@teamlore/shared/books'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import type { KnownReads } from './known-reads.ts'
import type { LastGood } from './last-good.ts'

export type Repositories = Pick<
  TeamRepositories,
  | 'audit'
  | 'books'
  | 'bookFiles'
  | 'bookGenerations'
  | 'bookHomes'
  | 'bookPictures'
  | 'bookProposals'
  | 'bookRows'
  | 'bookVersions'
  | 'documents'
  | 'outbox'
  | 'redactionRules'
>

export type Writing = {
  repos: Repositories
  stored: StoredBook
  said: IngestBookRequest
  knownReads: KnownReads
  project: BookProject
  schema: BookSchema
  fromFiles: Problem[]
  /** Whether links in texts are relationships, where `lorecraft.yaml` does not say. */
  links: boolean | null
  /** Of files that came with one path. */
  repeated: Problem[]
  scope: TeamScope<'member'>
  ids: Pick<typeof newId, 'entity'>
  at: Date
  /** An earlier generation that is restored. */
  restoring?: Restoring
}

export type Restoring = { generation: number; lastGood: LastGood; gone: readonly GoneEntity[] }
