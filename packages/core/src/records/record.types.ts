import type { TeamRepositories } from '@teamlore/db'
import type { DocumentKind } from '@teamlore/shared'

/** What an agent reads of a record, before its cost is known. */
export type RecordText = {
  id: string
  kind: DocumentKind | 'session'
  title: string
  text: string
  url: string
  session_id: string | null
  occurred_at: string | null
  /** Where in the transcript it belongs, when it does. */
  message_id?: string | null
  /** Of a message: the one it follows. */
  parent_id?: string | null
}

/** The record with this whole id; undefined where there is none that the asker may see. */
export type OpenRecord = (
  repositories: TeamRepositories,
  id: string,
) => Promise<RecordText | undefined>
