import type { Prompt, SessionDetail, Summary } from '@teamlore/shared'
import type { SessionNote } from '@teamlore/shared/session-notes'
import { firstLine } from '../documents/clean-text.ts'
import { lines, list } from './lines.ts'
import type { OpenRecord, RecordText } from './record.types.ts'

const PROMPTS = 100
const MAX_FILES = 60

type Parts = {
  notes: readonly SessionNote[]
  prompts: readonly Prompt[]
  summaries: readonly Summary[]
}

/** A session by what was asked in it and what came of it, not by its whole transcript. */
const sessionRecord = (
  session: Omit<SessionDetail, 'notes'>,
  { notes, prompts, summaries }: Parts,
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
      `${session.counts.messages} messages, ${session.counts.prompts} prompts, ${session.counts.edits} edits`,
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
      session.files.slice(0, MAX_FILES).map(({ path, edits }) => `${path} (${edits} edits)`),
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
    notes,
    prompts: prompts.items.toReversed(),
    summaries: summaries.items.toReversed(),
  })
}
