import type { MemoryId, ProjectId, TeamId, UserId } from '@teamlore/shared'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { json } from '../sql/json.ts'
import { memoryCommentsTable } from './table.ts'

/** Whose comments: those of a project that the team reads, or of one person alone. */
export type CommentOwner = { projectId: ProjectId; privateTo: UserId | null }

export type StoredComment = {
  hash: string
  path: string
  line: number
  memoryId: MemoryId | null
  seenAt: Date
  goneAt: Date | null
}

type Place = Pick<StoredComment, 'hash' | 'path'>

const table = memoryCommentsTable

const ownedBy = (teamId: TeamId, { projectId, privateTo }: CommentOwner): SQL | undefined =>
  and(
    eq(table.teamId, teamId),
    eq(table.projectId, projectId),
    privateTo === null ? isNull(table.privateTo) : eq(table.privateTo, privateTo),
  )

/** Comments of the code that memories were made of. */
export const createMemoryCommentRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  of: (owner: CommentOwner): Promise<StoredComment[]> =>
    tx
      .select({
        hash: table.hash,
        path: table.path,
        line: table.line,
        memoryId: table.memoryId,
        seenAt: table.seenAt,
        goneAt: table.goneAt,
      })
      .from(table)
      .where(ownedBy(teamId, owner))
      .orderBy(table.path, table.line, table.hash),

  /** @returns false where it was there before, perhaps hidden because it is being forgotten. */
  async add(
    owner: CommentOwner,
    comment: Omit<StoredComment, 'memoryId' | 'goneAt'>,
  ): Promise<boolean> {
    const added = await tx
      .insert(table)
      .values({
        teamId,
        projectId: owner.projectId,
        privateTo: owner.privateTo,
        hash: comment.hash,
        path: comment.path,
        line: comment.line,
        seenAt: comment.seenAt,
      })
      .onConflictDoNothing()
      .returning({ hash: table.hash })
    return added.length > 0
  },

  /** Notes that all of these were seen where they were. */
  async touch(owner: CommentOwner, places: readonly Place[], seenAt: Date): Promise<void> {
    if (places.length === 0) return
    const named = places.map(({ hash, path }) => ({ hash, path }))
    await tx
      .update(table)
      .set({ seenAt })
      .where(
        and(
          ownedBy(teamId, owner),
          sql`(${table.hash}, ${table.path}) in (
              select e ->> 'hash', e ->> 'path' from jsonb_array_elements(${json(named)}) e)`,
        ),
      )
  },

  async change(
    owner: CommentOwner,
    { hash, path }: Place,
    to: Partial<Omit<StoredComment, 'hash'>>,
  ): Promise<void> {
    await tx
      .update(table)
      .set(to)
      .where(and(ownedBy(teamId, owner), eq(table.hash, hash), eq(table.path, path)))
  },
})
