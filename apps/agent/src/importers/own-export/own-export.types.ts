import type { IngestEdit } from '@teamlore/shared'
import type { MemoryEntry } from '@teamlore/shared/memories'
import type { ReadSession } from '@teamlore/sources/source'

/** A session as it is in the file, and what it wrote: edits have fingerprints there, and no text any more. */
export type OwnSession = { session: ReadSession; edits: IngestEdit[]; isPrivate: boolean }

/** What the file names by ids that mean nothing elsewhere, and whether it is whole. */
export type OwnSurvey = {
  team: string
  /** What its tool calls each. */
  sessions: Map<string, string>
  /** Remotes of projects. */
  remotes: Map<string, string | null>
  /** The last line is there, and counts what is before it. */
  isWhole: boolean
  /** Lines that are nothing of such a file. */
  badLines: number
}

export type OwnItem = ({ type: 'session' } & OwnSession) | { type: 'memory'; memory: MemoryEntry }
