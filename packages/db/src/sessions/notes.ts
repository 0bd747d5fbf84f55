import type { SessionId, UserId } from '@teamlore/shared'
import type {
  SessionNote,
  SessionNoteId,
  SessionNoteKind,
  SessionTagList,
} from '@teamlore/shared/session-notes'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { textsIn } from '../sql/lists.ts'
import { iso } from '../sql/page.ts'

export type NewSessionNote = {
  id: SessionNoteId
  sessionId: SessionId
  userId: UserId
  kind: SessionNoteKind
  text: string
}

/** A note with who had its session, for whoever decides about it. */
export type StoredSessionNote = SessionNote & { sessionAuthor: UserId }

type NoteRow = {
  id: string
  session_id: string
  kind: SessionNoteKind
  text: string
  user_id: string
  user_name: string
  session_author: UserId
  created: string
  removed: string | null
}

const toNote = (row: NoteRow): StoredSessionNote => ({
  id: row.id,
  session_id: row.session_id,
  kind: row.kind,
  text: row.text,
  author: { id: row.user_id, name: row.user_name },
  created_at: row.created,
  removed_at: row.removed,
  sessionAuthor: row.session_author,
})

/** What people say of sessions themselves. Rows of a session that the asker may not read are not there. */
export const createSessionNoteRepository = (tx: DbExecutor, { teamId }: DbScope) => {
  const select = async (where: SQL): Promise<StoredSessionNote[]> => {
    const found = await rows<NoteRow>(
      tx,
      sql`
      select n.id, n.session_id, n.kind, n.text, n.user_id, coalesce(u.name, 'Former member') as user_name,
        s.user_id as session_author, ${iso(sql`n.created_at`)} as created, ${iso(sql`n.removed_at`)} as removed
      from teamlore.session_notes n
      join teamlore.sessions s on s.id = n.session_id
      left join teamlore.users u on u.id = n.user_id
      where n.team_id = ${teamId} and ${where}
      order by n.created_at, n.id`,
    )
    return found.map(toNote)
  }
  const setAway = (id: string, isAway: boolean) =>
    tx.execute(sql`
      update teamlore.session_notes set removed_at = ${isAway ? sql`now()` : sql`null`}
      where team_id = ${teamId} and id = ${id} and (removed_at is null) = ${isAway}`)
  return {
    async find(id: string): Promise<StoredSessionNote | undefined> {
      const [note] = await select(sql`n.id = ${id}`)
      return note
    },

    /** Those that are there, the oldest first. */
    ofSession: (sessionId: string) =>
      select(sql`n.session_id = ${sessionId} and n.removed_at is null`),

    /** The same of several. */
    ofSessions: (ids: readonly string[]) =>
      select(sql`n.session_id = ${textsIn(ids)} and n.removed_at is null`),

    /** The one that is there of what a session has once: a tag, or a person's summary. */
    async standing({
      sessionId,
      userId,
      kind,
      text,
    }: Omit<NewSessionNote, 'id'>): Promise<StoredSessionNote | undefined> {
      if (kind === 'annotation') return undefined
      const one = kind === 'tag' ? sql`n.text = ${text}` : sql`n.user_id = ${userId}`
      const [note] = await select(
        sql`n.session_id = ${sessionId} and n.kind = ${kind} and n.removed_at is null and ${one}`,
      )
      return note
    },

    async add({ id, sessionId, userId, kind, text }: NewSessionNote): Promise<void> {
      await tx.execute(sql`
        insert into teamlore.session_notes (id, team_id, session_id, user_id, kind, text)
        values (${id}, ${teamId}, ${sessionId}, ${userId}, ${kind}, ${text})`)
    },

    async remove(id: string): Promise<void> {
      await setAway(id, true)
    },

    async restore(id: string): Promise<void> {
      await setAway(id, false)
    },

    /** Tags with how many sessions that the asker may read have each, the most used first. */
    async tags(prefix: string, limit: number): Promise<SessionTagList['items']> {
      return await rows<SessionTagList['items'][number]>(
        tx,
        sql`
        select n.text as tag, count(*)::int as sessions from teamlore.session_notes n
        where n.team_id = ${teamId} and n.kind = 'tag' and n.removed_at is null
          and starts_with(n.text, ${prefix})
        group by n.text order by 2 desc, 1 limit ${limit}`,
      )
    },
  }
}
