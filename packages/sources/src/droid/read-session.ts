import { basename } from 'node:path'
import { buildSession } from '../shared/build-session.ts'
import { createEditCollector } from '../shared/edit-collector.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import { readJsonBeside } from '../shared/read-document.ts'
import { readToEnd } from '../shared/session-reader.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import type { OpenSession, Place, ReadOutcome } from '../source.ts'
import { draftMessage, type MessageDraft } from '../turns/session-draft.ts'
import { editsOfAnswered } from './edits.ts'
import { commonOf, draftOf, summaryDraft } from './message-draft.ts'
import type { DroidRecord } from './record.ts'

export const TOOL = 'droid'

/** Whether a record is the head of a session. Its messages alone look like those of other tools. */
export const isHead = (record: unknown): boolean => {
  const { type, id } = fieldsOf<DroidRecord>(record)
  return type === 'session_start' && typeof id === 'string'
}

/** Reads one session from its file, or from several copies of it. */
export const readSession = (places: readonly Place[], signal?: AbortSignal): Promise<ReadOutcome> =>
  readPlaces(places, readFile, signal)

const readFile = async (place: Place, signal?: AbortSignal): Promise<ReadOutcome> =>
  readToEnd(place.path, await openSession(place), signal)

export const openSession = async ({ path }: Place): Promise<OpenSession> => {
  const builder = createBuilder()
  return {
    take: builder.add,
    letGo: builder.letGo,
    outcome: async ({ lines, file }, kept, signal) => {
      const { head, messages, unknownRecords } = builder.built()
      if (head === null)
        return { status: 'skipped', reason: 'is a file of another tool, not of Droid' }
      if (messages.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
      const session = buildSession(
        {
          tool: TOOL,
          nativeId: textOrNull(head.id, 300) ?? basename(path),
          cwd: textOrNull(head.cwd, 4_096),
          title: titleOf(head),
          figures: { lines, unknownRecords, files: [file] },
        },
        messages,
        kept,
      )
      const model = await modelOf(path, signal)
      return { status: 'session', session: { ...session, models: model === null ? [] : [model] } }
    },
  }
}

/** The settings beside a session name its model: the one in use last, so it is said of the session and of no message. */
export const settingsOf = (path: string): string => path.replace(/\.jsonl$/i, '.settings.json')

const modelOf = async (path: string, signal?: AbortSignal): Promise<string | null> => {
  const settings = await readJsonBeside(settingsOf(path), signal)
  return textOrNull(fieldsOf<{ model?: unknown }>(settings).model, 200)
}

const titleOf = ({ sessionTitle, title }: DroidRecord): string | null => {
  const named = textOrNull(sessionTitle, 500)
  return named === null || named === 'New Session' ? textOrNull(title, 500) : named
}

const createBuilder = () => {
  let head: DroidRecord | null = null
  const messages: MessageDraft[] = []
  const seen = new Set<string>()
  const unknown = createUnknownRecords()
  const edits = createEditCollector(editsOfAnswered)

  const take = (draft: MessageDraft | null): void => {
    if (draft === null || (draft.id !== null && seen.has(draft.id))) return
    if (draft.id !== null) seen.add(draft.id)
    messages.push(draft)
    edits.note(draft, undefined)
  }

  return {
    add: (record: DroidRecord): boolean => {
      const cwd = textOrNull(head?.cwd, 4_096)
      const type = textOrNull(record.type, 100) ?? '(no type)'
      if (type === 'session_start') head ??= isHead(record) ? record : null
      else if (type === 'message') take(draftOf(record, cwd, unknown))
      else if (type === 'compaction_state') take(summaryDraft(record, cwd))
      else if (type !== 'todo_state')
        take(draftMessage(unknown.keep(record.type, record, commonOf(record, cwd))))
      return true
    },
    letGo: edits.letGo,
    built: () => ({
      head,
      messages,
      unknownRecords: unknown.counts(),
    }),
  }
}
