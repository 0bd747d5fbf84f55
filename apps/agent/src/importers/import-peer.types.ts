import type { ImportChange } from '@teamlore/shared'
import type { MemoryImportOptions } from './memory-import.types.ts'

export type PeerImportOptions = MemoryImportOptions<PeerImportProgress> & {
  /** Which memory to import from. */
  peer: string
  /** Its database, or a folder in which it lies, instead of where it is kept. */
  path?: string | undefined
}

export type PeerImportProgress = { sessionsTotal: number; sessionsDone: number; records: number }

/** What an import from another memory did, or in a dry run would do. */
export type PeerImportReport = {
  peer: string
  /** Databases that were read. */
  files: string[]
  sessions: number
  /** Of them, those whose records went to a session that its own tool holds better. */
  joined: number
  messages: ImportChange
  observations: ImportChange
  summaries: ImportChange
  redactions: number
  serverRedactions: number
  leftOut: number
  /** Of the sessions, those that named no folder whose `.loreignore` could be asked. */
  withoutFolder: number
  older: number
  failed: { name: string; reason: string }[]
  /** What the server kept in part because it was too large, and why. */
  partiallyStored: { name: string; reason: string }[]
  tookMs: number
  dryRun: boolean
  stopped: boolean
}

export type ImportPeer = (options: PeerImportOptions) => Promise<PeerImportReport>
