import { firstLine } from '../text/clean-text.ts'
import type { OpenRecord } from './record.types.ts'

/** What a person says of a session; a removed note is not there. */
export const openSessionNote: OpenRecord = async ({ sessionNotes }, id) => {
  const note = await sessionNotes.find(id)
  if (note === undefined || note.removed_at !== null) return undefined
  return {
    id: note.id,
    kind: 'session_note',
    title: firstLine(note.text),
    text: note.text,
    url: `/sessions/${note.session_id}#${note.id}`,
    session_id: note.session_id,
    occurred_at: note.created_at,
  }
}
