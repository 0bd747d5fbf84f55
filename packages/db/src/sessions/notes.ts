import type { SessionId, TeamId, UserId } from '@teamlore/shared'
import type {
  SessionNote,
  SessionNoteId,
  SessionNoteKind,
  SessionTagList,
} from '@teamlore/shared/session-notes'
import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { usersTable } from '../people/table.ts'
import { isAmong } from '../sql/lists.ts'
import { isoOf } from '../sql/page.ts'
import { sessionNotesTable, sessionsTable } from './table.ts'

export type NewSessionNote = {
  id: SessionNoteId
  sessionId: SessionId
  userId: UserId
  kind: SessionNoteKind
  text: string
}

/** A note with who had its session, for whoever decides about it. */
export type StoredSessionNote = SessionNote & { sessionAuthor: UserId }

const NOTE = {
  id: sessionNotesTable.id,
  session_id: sessionNotesTable.sessionId,
  kind: sessionNotesTable.kind,
  text: sessionNotesTable.text,
  userId: sessionNotesTable.userId,
  userName: usersTable.name,
  created_at: isoOf(sessionNotesTable.createdAt),
  removed_at: isoOf(sessionNotesTable.removedAt),
  sessionAuthor: sessionsTable.userId,
}

type NoteRow = Omit<StoredSessionNote, 'author'> & { userId: UserId; userName: string | null }

const toNote = ({ userId, userName, ...note }: NoteRow): StoredSessionNote => ({
  ...note,
  author: { id: userId, name: userName ?? 'Former member' },
})

const notesOn = async (
  tx: DbExecutor,
  teamId: TeamId,
  where: SQL | undefined,
): Promise<StoredSessionNote[]> => {
  const found = await tx
    .select(NOTE)
    .from(sessionNotesTable)
    .innerJoin(sessionsTable, eq(sessionsTable.id, sessionNotesTable.sessionId))
    .leftJoin(usersTable, eq(usersTable.id, sessionNotesTable.userId))
    .where(and(eq(sessionNotesTable.teamId, teamId), where))
    .orderBy(sessionNotesTable.createdAt, sessionNotesTable.id)
  return found.map(toNote)
}

/** What people say of sessions themselves. Rows of a session that the asker may not read are not there. */
export const createSessionNoteRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createReads(tx, scope),
  ...createWrites(tx, scope),
  ...createTags(tx, scope),
})

const createReads = (tx: DbExecutor, { teamId }: DbScope) => {
  const select = (where: SQL | undefined) => notesOn(tx, teamId, where)
  return {
    async find(id: string): Promise<StoredSessionNote | undefined> {
      const [note] = await select(sql`${sessionNotesTable.id} = ${id}`)
      return note
    },

    /** Those that are there, the oldest first. */
    ofSession: (sessionId: string) =>
      select(
        and(
          sql`${sessionNotesTable.sessionId} = ${sessionId}`,
          isNull(sessionNotesTable.removedAt),
        ),
      ),

    /** The same of several. */
    ofSessions: (ids: readonly string[]) =>
      select(and(isAmong(sessionNotesTable.sessionId, ids), isNull(sessionNotesTable.removedAt))),

    /** The one that is there of what a session has once: a tag, or a person's summary. */
    async standing({
      sessionId,
      userId,
      kind,
      text,
    }: Omit<NewSessionNote, 'id'>): Promise<StoredSessionNote | undefined> {
      if (kind === 'annotation') return undefined
      const one =
        kind === 'tag' ? eq(sessionNotesTable.text, text) : eq(sessionNotesTable.userId, userId)
      const [note] = await select(
        and(
          eq(sessionNotesTable.sessionId, sessionId),
          eq(sessionNotesTable.kind, kind),
          isNull(sessionNotesTable.removedAt),
          one,
        ),
      )
      return note
    },
  }
}

const createWrites = (tx: DbExecutor, { teamId }: DbScope) => {
  const setAway = (id: string, isAway: boolean) =>
    tx
      .update(sessionNotesTable)
      .set({ removedAt: isAway ? sql`now()` : null })
      .where(
        and(
          eq(sessionNotesTable.teamId, teamId),
          sql`${sessionNotesTable.id} = ${id}`,
          isAway ? isNull(sessionNotesTable.removedAt) : isNotNull(sessionNotesTable.removedAt),
        ),
      )
  return {
    async add(note: NewSessionNote): Promise<void> {
      await tx.insert(sessionNotesTable).values({ ...note, teamId })
    },

    async remove(id: string): Promise<void> {
      await setAway(id, true)
    },

    async restore(id: string): Promise<void> {
      await setAway(id, false)
    },
  }
}

const createTags = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Tags with how many sessions that the asker may read have each, the most used first. */
  tags(prefix: string, limit: number): Promise<SessionTagList['items']> {
    return tx
      .select({ tag: sessionNotesTable.text, sessions: count() })
      .from(sessionNotesTable)
      .where(
        and(
          eq(sessionNotesTable.teamId, teamId),
          eq(sessionNotesTable.kind, 'tag'),
          isNull(sessionNotesTable.removedAt),
          sql`starts_with(${sessionNotesTable.text}, ${prefix})`,
        ),
      )
      .groupBy(sessionNotesTable.text)
      .orderBy(desc(count()), sessionNotesTable.text)
      .limit(limit)
  },
})
