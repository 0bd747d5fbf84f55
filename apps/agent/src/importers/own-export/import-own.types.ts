import type { MemoryImportOptions } from '../memory-import.types.ts'

export type OwnImportOptions = MemoryImportOptions<OwnImportProgress> & { path: string }

export type OwnImportProgress = { total: number; done: number; messages: number }

/** What an import of an export did, or in a dry run would do. */
export type OwnImportReport = {
  path: string
  /** The team from which it comes, as it was called. */
  team: string
  /** Its last line counts all before it; else it was cut off, and what is there was brought. */
  isWhole: boolean
  badLines: number
  sessions: number
  messages: { inserted: number; updated: number; unchanged: number }
  edits: number
  /** Sent, and there now: also those that were known. */
  memories: number
  /** Rejected or replaced, and left where they are. */
  notBrought: number
  redactions: number
  serverRedactions: number
  /** Sessions that a `.loreignore` keeps on this machine. */
  leftOut: number
  older: number
  failed: { name: string; reason: string }[]
  tookMs: number
  dryRun: boolean
  stopped: boolean
}
