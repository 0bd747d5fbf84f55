import type { Usage } from '@teamlore/shared'
import type { SqliteFile } from '../files/open-sqlite.ts'
import { createBadCounter, parseJson } from '../shared/parse-json.ts'
import type { SqliteStore, StoredSession, StoreReading } from '../shared/sqlite-source.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { countOf } from '../shared/usage.ts'
import { fieldsOf, textOrNull, timeOrNull } from '../shared/values.ts'
import type { Turn } from '../turns/session-draft.ts'
import { createEditReader } from './edits.ts'
import { type CrushMessage, type RawPart, readMessage } from './read-message.ts'

/** `crush.db`: sessions, their messages, and each state of each file they wrote. */
export const makeCrushStore = (
  lookBeside: (path: string) => Promise<string | null>,
): SqliteStore<string | null> => ({
  isOwn: (file) =>
    file.columns('sessions').has('parent_session_id') &&
    ['session_id', 'role', 'parts'].every((name) => file.columns('messages').has(name)),
  list: listSessions,
  read: (file, part, _path, cwd) => readSession(file, part, cwd),
  lookBeside,
})

/** Times are whole seconds, and answers grow within one: the size of the text counts too. */
const listSessions = (file: SqliteFile): StoredSession[] => {
  const marks = new Map(
    file
      .select(
        [
          'session_id',
          'count(*) AS n',
          'sum(octet_length(parts)) AS size',
          'max(updated_at) AS at',
        ],
        'FROM messages GROUP BY session_id',
      )
      .map(({ session_id, n, size, at }) => [session_id, `${n}:${size}:${at}`]),
  )
  return file
    .select(['id', 'updated_at'], 'FROM sessions ORDER BY id')
    .filter(({ id }) => !isTitleJob(String(id)))
    .map(({ id, updated_at }) => ({
      part: String(id),
      version: `${updated_at} ${marks.get(id) ?? ''}`,
    }))
}

/** A session of its own thinks of the title of another. */
const isTitleJob = (id: string): boolean => id.startsWith('title-')

const readSession = (file: SqliteFile, id: string, cwd: string | null): StoreReading => {
  const known = file.columns('sessions')
  const optional = (name: string): string => (known.has(name) ? name : `NULL AS ${name}`)
  const [session] = file.select(
    [
      ...['parent_session_id', 'title', 'created_at', 'updated_at'],
      ...[optional('prompt_tokens'), optional('completion_tokens')],
    ],
    'FROM sessions WHERE id = ?',
    [id],
  )
  if (session === undefined) return { reason: 'is a session that is not there any more' }
  const parent = textOrNull(session['parent_session_id'], 300)
  const { bad, note } = createBadCounter()
  const unknown = createUnknownRecords()
  const messages = loadMessages(file, id, note)
  const editsOf = createEditReader(file, id, messages)
  const turns = messages
    .map((message): Turn => {
      const turn = readMessage(message, { isChild: parent !== null, unknown })
      return { ...turn, cwd, edits: editsOf(message, cwd) }
    })
    .filter(({ blocks }) => blocks.length > 0)
  return {
    facts: {
      nativeId: id,
      kind: parent === null ? 'main' : 'subagent',
      parentNativeId: parent,
      cwd,
      title: titleOf(session['title']),
      startedAt: timeOrNull(session['created_at']),
      endedAt: timeOrNull(session['updated_at']),
    },
    turns: withUsage(turns, {
      answer: messages.findLast(isAnswer)?.id,
      usage: usageOf(session),
    }),
    rows: messages.length,
    badRows: bad,
    unknownRecords: unknown.counts(),
  }
}

/**
 * What a session cost stands beside it, not with its messages. Each call of the model overwrites it, so that it is what the last
 * answer cost, and no sum: of the calls before, Crush keeps the price alone.
 */
const withUsage = (
  turns: readonly Turn[],
  { answer, usage }: { answer: string | undefined; usage: Usage | null },
): Turn[] => turns.map((turn) => (turn.id === answer && usage !== null ? { ...turn, usage } : turn))

/** It is written when an answer ends. What was read from a cache or written to it is in one of the two, by version. */
const isAnswer = ({ role, parts }: CrushMessage): boolean =>
  role === 'assistant' &&
  parts.some((part) => fieldsOf<RawPart>(part).type === 'finish') &&
  parts.length > 1

const usageOf = (session: Record<string, unknown>): Usage | null => {
  const [input, output] = [countOf(session['prompt_tokens']), countOf(session['completion_tokens'])]
  if (input + output === 0) return null
  return {
    input_tokens: input,
    output_tokens: output,
    cache_creation_tokens: 0,
    cache_read_tokens: 0,
  }
}

const titleOf = (title: unknown): string | null => {
  const text = textOrNull(title)
  return text === 'New Session' || text === 'Untitled Session' ? null : text
}

const loadMessages = (
  file: SqliteFile,
  id: string,
  onBad: (row: number) => void,
): CrushMessage[] => {
  const known = file.columns('messages')
  const optional = (name: string): string => (known.has(name) ? name : `NULL AS ${name}`)
  const columns = ['id', 'role', 'parts', 'created_at', optional('model')] as const
  const rows = file.select(
    [...columns, optional('is_summary_message')],
    'FROM messages WHERE session_id = ? ORDER BY created_at, rowid',
    [id],
  )
  return rows.map((row, at) => {
    const parts = parseJson(row['parts'])
    if (!Array.isArray(parts)) onBad(at + 1)
    return {
      id: String(row['id']),
      role: String(row['role']),
      model: textOrNull(row['model'], 200),
      isSummary: row['is_summary_message'] === 1,
      ts: timeOrNull(row['created_at']),
      parts: Array.isArray(parts) ? parts : [],
    }
  })
}
