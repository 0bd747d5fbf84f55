import type { TeamRepositories } from '@teamlore/db'
import type { Prompt, Session, SessionDetail, Summary } from '@teamlore/shared'
import { plural } from '@teamlore/shared/plural'
import type { SessionRemoval } from '@teamlore/shared/retention'
import type { SessionNote } from '@teamlore/shared/session-notes'
import { firstLine } from '../text/clean-text.ts'
import { lines, list } from '../text/lines.ts'
import type { OpenRecord, RecordText } from './record.types.ts'

const PROMPTS = 100
const MAX_FILES = 60

/** What went of a session, in words; null where nothing did. */
const removalLine = (removal: SessionRemoval | null): string | null =>
  removal &&
  `The text of ${plural(removal.messages, 'message')} was removed on ${removal.removed_at.slice(0, 10)} by the retention of its project.`

type Parts = {
  removal?: SessionRemoval | null
  notes: readonly SessionNote[]
  prompts: readonly Prompt[]
  summaries: readonly Summary[]
  files: readonly Pick<SessionDetail['files'][number], 'path' | 'edits'>[]
}

/** A session by what was asked in it and what came of it, not by its whole transcript. */
const sessionRecord = (
  session: Session,
  { removal = null, notes, prompts, summaries, files }: Parts,
): RecordText => ({
  id: session.id,
  kind: 'session',
  title: session.title,
  text: lines([
    session.title,
    lines([
      `Tool: ${session.tool}`,
      session.project && `Project: ${session.project.name}`,
      session.git_branch && `Branch: ${session.git_branch}`,
      session.started_at && `From ${session.started_at} to ${session.ended_at ?? 'now'}`,
      `${plural(session.counts.messages, 'message')}, ${plural(session.counts.prompts, 'prompt')}, ${plural(session.counts.edits, 'edit')}`,
      removalLine(removal),
    ]),
    session.tags.length > 0 && `Tags: ${session.tags.join(', ')}`,
    list(
      'Said of it',
      notes
        .filter(({ kind }) => kind !== 'tag')
        .map(({ kind, author, text }) => `${kind} by ${author.name}: ${firstLine(text, 300)}`),
    ),
    list(
      'Prompts',
      prompts.map(({ id, text }) => `${id}: ${firstLine(text, 200)}`),
    ),
    list(
      'Outcomes',
      summaries
        .filter(({ completed, learned }) => (completed || learned).trim() !== '')
        .map(({ id, completed, learned }) => `${id}: ${firstLine(completed || learned, 300)}`),
    ),
    list(
      'Files changed',
      files.slice(0, MAX_FILES).map(({ path, edits }) => `${path} (${plural(edits, 'edit')})`),
    ),
  ]),
  url: `/sessions/${session.id}`,
  session_id: session.id,
  occurred_at: session.ended_at ?? session.started_at,
})

export const openSession: OpenRecord = async (
  { sessionList, sessionNotes, promptList, summaryList },
  id,
) => {
  const session = await sessionList.find(id)
  if (session === undefined) return undefined
  const prompts = await promptList.list({ sessionId: id }, { limit: PROMPTS })
  const summaries = await summaryList.list({ sessionId: id }, { limit: PROMPTS })
  const notes = await sessionNotes.ofSession(id)
  return sessionRecord(session, {
    removal: session.removal,
    notes,
    prompts: prompts.items.toReversed(),
    summaries: summaries.items.toReversed(),
    files: session.files,
  })
}

type Reader = Pick<TeamRepositories, 'sessionList' | 'sessionNotes' | 'promptList' | 'summaryList'>

/** As each of them would be opened, read together. */
export const openSessions = async (
  { sessionList, sessionNotes, promptList, summaryList }: Reader,
  sessions: readonly Session[],
): Promise<Map<string, RecordText>> => {
  const ids = sessions.map(({ id }) => id)
  const prompts = await promptList.newestOfEach(ids, PROMPTS)
  const summaries = await summaryList.newestOfEach(ids, PROMPTS)
  const files = await sessionList.filesOfEach(ids, MAX_FILES)
  const notes = await sessionNotes.ofSessions(ids)
  const partsOf = <P extends { session_id: string }>(parts: readonly P[], id: string): P[] =>
    parts.filter(({ session_id }) => session_id === id)
  return new Map(
    sessions.map((session) => [
      session.id,
      sessionRecord(session, {
        prompts: partsOf(prompts, session.id).toReversed(),
        summaries: partsOf(summaries, session.id).toReversed(),
        files: partsOf(files, session.id),
        notes: partsOf(notes, session.id),
      }),
    ]),
  )
}
