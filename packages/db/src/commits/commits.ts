import type { CommitId, MachineId, ProjectId, TeamId, UserId } from '@teamlore/shared'
import type { IngestCommit } from '@teamlore/shared/commits'
import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { columnsBut, namesOf, recordsByColumn } from '../sql/column-sets.ts'
import { decoded, textOf } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { isAmong } from '../sql/lists.ts'
import { commitsOpening } from './opening.ts'
import { commitFilesTable, commitsTable } from './table.ts'

export type NewCommit = Omit<IngestCommit, 'body'> & {
  id: CommitId
  /** Empty of any but a revert. */
  body: string
}

/** Whose commits they are, and who reported them. */
export type CommitOrigin = {
  projectId: ProjectId
  privateTo: UserId | null
  machineId: MachineId
}

const sum = (commit: NewCommit, side: 'added_lines' | 'removed_lines'): number =>
  Math.min(
    2_000_000_000,
    commit.files.reduce((total, file) => total + file[side], 0),
  )

/** What a machine sends of a commit, and of its files. */
const COMMIT = columnsBut(
  commitsTable,
  'teamId',
  'projectId',
  'privateTo',
  'seenOn',
  'createdAt',
  'linkedAt',
  'documents',
  'fromOutside',
  'codeAt',
  'codeIsCut',
)
const FILE = columnsBut(commitFilesTable, 'teamId', 'projectId', 'privateTo', 'indexed')

const newCommits = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Writes those that are not there yet, with their files; the others stay as they are. `linking.indexLines` puts their lines
   * where they are found.
   */
  async insert(
    commits: readonly NewCommit[],
    { projectId, privateTo, machineId }: CommitOrigin,
  ): Promise<Set<CommitId>> {
    if (commits.length === 0) return new Set()
    const records = commits.map(({ files: _, ...commit }, index) => ({
      ...commit,
      added_lines: sum(commits[index] as NewCommit, 'added_lines'),
      removed_lines: sum(commits[index] as NewCommit, 'removed_lines'),
    }))
    const written = await decoded(
      tx,
      { id: textOf<CommitId>() },
      sql`
      insert into teamlore.commits (team_id, project_id, private_to, seen_on, ${namesOf(COMMIT)})
      select ${teamId}, ${projectId}, ${privateTo}, ${machineId}, ${namesOf(COMMIT)}
      from ${recordsByColumn(COMMIT, records)}
      on conflict (team_id, project_id, sha, private_to) do nothing
      returning id`,
    )
    const ids = new Set(written.map(({ id }) => id))
    const files = commits
      .filter(({ id }) => ids.has(id))
      .flatMap((commit) =>
        commit.files.map((file, position) => ({
          ...file,
          commit_id: commit.id,
          position,
          authored_at: commit.authored_at,
        })),
      )
    if (files.length > 0)
      await tx.execute(sql`
        insert into teamlore.commit_files (team_id, project_id, private_to, indexed, ${namesOf(FILE)})
        select ${teamId}, ${projectId}, ${privateTo},
          case when cardinality(added) + cardinality(removed) > 0 then 0 end, ${namesOf(FILE)}
        from ${recordsByColumn(FILE, files)}`)
    return ids
  },
})

const isOfProject = (teamId: TeamId, projectId: ProjectId) =>
  and(eq(commitsTable.teamId, teamId), eq(commitsTable.projectId, projectId))

const knownCommits = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Adds sessions that other programs noted meanwhile with commits that are here, and has those looked at again.
   *
   * @returns how many commits had something new.
   */
  async note(
    projectId: ProjectId,
    commits: readonly Pick<IngestCommit, 'sha' | 'noted_sessions'>[],
  ): Promise<number> {
    const records = commits.filter(({ noted_sessions }) => noted_sessions.length > 0)
    if (records.length === 0) return 0
    const changed = await rows(
      tx,
      sql`
      update teamlore.commits c
      set linked_at = null, noted_sessions = (select jsonb_agg(s.one order by s.n)
        from (select value as one, min(ordinality) as n
          from jsonb_array_elements(c.noted_sessions || r.noted_sessions) with ordinality
          group by value order by 2 limit 100) s)
      from jsonb_to_recordset(${json(records.map(({ sha, noted_sessions }) => ({ sha, noted_sessions })))})
        as r(sha text, noted_sessions jsonb)
      where c.team_id = ${teamId} and c.project_id = ${projectId} and c.sha = r.sha
        and not c.noted_sessions @> r.noted_sessions and jsonb_array_length(c.noted_sessions) < 100
      returning c.id`,
    )
    return changed.length
  },

  /** Ids by hash, of those among these that are here. */
  async idsOf(projectId: ProjectId, shas: readonly string[]): Promise<Map<string, CommitId>> {
    if (shas.length === 0) return new Map()
    const found = await tx
      .select({ id: commitsTable.id, sha: commitsTable.sha })
      .from(commitsTable)
      .where(and(isOfProject(teamId, projectId), isAmong(commitsTable.sha, shas)))
    return new Map(found.map(({ id, sha }) => [sha, id]))
  },

  /** The one commit of a project whose hash begins like this. */
  async beginning(projectId: ProjectId, sha: string): Promise<CommitId | undefined> {
    const [found, another] = await tx
      .select({ id: commitsTable.id })
      .from(commitsTable)
      .where(
        and(
          isOfProject(teamId, projectId),
          gte(commitsTable.sha, sha),
          lt(commitsTable.sha, `${sha}~`),
        ),
      )
      .limit(2)
    return another === undefined ? found?.id : undefined
  },

  /** Of a pair that is sent again, what was sent first stays; two never replace each other, so the other way round goes. */
  async relate(
    relations: readonly {
      commitId: CommitId
      otherId: CommitId
      kind: 'replaces' | 'reverts' | 'fixes'
      part: number
      reason: string
    }[],
  ): Promise<void> {
    if (relations.length === 0) return
    const records = relations.map(({ commitId, otherId, ...rest }) => ({
      ...rest,
      commit_id: commitId,
      other_id: otherId,
    }))
    await tx.execute(sql`
      delete from teamlore.commit_relations c
      using jsonb_to_recordset(${json(records)}) as r(commit_id text, other_id text, kind text)
      where c.team_id = ${teamId} and c.kind = 'replaces' and r.kind = 'replaces'
        and c.commit_id = r.other_id and c.other_id = r.commit_id`)
    await tx.execute(sql`
      insert into teamlore.commit_relations (team_id, commit_id, other_id, kind, part, reason)
      select ${teamId}, commit_id, other_id, kind, part, reason
      from jsonb_to_recordset(${json(records)}) as r(commit_id text, other_id text, kind text,
        part real, reason text)
      where commit_id <> other_id
      on conflict (commit_id, other_id, kind) do nothing`)
  },
})

export const createCommitRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...newCommits(tx, scope),
  ...knownCommits(tx, scope),
  ...commitsOpening(tx, scope),
})
