import type { SqliteReader } from '../files/kept-sqlite.ts'
import { textOrNull } from '../shared/values.ts'

/** Titles of agents' conversations, which Cursor keeps beside the lines they wrote, away from the conversations. */
export const createTrackedTitles =
  (path: string, reader: SqliteReader) =>
  async (id: string): Promise<string | null> => {
    try {
      return await reader.read(path, (file) => {
        const columns = file.columns('conversation_summaries')
        if (!columns.has('conversationId') || !columns.has('title')) return null
        const [row] = file.select(
          ['title'],
          'FROM conversation_summaries WHERE conversationId = ?',
          [id],
        )
        return textOrNull(row?.title)
      })
    } catch {
      // Not there, or not readable: the first prompt names the session.
      return null
    }
  }
