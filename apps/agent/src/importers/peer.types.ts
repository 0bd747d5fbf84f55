import type { ImportedLink, ImportedObservation, ImportedSummary } from '@teamlore/shared'
import type { SqliteFile } from '@teamlore/sources/files/open-sqlite'
import type { ReadSession } from '@teamlore/sources/source'

/** What another memory knows of a session, or of a project beside all sessions. */
export type PeerSession = {
  session: ReadSession
  observations: ImportedObservation[]
  summaries: ImportedSummary[]
  /** What it links the session with. */
  links?: ImportedLink[]
  /**
   * Under which names a coding tool may have written the same session itself. Where that was captured here, or can be,
   * the records go there, and the messages, which the tool holds better, stay behind.
   */
  original: { tools: readonly string[]; nativeId: string; path: string | null } | null
}

export type PeerReading = {
  total: number
  sessions: Iterable<PeerSession>
  /** Of the projects it knows, those whose folder it names. */
  folders: readonly string[]
}

/** Another memory whose database can be read. */
export type Peer = {
  name: string
  label: string
  /** Name of its database in a folder. */
  fileName: string
  isOwn: (file: SqliteFile) => boolean
  read: (file: SqliteFile, path: string) => PeerReading
}
