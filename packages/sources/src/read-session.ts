import type { IngestEdit, IngestMessage, IngestSession } from '@teamlore/shared'
import type { Place } from './place.ts'

/** A session as the file stores it: whole, uncut and with its secrets. It never leaves the machine like this. */
export type ReadSession = Omit<IngestSession, 'project' | 'source' | 'messages' | 'edits'> & {
  messages: ReadMessage[]
  edits: ReadEdit[]
  /** Which session keeps a message that several replay: the lowest. Main 0, background 1, subagent 2, compaction 3. */
  precedence: number
  /** Remote of the repository, where the tool wrote it down: what is left of a folder that is gone. */
  git_remote?: string | null
  figures: ReadFigures
}

export type ReadMessage = Omit<IngestMessage, 'ordinal'> & {
  /** True when the record itself names another session than the one whose file it stands in. */
  is_replay: boolean
  /** Set when its blocks are not in memory any more: it was captured, and is what it was then. */
  captured?: CapturedMessage
}

export type CapturedMessage = {
  ordinal: number
  hash: string
  /** What was left out of it, where something was. */
  leftOut?: LeftOut | undefined
}

/** `calls` holds, by the ids of calls, the notes that stand for what they read or wrote; `copies` where they put it. */
export type LeftOut = {
  contents: number
  calls: ReadonlyMap<string, string>
  copies: readonly Copy[]
}

/** A file that holds what is not captured since a call copied it there, or a folder with all in it; `note` stands for it. */
export type Copy = { path: string; note: string; isTree: boolean }

export type ReadEdit = Omit<IngestEdit, 'added' | 'removed' | 'added_lines' | 'removed_lines'> & {
  addedText: readonly string[]
  removedText: readonly string[]
  /** Hash of an edit whose texts are not in memory any more, as it was captured. */
  captured?: string
}

/** What of a file was read. */
export type FileRead = { lines: number; file: ReadFigures['files'][number] }

export type ReadFigures = {
  lines: number
  /** Records of kinds this version does not know, by kind. */
  unknownRecords: Record<string, number>
  files: ReadFile[]
}

type ReadFile = Place & {
  /** Bytes up to the last line end. */
  offset: number
  /** Something stands behind the last line end that is no whole record yet. */
  hasUnfinishedTail: boolean
  /** Lines passed over because they are no readable record; `first` counts from 1 and is 0 when there are none. */
  badLines: { count: number; first: number }
}
